import { useState, type KeyboardEvent } from 'react';
import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useLingui as useMessages } from '@lingui/react';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { nameOf } from '../records/customer-name.js';

import { places, type Place } from '../records/places.js';
import { useMembership, useRead } from '../frame/membership.js';
import { CallError } from '../frame/notices.js';
import { useGroups } from './navigation.js';

const fewestCharacters = 2;
const pauseMs = 200;
const shown = '5';

/** Something to go to: a page, or a record. */
interface Goal {
  key: string;
  kind: string;
  name: string;
  go(): void;
}

/** Customers and invoices that fit a text, by the calls' own search. */
function useRecords(text: string) {
  const { may } = useMembership();
  const isLong = text.length >= fewestCharacters;
  const query = { search_term: text, per_page: shown };
  const customers = useRead({ path: '/customers', query }, { enabled: isLong && may('customers:view') });
  const invoices = useRead({ path: '/invoices', query }, { enabled: isLong && may('invoices:view') });
  return {
    customers: isLong ? (customers.data?.customers ?? []) : [],
    invoices: isLong ? (invoices.data?.invoices ?? []) : [],
    error: customers.error ?? invoices.error,
  };
}

/** All goals for a text: pages by their word, then records. */
function useGoals(typed: string, onGo: () => void): { goals: Goal[]; error: unknown } {
  const { _ } = useMessages();
  const { t } = useLingui();
  const { path } = useMembership();
  const navigate = useNavigate();
  const groups = useGroups();
  const [settled] = useDebouncedValue(typed.trim(), pauseMs);
  const { customers, invoices, error } = useRecords(settled);
  const go = (to: string, id?: string) => () => {
    onGo();
    void navigate({ to, params: { organization: path, ...(id === undefined ? {} : { id }) } } as never);
  };
  const record = (place: Place, kind: string, id: string, name: string): Goal => ({
    key: `${place} ${id}`,
    kind,
    name,
    go: go(places[place], id),
  });
  const pages = groups.flatMap(({ items }) =>
    items.map(({ word, to }): Goal => ({ key: to, kind: t`Page`, name: _(word), go: go(to) })),
  );
  const wanted = typed.trim().toLocaleLowerCase();
  return {
    goals: [
      ...pages.filter(({ name }) => name.toLocaleLowerCase().includes(wanted)),
      ...customers.map((one) => record('customer', t`Customer`, one.external_id, nameOf(one))),
      ...invoices.map((one) => record('invoice', t`Invoice`, one.svc_id, `${one.number} · ${nameOf(one.customer)}`)),
    ],
    error,
  };
}

/** Goes anywhere by typing: to pages, customers and invoices. */
export function Palette({ onClose }: { onClose(): void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState(0);
  const { goals, error } = useGoals(typed, onClose);
  const chosen = Math.min(place, goals.length - 1);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setPlace(Math.min(Math.max(chosen + step, 0), Math.max(goals.length - 1, 0)));
    }
    if (event.key === 'Enter') goals[chosen]?.go();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t`Search everything`}
      closeButtonProps={{ 'aria-label': t`Close` }}
      transitionProps={{ duration: 0 }}
    >
      <TextInput
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls="goals"
        aria-activedescendant={goals[chosen] ? `goal-${chosen}` : undefined}
        aria-label={t`Search everything`}
        placeholder={t`Page, name or e-mail of a customer, number of an invoice`}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPlace(0);
        }}
        onKeyDown={press}
      />
      <CallError error={error} />
      <ul id="goals" className="goals" role="listbox" aria-label={t`Found`}>
        {goals.map(({ key, kind, name, go }, at) => (
          <li
            key={key}
            id={`goal-${at}`}
            role="option"
            aria-selected={at === chosen}
            onClick={go}
            onMouseMove={() => setPlace(at)}
          >
            <span dir="auto">{name}</span>
            <span className="nothing">{kind}</span>
          </li>
        ))}
      </ul>
      {goals.length === 0 ? <p className="empty">{t`Nothing found.`}</p> : null}
    </Modal>
  );
}
