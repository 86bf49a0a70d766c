import type { ComponentType } from 'react';
import { Checkbox, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { codeOf } from './code.js';
import { currencyOf, type Field, type FieldKind } from './field.js';
import { GridField } from './grid-field.js';
import type { FieldProps } from './field-props.js';
import { PickerField } from './picker-field.js';
import { ProposedField } from './proposed-field.js';
import { SeveralField } from './several-field.js';

const commonOf = <K extends FieldKind>({ field, typed, label, hint, error, onType }: FieldProps<K>) => ({
  name: field.name,
  label,
  description: hint,
  error,
  withAsterisk: !field.isOptional,
  'aria-required': !field.isOptional,
  value: typed[field.name] ?? '',
  onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onType({ [field.name]: currentTarget.value }),
});

const Text = (props: FieldProps<'text'>) => <TextInput {...commonOf(props)} autoComplete="off" />;
const Email = (props: FieldProps<'email'>) => <TextInput {...commonOf(props)} type="email" autoComplete="off" />;
const Address = (props: FieldProps<'address'>) => <TextInput {...commonOf(props)} type="url" autoComplete="off" />;
const Long = (props: FieldProps<'long'>) => <Textarea {...commonOf(props)} autosize minRows={2} />;
const Decimal = (props: FieldProps<'decimal'>) => <TextInput {...commonOf(props)} inputMode="decimal" />;
const Day = (props: FieldProps<'day' | 'day_start' | 'day_end'>) => <TextInput {...commonOf(props)} type="date" />;

function Secret(props: FieldProps<'secret'>) {
  const { t } = useLingui();
  return (
    <PasswordInput
      {...commonOf(props)}
      autoComplete="off"
      visibilityToggleButtonProps={{ 'aria-label': t`Show the secret` }}
    />
  );
}

function Code(props: FieldProps<'code'>) {
  const { field, typed } = props;
  const common = commonOf(props);
  return <TextInput {...common} value={typed[field.name] ?? codeOf(typed[field.from] ?? '')} autoComplete="off" />;
}

function Money(props: FieldProps<'money'>) {
  const { field, typed } = props;
  const currency = currencyOf(field.currency, typed);
  return (
    <TextInput {...commonOf(props)} inputMode="decimal" rightSection={<span className="nothing">{currency}</span>} />
  );
}

function Choice(props: FieldProps<'choice'>) {
  const { t } = useLingui();
  const { field } = props;
  const data = field.options.map(({ value, label }) => ({
    value,
    label: typeof label === 'string' ? label : t(label),
  }));
  return <NativeSelect {...commonOf(props)} data={data} />;
}

function Check({ field, typed, label, hint, error, onType }: FieldProps<'check'>) {
  return (
    <Checkbox
      name={field.name}
      label={label}
      description={hint}
      error={error}
      checked={typed[field.name] === 'true'}
      onChange={({ currentTarget }) => onType({ [field.name]: currentTarget.checked ? 'true' : '' })}
    />
  );
}

const components: { [K in FieldKind]: ComponentType<FieldProps<K>> } = {
  text: Text,
  email: Email,
  address: Address,
  long: Long,
  decimal: Decimal,
  day: Day,
  day_start: Day,
  day_end: Day,
  check: Check,
  secret: Secret,
  code: Code,
  money: Money,
  choice: Choice,
  picker: PickerField,
  proposed: ProposedField,
  several: SeveralField,
  grid: GridField,
};

/** A field of an act's form. */
export function ActField({
  field,
  ...rest
}: Omit<FieldProps<FieldKind>, 'field' | 'label' | 'hint'> & { field: Field }) {
  const { t } = useLingui();
  const Component = components[field.kind] as ComponentType<FieldProps<FieldKind>>;
  const label = typeof field.label === 'string' ? field.label : t(field.label);
  return <Component field={field} label={label} hint={field.hint && t(field.hint)} {...rest} />;
}
