import { useState } from 'react';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLingui } from '@lingui/react/macro';
import { useRead } from '../frame/membership.js';
import type { Option, Picker } from './field.js';
import type { FieldProps } from './field-props.js';

const pauseMs = 200;

interface Props {
  picker: Picker;
  value: string;
  onPick(value: string): void;
  isOptional?: boolean | undefined;
  name?: string;
  size?: 'xs';
  label?: string;
  placeholder?: string;
  'aria-label'?: string;
  description?: string | undefined;
  error?: string | undefined;
}

/** A record by its name: typing searches by the call, and the value is what the call needs. */
export function Picked({ picker: { callOf, optionsOf }, value, onPick, isOptional = false, ...rest }: Props) {
  const { t } = useLingui();
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text.trim(), pauseMs);
  const { data, isFetching } = useRead(callOf(settled), { keepsLast: true });
  const options = data ? optionsOf(data) : [];
  const isKnown = value === '' || options.some((option) => option.value === value);
  const all: readonly Option[] = isKnown ? options : [{ value, label: value }, ...options];
  return (
    <Select
      {...rest}
      withAsterisk={!isOptional && rest.label !== undefined}
      searchable
      clearable={isOptional}
      value={value === '' ? null : value}
      data={all.map((option) => ({
        value: option.value,
        label: typeof option.label === 'string' ? option.label : t(option.label),
      }))}
      // The call has searched already.
      filter={({ options: found }) => found}
      nothingFoundMessage={isFetching ? t`Searching …` : t`No results. Change the search.`}
      onSearchChange={setText}
      onChange={(chosen) => onPick(chosen ?? '')}
    />
  );
}

export const PickerField = ({ field, typed, label, hint, error, onType }: FieldProps<'picker'>) => (
  <Picked
    picker={field.picker}
    name={field.name}
    label={label}
    description={hint}
    error={error}
    isOptional={field.isOptional}
    value={typed[field.name] ?? ''}
    onPick={(value) => onType({ [field.name]: value })}
  />
);
