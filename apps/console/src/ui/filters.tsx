import { Button, NativeSelect } from '@mantine/core';
import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Query } from '../api/read.js';
import { useEnumText } from './enum-texts.js';
import { RecordFilter } from './record-filter.js';
import { TypedFilter } from './typed-filter.js';

/** A filter of a list. It has the name of the call's parameter, in the address without `[]`. */
export interface Filter {
  name: string;
  label: MessageDescriptor;
  /** `amount` is in minor units of the chosen currency; `customer` and `plan` find a record by its name. */
  kind: 'text' | 'date' | 'choice' | 'amount' | 'customer' | 'plan';
  /** The choices, as the interface names them. */
  values?: readonly string[];
  /** Texts for values that mean something else here. */
  texts?: Record<string, MessageDescriptor>;
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

export const createdFilters: readonly Filter[] = [
  { name: 'created_at_from', label: msg`Created from`, kind: 'date' },
  { name: 'created_at_to', label: msg`Created until`, kind: 'date' },
];

const keyOf = (name: string): string => name.replace('[]', '');
const isList = (name: string): boolean => name.endsWith('[]');

/** The query of a call for the filters that an address holds. */
export const queryOf = (filters: readonly Filter[], search: Search): Query =>
  Object.fromEntries(
    filters.flatMap(({ name }) => {
      const value = search[keyOf(name)];
      return value === undefined || value === '' ? [] : [[name, isList(name) ? [value] : value]];
    }),
  );

interface Props {
  filters: readonly Filter[];
  search: Search;
  onChange(changes: Search): void;
}

/** The filters of a list. Texts apply with Enter or on leaving their field. */
export function Filters({ filters, search, onChange }: Props) {
  const { t } = useLingui();
  const isSet = filters.some(({ name }) => search[keyOf(name)]);
  if (filters.length === 0) return null;
  return (
    <div className="filters" role="search">
      {filters.map((filter) => (
        <FilterField
          key={`${filter.name} ${search[keyOf(filter.name)] ?? ''}`}
          filter={filter}
          value={search[keyOf(filter.name)] ?? ''}
          currency={search.currency}
          onChange={(value) => onChange({ [keyOf(filter.name)]: value })}
        />
      ))}
      {isSet ? (
        <Button
          variant="default"
          size="xs"
          onClick={() => onChange(Object.fromEntries(filters.map(({ name }) => [keyOf(name), ''])))}
        >
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
