import { useState } from 'react';
import { TextInput } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { dayIn } from '../frame/dates.js';
import { useZone } from '../frame/zone.js';
import { decimalOf, minorUnits } from './money.js';

/** Most amounts of a list have two digits; a currency of another number is chosen by its filter. */
const usualCurrency = 'EUR';
const longestCents = 15;

/** Whether a text is a day of the calendar, such as `2026-02-28`. */
export const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

/** Whether a text is a day with a time, which a link can hold in place of a day. */
const isInstant = (text: string): boolean =>
  isDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text)) && text.length > 10;

/** A filter that is typed: a text, a day or an amount. It applies with Enter or on leaving the field. */
export function TypedFilter({
  name,
  kind,
  label,
  value,
  currency = usualCurrency,
  onChange,
}: {
  name: string;
  kind: 'text' | 'date' | 'start' | 'end' | 'amount';
  label: string;
  /** As the call takes it: an amount in minor units. */
  value: string;
  currency: string | undefined;
  onChange(value: string): void;
}) {
  const { t } = useLingui();
  const zone = useZone();
  const [isRefused, setRefused] = useState(false);
  const isAmount = kind === 'amount';
  const isDate = kind === 'date' || kind === 'start' || kind === 'end';
  const shown = isDate && isInstant(value) ? dayIn(new Date(value), zone) : value;
  const isCents = /^\d+$/.test(value) && value.length <= longestCents;
  const isWrong =
    value !== '' && ((isDate && !isDay(shown)) || (isAmount && !isCents) || isUnknownCurrency(name, value));
  const apply = (typed: string) => {
    const trimmed = name.startsWith('currenc') ? typed.trim().toUpperCase() : typed.trim();
    const next = isAmount && trimmed !== '' ? minorUnits(trimmed, currency) : trimmed;
    setRefused(next === undefined);
    if (next !== undefined && next !== shown) onChange(next);
  };
  return (
    <TextInput
      size="xs"
      type={isDate ? 'date' : 'text'}
      name={name}
      {...(isAmount ? { inputMode: 'decimal' as const } : {})}
      {...(isDate ? { label, className: 'date-filter' } : { 'aria-label': label, placeholder: label })}
      defaultValue={isAmount && isCents ? decimalOf(Number(value), currency) : shown}
      error={isRefused || isWrong ? t`The list ignores this value.` : undefined}
      onBlur={(event) => apply(event.currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur();
      }}
    />
  );
}

/** A currency has three letters; a list has no entries in any other. */
const isUnknownCurrency = (name: string, value: string): boolean =>
  name.startsWith('currenc') && !/^[A-Za-z]{3}$/.test(value);
