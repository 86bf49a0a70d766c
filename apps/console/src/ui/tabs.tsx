import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import type { Call, Query } from '../api/read.js';
import { useRead } from '../frame/membership.js';
import type { Search } from './filters.js';
import type { Meta } from './pager.js';
import { useAddress } from './use-address.js';

/** A tab: a list with filters of its own. */
export interface Tab {
  value: string;
  label: MessageDescriptor;
  query: Query;
  /** The state whose number the tab shows. */
  count?: string;
}

/** The parameters that stay when another tab opens: all but the tab and the place in its list. */
const remainingOf = ({ tab: _tab, page: _page, cursor: _cursor, ...remaining }: Search): Search => remaining;

/** Tabs of a list, with the number of records in each state that one call counts. */
export function CountedTabs({
  tabs,
  current,
  call,
  counts,
}: {
  tabs: readonly Tab[];
  current: string | undefined;
  /** The call of the list, without the filters of a tab. */
  call: Call;
  counts: string | undefined;
}) {
  const { search } = useAddress();
  const { data } = useRead(
    { ...call, query: { ...call.query, counts: counts ?? '', per_page: '1' } },
    { enabled: counts !== undefined, keepsLast: true },
  );
  const numbers = (data as { meta?: Meta } | undefined)?.meta?.counts;
  return (
    <Tabs
      current={current}
      keep={remainingOf(search)}
      tabs={tabs.map((tab) => ({ ...tab, number: tab.count === undefined ? undefined : numbers?.[tab.count] }))}
    />
  );
}

/** Tabs of a page as links, with the chosen one in the address. */
export function Tabs({
  tabs,
  current,
  keep = {},
}: {
  tabs: readonly (Pick<Tab, 'value' | 'label'> & { number?: number | undefined })[];
  current: string | undefined;
  /** Further parameters of the address. */
  keep?: Search;
}) {
  const { t, i18n } = useLingui();
  return (
    <nav className="tabs" aria-label={t`Views`}>
      {tabs.map(({ value, label, number }, place) => (
        <Link
          key={value}
          to="."
          search={place === 0 ? keep : { ...keep, tab: value }}
          activeOptions={{ exact: true }}
          aria-current={value === current ? 'page' : undefined}
        >
          {t(label)}
          {number === undefined ? null : <span className="number"> {number.toLocaleString(i18n.locale)}</span>}
        </Link>
      ))}
    </nav>
  );
}

/** A tab for all records, and one for each state. @param query the filter of a state */
export const tabsOf = (
  states: readonly (readonly [string, MessageDescriptor])[],
  query: (state: string) => Query,
): readonly Tab[] => [
  { value: 'all', label: msg`All`, query: {} },
  ...states.map(([state, label]) => ({ value: state, label, query: query(state), count: state })),
];
