import { useState } from 'react';
import { Button, NativeSelect } from '@mantine/core';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Query } from '../api/read.js';
import { endOfDay, startOfDay } from '../frame/dates.js';
import { useEnumText } from './enum-texts.js';
import { RecordFilter } from './record-filter.js';
import { isDay, TypedFilter } from './typed-filter.js';

/** A filter of a list. It has the name of the call's parameter, in the address without `[]`. */
export interface Filter {
  name: string;
  label: MessageDescriptor;
  /**
   * `amount` is in minor units of the chosen currency; `customer` and `plan` find a record by its name. `start` and `end`
   * are days of the page's time zone, which the call takes as their first and last instant.
   */
  kind: 'text' | 'date' | 'start' | 'end' | 'choice' | 'amount' | 'customer' | 'plan';
  /** The choices, as the interface names them. */
  values?: readonly string[];
  /** Texts for values that mean something else here. */
  texts?: Record<string, MessageDescriptor>;
  /** Shown only where it is set, or after the button for more filters. */
  isRare?: boolean;
}

/** The parameters of the address, by name. */
export type Search = Record<string, string>;

export const searchFilter: Filter = { name: 'search_term', label: msg`Search`, kind: 'text' };
export const customerFilter: Filter = { name: 'external_customer_id', label: msg`Customer`, kind: 'customer' };
export const planFilter: Filter = { name: 'plan_code', label: msg`Plan`, kind: 'plan' };
export const amountFilters: readonly Filter[] = [
  { name: 'amount_from', label: msg`Amount from`, kind: 'amount' },
  { name: 'amount_to', label: msg`Amount to`, kind: 'amount' },
];
export const currencyFilter = (name = 'currency'): Filter => ({ name, label: msg`Currency`, kind: 'text' });
export const issuingDateFilters: readonly Filter[] = [
  { name: 'issuing_date_from', label: msg`Issued from`, kind: 'date' },
  { name: 'issuing_date_to', label: msg`Issued until`, kind: 'date' },
];

/** Documents that customers issue themselves, as partners, or the others. */
export const selfBilledFilter: Filter = {
  name: 'self_billed',
  label: msg`Self-billed`,
  kind: 'choice',
  values: ['false', 'true'],
  texts: { false: msg`Not self-billed`, true: msg`Self-billed` },
  isRare: true,
};

export const createdFilters: readonly Filter[] = [
  { name: 'created_at_from', label: msg`Created from`, kind: 'start' },
  { name: 'created_at_to', label: msg`Created until`, kind: 'end' },
];

const keyOf = (name: string): string => name.replace('[]', '');
const isList = (name: string): boolean => name.endsWith('[]');

const lastMs = 999;

/** The value of a filter as its call takes it. A text with a time is an instant already. */
function valueOf({ kind }: Filter, value: string, zone: string): string {
  if (!isDay(value)) return value;
  if (kind === 'start') return startOfDay(value, zone).toISOString();
  return kind === 'end' ? new Date(endOfDay(value, zone).getTime() + lastMs).toISOString() : value;
}

/** The query of a call for the filters that an address holds. Several values of a filter are divided by commas. */
export const queryOf = (filters: readonly Filter[], search: Search, zone = 'UTC'): Query =>
  Object.fromEntries(
    filters.flatMap((filter) => {
      const { name } = filter;
      const value = search[keyOf(name)];
      if (value === undefined || value === '') return [];
      return [[name, isList(name) ? value.split(',') : valueOf(filter, value, zone)]];
    }),
  );

/** The changes of an address that clear all filters. */
export const withoutFilters = (filters: readonly Filter[]): Search =>
  Object.fromEntries(filters.map(({ name }) => [keyOf(name), '']));

interface Props {
  filters: readonly Filter[];
  search: Search;
  onChange(changes: Search): void;
}

/** The filters of a list. Texts apply with Enter or on leaving their field. */
export function Filters({ filters, search, onChange }: Props) {
  const { t } = useLingui();
  const [hasMore, setMore] = useState(false);
  const isSetOf = ({ name }: Filter) => Boolean(search[keyOf(name)]);
  const isSet = filters.some(isSetOf);
  const shown = filters.filter((filter) => hasMore || !filter.isRare || isSetOf(filter));
  if (filters.length === 0) return null;
  return (
    <div className="filters" role="search">
      {shown.map((filter) => (
        <FilterField
          key={`${filter.name} ${search[keyOf(filter.name)] ?? ''}`}
          filter={filter}
          value={search[keyOf(filter.name)] ?? ''}
          currency={search.currency}
          onChange={(value) => onChange({ [keyOf(filter.name)]: value })}
        />
      ))}
      {shown.length < filters.length ? (
        <Button variant="subtle" size="xs" onClick={() => setMore(true)}>
          {t`More filters`}
        </Button>
      ) : null}
      {isSet ? (
        <Button variant="default" size="xs" onClick={() => onChange(withoutFilters(filters))}>
          {t`Clear`}
        </Button>
      ) : null}
    </div>
  );
}

function FilterField({
  filter,
  value,
  currency,
  onChange,
}: {
  filter: Filter;
  value: string;
  currency: string | undefined;
  onChange(value: string): void;
}) {
  const { t } = useLingui();
  const textOf = useEnumText();
  const { name, kind, values = [], texts = {} } = filter;
  const label = t(filter.label);
  if (kind === 'customer' || kind === 'plan')
    return <RecordFilter kind={kind} label={label} value={value} onChange={onChange} />;
  if (kind !== 'choice')
    return <TypedFilter name={name} kind={kind} label={label} value={value} currency={currency} onChange={onChange} />;
  const nameOf = (one: string): string => (texts[one] ? t(texts[one]) : textOf(one));
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value}
      data={[{ value: '', label }, ...values.map((one) => ({ value: one, label: nameOf(one) }))]}
      error={value === '' || values.includes(value) ? undefined : t`This value does not exist.`}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The days of a list of events, logs or webhooks. */
export const dayFilters: readonly Filter[] = [
  { name: 'from_date', label: msg`From`, kind: 'date' },
  { name: 'to_date', label: msg`Until`, kind: 'date' },
];
