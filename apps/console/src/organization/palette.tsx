import { useState, type KeyboardEvent } from 'react';
import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { SearchResult } from '../api/records.js';
import { recordRoutes, type RecordKind } from '../ui/record-link.js';
import { useMembership, useRead } from '../frame/membership.js';
import { CallError } from '../frame/call-error.js';
import { useGroups } from './navigation.js';

const fewestCharacters = 2;
const pauseMs = 200;

/** Something to go to: a page, or a record. */
interface Goal {
  key: string;
  kind: string;
  name: string;
  go(): void;
}

const kinds: Record<SearchResult['type'], { label: MessageDescriptor; page: RecordKind; by: 'code' | 'svc_id' }> = {
  customer: { label: msg`Customer`, page: 'customer', by: 'code' },
  subscription: { label: msg`Subscription`, page: 'subscription', by: 'code' },
  invoice: { label: msg`Invoice`, page: 'invoice', by: 'svc_id' },
  credit_note: { label: msg`Credit note`, page: 'creditNote', by: 'svc_id' },
  payment: { label: msg`Payment`, page: 'payment', by: 'svc_id' },
  wallet: { label: msg`Wallet`, page: 'wallet', by: 'svc_id' },
  plan: { label: msg`Plan`, page: 'plan', by: 'code' },
  billable_metric: { label: msg`Metric`, page: 'metric', by: 'code' },
  coupon: { label: msg`Coupon`, page: 'coupon', by: 'code' },
  event: { label: msg`Event`, page: 'event', by: 'code' },
};

/** Records of any kind that fit a text: one call finds them. */
function useRecords(text: string) {
  const { may } = useMembership();
  const isSearched = text.length >= fewestCharacters && may('customers:view');
  const { data, error, isFetching } = useRead({ path: '/search', query: { q: text } }, { enabled: isSearched });
  return {
    results: isSearched ? (data?.results ?? []) : [],
    isWhole: !isSearched || data?.complete !== false,
    isFetching,
    error,
  };
}

/** The name of a record, and its code where the name does not say it. */
const titleOf = ({ name, code }: SearchResult): string => (name && name !== code ? `${name} · ${code}` : code);

/** All goals for a text: pages by their name, then records. */
function useGoals(typed: string, onGo: () => void) {
  const { t } = useLingui();
  const { path } = useMembership();
  const navigate = useNavigate();
  const groups = useGroups();
  const [settled] = useDebouncedValue(typed.trim(), pauseMs);
  const { results, ...rest } = useRecords(settled);
  const go = (to: string, id?: string) => () => {
    onGo();
    void navigate({ to, params: { organization: path, ...(id === undefined ? {} : { id }) } } as never);
  };
  const record = (result: SearchResult): Goal => {
    const { label, page, by } = kinds[result.type];
    return {
      key: `${result.type} ${result.svc_id}`,
      kind: t(label),
      name: titleOf(result),
      go: go(recordRoutes[page], result[by]),
    };
  };
  const pages = groups.flatMap(({ items }) =>
    items.map(({ label, to }): Goal => ({ key: to, kind: t`Page`, name: t(label), go: go(to) })),
  );
  const needle = typed.trim().toLocaleLowerCase();
  const isExact = results.filter(({ exact }) => exact);
  return {
    goals: [
      ...isExact.map(record),
      ...pages.filter(({ name }) => name.toLocaleLowerCase().includes(needle)),
      ...results.filter(({ exact }) => !exact).map(record),
    ],
    ...rest,
  };
}

/**
 * Goes anywhere by typing: to pages, and to records by their name, number, code, amount or identifier.
 * @param typedEarly what was typed before the search was there
 */
export function Palette({ typedEarly, onClose }: { typedEarly(): string; onClose(): void }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(typedEarly);
  const [place, setPlace] = useState(0);
  const { goals, error, isWhole, isFetching } = useGoals(typed, onClose);
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
        placeholder={t`Page, name, number, amount, code or identifier`}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPlace(0);
        }}
        onFocus={() => setTyped((now) => (typedEarly().startsWith(now) ? typedEarly() : now))}
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
      {goals.length === 0 && !isFetching ? <p className="empty">{t`No results. Change the search.`}</p> : null}
      {isWhole ? null : <p className="nothing">{t`There may be more results. Type more of the name.`}</p>}
    </Modal>
  );
}
