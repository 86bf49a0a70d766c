import { type ReactNode } from 'react';
import { Button, Text, Title } from '@mantine/core';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import type { Answer, Call, Query, ReadPath } from '../api/read.js';
import { useRead } from '../frame/membership.js';
import { CallError } from '../frame/call-error.js';
import { isForbidden } from '../frame/notices.js';
import { useZone } from '../frame/zone.js';
import { useTitle } from '../frame/plain-page.js';
import type { Column } from './columns.js';
import { Filters, queryOf, withoutFilters, type Filter, type Search } from './filters.js';
import { ListHead } from './list-head.js';
import { CursorPager, Pager, sizeOf, type Meta } from './pager.js';
import { RecordTable, useReturningFocus, useRowKeys } from './record-table.js';
import { useSelection, useSelectionKeys, type SelectedProps } from './selection.js';
import { CountedTabs, type Tab } from './tabs.js';
import { useAddress } from './use-address.js';
import { Loading } from './loading.js';

interface Props<P extends ReadPath, Row> {
  title: MessageDescriptor;
  /** The text of a list without entries, and what to do. */
  empty: MessageDescriptor;
  call: Call<P>;
  rowsOf(answer: Answer<P>): readonly Row[];
  keyOf(row: Row): string;
  columns: readonly Column<Row>[];
  filters?: readonly Filter[];
  tabs?: readonly Tab[];
  /** The state that the numbers of tabs count. */
  counts?: string;
  /** The call sums the amounts of all entries, and the head shows the sums. */
  hasSums?: boolean;
  /** The call has numbered pages alone. By default it has cursors, too, and a page takes the same time at any place. */
  hasPages?: boolean;
  /** A hook that adds to the rows what another call says about all of them. */
  useRows?: (rows: readonly Row[]) => readonly Row[];
  /** Shows what can be done with chosen records; without it, none can be chosen. */
  Selected?: (props: SelectedProps) => ReactNode;
  /** The button that creates a record. */
  create?: ReactNode;
  children?: ReactNode;
}

/** Where the list is, as its call takes it. */
const placeOf = (search: Search, hasPages: boolean): Query => ({
  ...(hasPages ? { page: search.page ?? '1' } : { cursor: search.cursor ?? '' }),
  per_page: sizeOf(search),
});

/** Whether the address names a later place of the list than its beginning. */
const isBeyondStart = ({ page, cursor }: Search): boolean => page !== undefined || cursor !== undefined;

const unchanged = <Row,>(rows: readonly Row[]): readonly Row[] => rows;

/** A list of records. Filters, tab, order and place are in the address. */
export function ListPage<P extends ReadPath, Row>(props: Props<P, Row>) {
  const {
    title,
    columns,
    filters = [],
    tabs = [],
    hasPages = false,
    hasSums = false,
    Selected,
    create,
    children,
  } = props;
  const { useRows = unchanged } = props;
  const { t } = useLingui();
  const { search, change } = useAddress();
  const tab = tabs.find(({ value }) => value === search.tab) ?? tabs[0];
  const filtered: Query = { ...props.call.query, ...queryOf(filters, search, useZone()) };
  const filteredByTab: Query = { ...filtered, ...tab?.query };
  const call: Call<P> = {
    ...props.call,
    query: {
      ...filteredByTab,
      ...(search.sort === undefined ? {} : { sort: search.sort }),
      ...(hasSums ? { sums: 'true' } : {}),
      ...placeOf(search, hasPages),
    },
  };
  const { data, error, isPending, isPlaceholderData } = useRead(call, { keepsLast: true });
  const rows = useRows(data ? props.rowsOf(data) : []);
  const selection = useSelection(rows.map(props.keyOf), JSON.stringify(filteredByTab));
  useSelectionKeys(Selected ? selection : null);
  const meta = data && 'meta' in (data as object) ? (data as unknown as { meta: Meta }).meta : undefined;
  const hasCurrency = filters.some(({ name }) => name === 'currency');
  /** Sorts amounts within one currency, where the call can be limited to it. */
  const sortBy = ({ sort, currency }: { sort: string; currency?: string }) =>
    change(currency !== undefined && hasCurrency ? { sort, currency } : { sort });
  const label = t(title);
  useTitle(label);
  useRowKeys();
  useReturningFocus(rows.length > 0);
  if (isForbidden(error))
    return (
      <main className="list">
        <header className="head">
          <Title order={1}>{label}</Title>
        </header>
        <CallError error={error} />
      </main>
    );
  return (
    <main className="list">
      <ListHead label={label} meta={meta} call={call} columns={columns} rows={rows} create={create} />
      {children}
      {tabs.length > 0 ? (
        <CountedTabs tabs={tabs} current={tab?.value} call={{ ...props.call, query: filtered }} counts={props.counts} />
      ) : null}
      <Filters filters={filters} search={search} onChange={change} />
      <CallError error={error} />
      {isPending && !error ? <Loading label={label} /> : null}
      {Selected && (selection.isEverything || selection.ids.size > 0) ? (
        <Selected
          path={props.call.path}
          base={props.call.query ?? {}}
          filtered={filteredByTab}
          total={meta?.total_count ?? rows.length}
          hasSums={hasSums}
          rows={rows.length}
          selection={selection}
        />
      ) : null}
      {rows.length > 0 ? (
        <RecordTable
          label={label}
          columns={columns}
          rows={rows}
          keyOf={props.keyOf}
          isOld={isPlaceholderData}
          order={{ by: search.sort, currency: search.currency, onChange: sortBy }}
          selection={Selected ? selection : undefined}
        />
      ) : null}
      {data && rows.length === 0 ? <Empty text={t(props.empty)} filters={filters} create={create} /> : null}
      {meta && (rows.length > 0 || isBeyondStart(search)) ? (
        hasPages ? (
          <Pager meta={meta} />
        ) : (
          <CursorPager meta={meta} />
        )
      ) : null}
    </main>
  );
}

/** A list without rows: why, and one button that changes it. */
function Empty({ text, filters, create }: { text: string; filters: readonly Filter[]; create: ReactNode }) {
  const { t } = useLingui();
  const { search, change } = useAddress();
  const hasFilters = Object.keys(queryOf(filters, search)).length > 0;
  return (
    <div className="empty">
      <Text role="status">
        {hasFilters ? <Trans>No records match these filters. Change or clear a filter.</Trans> : text}
      </Text>
      {hasFilters ? (
        <Button variant="default" size="xs" onClick={() => change(withoutFilters(filters))}>
          {t`Show all`}
        </Button>
      ) : (
        create
      )}
    </div>
  );
}
