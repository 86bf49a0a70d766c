import { useCallback, type ReactNode } from 'react';
import { Button, Loader, NativeSelect, Text, Title } from '@mantine/core';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui as useMessages } from '@lingui/react';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Answer, Call, Query, ReadPath } from '../api/read.js';
import { useRead } from '../frame/membership.js';
import { CallError } from '../frame/notices.js';
import { useTitle } from '../frame/plain-page.js';
import type { Column } from './columns.js';
import { csvOf } from './csv.js';
import { Filters, queryOf, type Filter, type Search } from './filters.js';
import { OpenInApi } from './open-in-api.js';
import { RecordTable, useRowKeys } from './record-table.js';
import { saveCsv } from './save-csv.js';
import { SavedViews } from './saved-views.js';

const pageSizes = ['25', '50', '100'];
const defaultSize = '50';

/** Where an answer is in its list. */
interface Meta {
  current_page: number;
  total_pages: number;
  total_count: number;
}

/** A tab: a list with filters of its own. */
export interface Tab {
  value: string;
  word: MessageDescriptor;
  query: Query;
}

interface Props<P extends ReadPath, Row> {
  title: MessageDescriptor;
  /** What will stand here. */
  empty: MessageDescriptor;
  call: Call<P>;
  rowsOf(answer: Answer<P>): readonly Row[];
  keyOf(row: Row): string;
  columns: readonly Column<Row>[];
  filters?: readonly Filter[];
  tabs?: readonly Tab[];
  children?: ReactNode;
}

/** The search of an address, and a function that changes it; a change of filters goes to the first page. */
export function useAddress() {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Search) =>
      void navigate({
        to: '.',
        search: Object.fromEntries(
          Object.entries({ ...search, page: '', ...changes }).filter(([, value]) => value !== ''),
        ),
      }),
    [navigate, search],
  );
  return { search, change };
}

/** What an address keeps when another tab opens: all but the tab and the page. */
const keptOf = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => name !== 'tab' && name !== 'page'));

/** A list of records. Filters, tab and page are in the address. */
export function ListPage<P extends ReadPath, Row>(props: Props<P, Row>) {
  const { title, empty, rowsOf, keyOf, columns, filters = [], tabs = [], children } = props;
  const { _ } = useMessages();
  const { search, change } = useAddress();
  const tab = tabs.find(({ value }) => value === search.tab) ?? tabs[0];
  const call: Call<P> = {
    ...props.call,
    query: {
      ...props.call.query,
      ...tab?.query,
      ...queryOf(filters, search),
      page: search.page ?? '1',
      per_page: pageSizes.find((size) => size === search.per_page) ?? defaultSize,
    },
  };
  const { data, error, isPending, isPlaceholderData } = useRead(call, { keepsLast: true });
  const rows = data ? rowsOf(data) : [];
  const meta = data && 'meta' in (data as object) ? (data as unknown as { meta: Meta }).meta : undefined;
  const label = _(title);
  useTitle(label);
  useRowKeys();
  return (
    <main className="list">
      <ListHead label={label} count={meta?.total_count} call={call} columns={columns} rows={rows} />
      {children}
      {tabs.length > 0 ? <Tabs tabs={tabs} current={tab?.value} keep={keptOf(search)} /> : null}
      <Filters filters={filters} search={search} onChange={change} />
      <CallError error={error} />
      {isPending && !error ? <Loader size="sm" aria-label={label} /> : null}
      {rows.length > 0 ? (
        <RecordTable label={label} columns={columns} rows={rows} keyOf={keyOf} isOld={isPlaceholderData} />
      ) : null}
      {data && rows.length === 0 ? (
        <Empty text={_(empty)} hasFilters={Object.keys(queryOf(filters, search)).length > 0} />
      ) : null}
      {meta ? <Pager meta={meta} size={search.per_page ?? defaultSize} onChange={change} /> : null}
    </main>
  );
}

function ListHead<Row>({
  label,
  count,
  call,
  columns,
  rows,
}: {
  label: string;
  count: number | undefined;
  call: Call;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
}) {
  const { t, i18n } = useLingui();
  const { _ } = useMessages();
  const save = () =>
    saveCsv(
      label,
      csvOf([columns.map(({ word }) => _(word)), ...rows.map((row) => columns.map((column) => column.csv(row)))]),
    );
  return (
    <header className="head">
      <Title order={1}>
        {label} {count === undefined ? null : <span className="count">{count.toLocaleString(i18n.locale)}</span>}
      </Title>
      <div className="actions">
        <SavedViews />
        <Button variant="default" size="xs" disabled={rows.length === 0} onClick={save}>
          {t`Save as CSV`}
        </Button>
        <OpenInApi call={call} />
      </div>
    </header>
  );
}

/** Tabs of a page as links, with the chosen one in the address. */
export function Tabs({
  tabs,
  current,
  keep = {},
}: {
  tabs: readonly Pick<Tab, 'value' | 'word'>[];
  current: string | undefined;
  /** What else the address holds. */
  keep?: Search;
}) {
  const { _ } = useMessages();
  const { t } = useLingui();
  return (
    <nav className="tabs" aria-label={t`Views`}>
      {tabs.map(({ value, word }, place) => (
        <Link
          key={value}
          to="."
          search={place === 0 ? keep : { ...keep, tab: value }}
          activeOptions={{ exact: true }}
          aria-current={value === current ? 'page' : undefined}
        >
          {_(word)}
        </Link>
      ))}
    </nav>
  );
}

const Empty = ({ text, hasFilters }: { text: string; hasFilters: boolean }) => (
  <Text className="empty" role="status">
    {hasFilters ? <Trans>Nothing fits these filters.</Trans> : text}
  </Text>
);

function Pager({ meta, size, onChange }: { meta: Meta; size: string; onChange(changes: Search): void }) {
  const { t, i18n } = useLingui();
  const { current_page: page, total_pages: pages } = meta;
  const number = (value: number) => value.toLocaleString(i18n.locale);
  return (
    <nav className="pager" aria-label={t`Pages`}>
      <Button variant="default" size="xs" disabled={page <= 1} onClick={() => onChange({ page: String(page - 1) })}>
        {t`Previous`}
      </Button>
      <span>{t`Page ${number(page)} of ${number(Math.max(pages, 1))}`}</span>
      <Button variant="default" size="xs" disabled={page >= pages} onClick={() => onChange({ page: String(page + 1) })}>
        {t`Next`}
      </Button>
      <NativeSelect
        size="xs"
        aria-label={t`Rows of a page`}
        value={size}
        data={pageSizes}
        onChange={(event) => onChange({ per_page: event.currentTarget.value })}
      />
    </nav>
  );
}
