import { MultiSelect } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { useRead } from '../frame/membership.js';
import type { FieldProps } from './field-props.js';

/** The parts of a value with commas. */
export const partsOf = (value: string | undefined): string[] => (value ?? '').split(',').filter((one) => one !== '');

/** Several records of one call, such as the roles of a person. */
export function SeveralField({ field, typed, label, hint, error, onType }: FieldProps<'several'>) {
  const { t } = useLingui();
  const { callOf, optionsOf } = field.picker;
  const { data } = useRead(callOf(''));
  const options = data ? optionsOf(data) : [];
  return (
    <MultiSelect
      name={field.name}
      label={label}
      description={hint}
      error={error}
      withAsterisk={!field.isOptional}
      searchable
      value={partsOf(typed[field.name])}
      data={options.map((option) => ({
        value: option.value,
        label: typeof option.label === 'string' ? option.label : t(option.label),
      }))}
      onChange={(chosen) => onType({ [field.name]: chosen.join(',') })}
    />
  );
}
