import { useId, useState } from 'react';
import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLingui } from '@lingui/react/macro';
import { useMembership, useRead } from '../frame/membership.js';
import { nameOf } from './customer-name.js';

const pauseMs = 200;
const mostOffered = '10';

/** A record by its key for calls, and the name by which people know it. */
interface Offer {
  key: string;
  name: string;
}

/** Records whose name contains a text. */
function useOffers(kind: 'customer' | 'plan', text: string): readonly Offer[] {
  const query = { search_term: text, per_page: mostOffered };
  const { may } = useMembership();
  const isRequested = (one: typeof kind, permission: string) => kind === one && text !== '' && may(permission);
  const customers = useRead({ path: '/customers', query }, { enabled: isRequested('customer', 'customers:view') });
  const plans = useRead({ path: '/plans', query }, { enabled: isRequested('plan', 'plans:view') });
  return kind === 'customer'
    ? (customers.data?.customers ?? []).map((one) => ({ key: one.external_id, name: nameOf(one) }))
    : (plans.data?.plans ?? []).map(({ code, name }) => ({ key: code, name }));
}

/** A filter by a record. It is found by its name; the address has its key. */
export function RecordFilter({
  kind,
  label,
  value,
  onChange,
}: {
  kind: 'customer' | 'plan';
  label: string;
  value: string;
  onChange(value: string): void;
}) {
  const { t } = useLingui();
  const list = useId();
  const [typed, setTyped] = useState(value);
  const [settled] = useDebouncedValue(typed.trim(), pauseMs);
  const offers = useOffers(kind, settled);
  const chosen = offers.find(({ key }) => key === value);
  const apply = () => {
    const text = typed.trim();
    const found =
      offers.find(({ key, name }) => key === text || name === text) ?? (offers.length === 1 ? offers[0] : null);
    const next = text === '' ? '' : (found?.key ?? text);
    if (next !== value) onChange(next);
  };
  return (
    <>
      <TextInput
        size="xs"
        name={kind}
        list={list}
        aria-label={label}
        placeholder={label}
        value={typed}
        title={chosen && chosen.name !== value ? t`${chosen.name} (${value})` : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={apply}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') currentTarget.blur();
        }}
      />
      <datalist id={list}>
        {offers.map(({ key, name }) => (
          <option key={key} value={key} label={name} />
        ))}
      </datalist>
    </>
  );
}
