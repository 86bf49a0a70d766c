import { useEffect, useState, type KeyboardEvent } from 'react';
import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { SearchResult } from '../api/records.js';
import type { Creation } from '../acts/act.js';
import type { Offer } from '../acts/offer-store.js';
import { useOffers } from '../acts/offers.js';
import { loadDialog } from '../acts/opened-act.js';
import { recordRoutes, type RecordKind } from '../ui/record-link.js';
import { useMembership, useRead } from '../frame/membership.js';
import { CallError } from '../frame/call-error.js';
import { goalsInOrder, placeAfter, type Goal } from './goals.js';
import { useGroups } from './navigation.js';
import { useCreations, type LoadCreations } from './use-creations.js';

const fewestCharacters = 2;
const pauseMs = 200;

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

interface Props {
  loadCreations: LoadCreations;
  /** Opens the dialog of an act that needs no record. */
  onCreate(creation: Creation): void;
  onClose(): void;
}

/** The acts that the page offers, and those that need no record. None over the dialog of another act. */
function useActGoals({ loadCreations, onCreate, onClose }: Props) {
  const { t } = useLingui();
  const [isOverDialog] = useState(() => document.querySelector('[role="dialog"]') !== null);
  const offers = useOffers();
  const creations = useCreations(loadCreations);
  useEffect(() => void loadDialog(), []);
  if (isOverDialog) return { offers: [], creations: [] };
  const goalOf = ({ label, refusal, open }: Pick<Offer, 'label' | 'refusal' | 'open'>, place: number): Goal => ({
    key: `act ${place} ${label.id}`,
    kind: t`Action`,
    name: t(label),
    ...(refusal === null ? {} : { refusal: t(refusal) }),
    go: () => {
      if (refusal !== null) return;
      onClose();
      open();
    },
  });
  return {
    offers: offers.map(goalOf),
    creations: creations.map((creation, place) =>
      goalOf({ label: creation.label, refusal: null, open: () => onCreate(creation) }, place + offers.length),
    ),
  };
}

/** All goals for a text. */
function useGoals(typed: string, props: Props) {
  const { t } = useLingui();
  const { path } = useMembership();
  const navigate = useNavigate();
  const groups = useGroups();
  const [settled] = useDebouncedValue(typed.trim(), pauseMs);
  const { results, ...rest } = useRecords(settled);
  const acts = useActGoals(props);
  const go = (to: string, id?: string) => () => {
    props.onClose();
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
  return {
    goals: goalsInOrder(typed.trim(), {
      exact: results.filter(({ exact }) => exact).map(record),
      records: results.filter(({ exact }) => !exact).map(record),
      pages,
      ...acts,
    }),
    ...rest,
  };
}

/**
 * Goes anywhere by typing: to pages, to records by their name, number, code, amount or identifier, and to acts by name.
 * @param typedEarly what was typed before the search was there
 */
export function Palette({ typedEarly, ...props }: Props & { typedEarly(): string }) {
  const { t } = useLingui();
  const [typed, setTyped] = useState(typedEarly);
  const [place, setPlace] = useState(0);
  const { goals, error, isWhole, isFetching } = useGoals(typed, props);
  const chosen = Math.min(place, goals.length - 1);
  useEffect(() => {
    document.getElementById(`goal-${chosen}`)?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setPlace(placeAfter(chosen, step, goals.length));
    }
    if (event.key !== 'Enter') return;
    // The dialog of an act would take the key for its own button.
    event.preventDefault();
    goals[chosen]?.go();
  };
  return (
    <Modal
      opened
      onClose={props.onClose}
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
        placeholder={t`Page, action, name, number, amount, code or identifier`}
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
        {goals.map(({ key, kind, name, refusal, go }, at) => (
          <li
            key={key}
            id={`goal-${at}`}
            role="option"
            aria-selected={at === chosen}
            aria-disabled={refusal !== undefined}
            onClick={go}
            onMouseMove={() => setPlace(at)}
          >
            <span dir="auto">
              {name}
              {refusal === undefined ? null : <span className="reason">{refusal}</span>}
            </span>
            <span className="nothing">{kind}</span>
          </li>
        ))}
      </ul>
      {goals.length === 0 && !isFetching ? <p className="empty">{t`No results. Change the search.`}</p> : null}
      {isWhole ? null : <p className="nothing">{t`There may be more results. Type more of the name.`}</p>}
    </Modal>
  );
}
