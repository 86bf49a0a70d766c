import type { ReactNode } from 'react';
import { Text, Title } from '@mantine/core';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { CallError } from '../../frame/call-error.js';
import { useTitle } from '../../frame/plain-page.js';
import type { Column } from '../../ui/columns.js';
import { Filters, queryOf, type Filter, type Search } from '../../ui/filters.js';
import { Loading } from '../../ui/loading.js';
import { Pager, sizeOf, type Meta } from '../../ui/pager.js';
import { RecordTable, useReturningFocus, useRowKeys } from '../../ui/record-table.js';
import { useAddress } from '../../ui/use-address.js';

/** The answer of a call, as `answerOf` takes it. */
export type Sent<T> = Promise<{ data?: T; error?: unknown; response: Response }>;

/** Reads a call about the installation. Everything under the same first part of the key is read again after a change. */
export const useInstallation = <T,>(key: readonly unknown[], call: () => Sent<T>) =>
  useQuery({ queryKey: ['operator', ...key], queryFn: () => answerOf(call()), staleTime: 5_000 });

/** The place of a list in the address. */
interface Place {
  page: number;
  per_page: number;
}

interface Props<Row, Body extends { meta?: Meta }> {
  title: MessageDescriptor;
  empty: MessageDescriptor;
  /** Name among the reads of the installation. */
  name: string;
  call(query: Place & Search): Sent<Body>;
  rowsOf(answer: Body): readonly Row[];
  keyOf(row: Row): string;
  columns: readonly Column<Row>[];
  filters?: readonly Filter[];
  actions?: ReactNode;
}

/** A list about the installation, with numbered pages. Filters and page are in the address. */
export function OperatorList<Row, Body extends { meta?: Meta }>(props: Props<Row, Body>) {
  const { title, empty, name, call, rowsOf, keyOf, columns, filters = [], actions } = props;
  const { t, i18n } = useLingui();
  const { search, change } = useAddress();
  const page = { page: Number(search.page ?? '1'), per_page: Number(sizeOf(search)) };
  const query = { ...(queryOf(filters, search) as Search), ...page } as Place & Search;
  const { data, error, isPending } = useInstallation([name, query], () => call(query));
  const rows = data ? rowsOf(data) : [];
  const meta = data?.meta;
  const label = t(title);
  useTitle(label);
  useRowKeys();
  useReturningFocus(rows.length > 0);
  return (
    <main className="list">
      <header className="head">
        <Title order={1}>
          {label} {meta ? <span className="count">{meta.total_count.toLocaleString(i18n.locale)}</span> : null}
        </Title>
        <div className="actions">{actions}</div>
      </header>
      <Filters filters={filters} search={search} onChange={change} />
      <CallError error={error} />
      {isPending ? <Loading label={label} /> : null}
      {rows.length > 0 ? <RecordTable label={label} columns={columns} rows={rows} keyOf={keyOf} /> : null}
      {data && rows.length === 0 ? (
        <div className="empty">
          <Text role="status">{t(empty)}</Text>
        </div>
      ) : null}
      {meta && meta.total_pages > 1 ? <Pager meta={meta} /> : null}
    </main>
  );
}
