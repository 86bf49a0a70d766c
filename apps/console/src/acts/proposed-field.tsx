import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { UseProposals, Values } from './field.js';
import type { FieldProps } from './field-props.js';

const mostShown = 20;

interface Props extends Omit<AutocompleteProps, 'data' | 'onChange' | 'value'> {
  useProposals: UseProposals;
  typed: Values;
  row?: string;
  value: string;
  onType(value: string): void;
}

/** A text that a person may choose among proposals, or type. */
export function Proposed({ useProposals, typed, row = '', value, onType, ...rest }: Props) {
  const { t } = useLingui();
  const proposals = useProposals(typed, row);
  const labels = new Map(
    proposals.map((option) => [option.value, typeof option.label === 'string' ? option.label : t(option.label)]),
  );
  return (
    <Autocomplete
      {...rest}
      value={value}
      data={[...labels.keys()].filter((one) => one !== '')}
      limit={mostShown}
      renderOption={({ option }) => <span dir="auto">{labels.get(option.value)}</span>}
      onChange={onType}
    />
  );
}

export const ProposedField = ({ field, typed, label, hint, error, onType }: FieldProps<'proposed'>) => (
  <Proposed
    useProposals={field.useProposals}
    typed={typed}
    name={field.name}
    label={label}
    description={hint}
    error={error}
    withAsterisk={!field.isOptional}
    aria-required={!field.isOptional}
    value={typed[field.name] ?? ''}
    onType={(value) => onType({ [field.name]: value })}
  />
);
