import type { ReactNode } from 'react';
import { Button, Title } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import type { Call } from '../api/read.js';
import type { Column } from './columns.js';
import { csvOf } from './csv.js';
import { useMembership } from '../frame/membership.js';
import { OpenInApi } from './open-in-api.js';
import { ReadAgain } from './read-again.js';
import type { ListSum, Meta } from './pager.js';
import { saveCsv } from './save-csv.js';
import { SavedViews } from './saved-views.js';
import { Amounts } from './values.js';

/** With a cursor, the service counts no further. */
const mostCounted = 10_000;

/** The head of a list: its name, the number of its records, and what can be done with its rows. */
export function ListHead<Row>({
  label,
  meta,
  call,
  columns,
  rows,
  create,
}: {
  label: string;
  meta: Meta | undefined;
  call: Call;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  create: ReactNode;
}) {
  const { t, i18n } = useLingui();
  const { path } = useMembership();
  const saved = columns.filter(({ pageOnly }) => !pageOnly);
  const save = () =>
    saveCsv(
      [label, path, new Date().toISOString().slice(0, 10)].join(' '),
      csvOf([saved.map(({ label }) => t(label)), ...rows.map((row) => saved.map((column) => column.csv(row)))]),
    );
  const hasMore = meta?.next_cursor !== undefined && meta.total_count >= mostCounted;
  const isPart = meta !== undefined && rows.length < meta.total_count;
  const number = (value: number) => value.toLocaleString(i18n.locale);
  return (
    <header className="head">
      <Title order={1}>
        {label}{' '}
        {meta === undefined ? null : (
          <span className="count">
            {number(meta.total_count)}
            {hasMore ? '+' : ''}
          </span>
        )}{' '}
        {meta?.sums && meta.sums.length > 0 ? <Sums sums={meta.sums} /> : null}
      </Title>
      <div className="actions">
        {create}
        <ReadAgain />
        <SavedViews />
        <Button variant="default" size="xs" disabled={rows.length === 0} onClick={save}>
          {isPart ? t`Save these ${number(rows.length)} rows as CSV` : t`Save as CSV`}
        </Button>
        <OpenInApi call={call} />
      </div>
    </header>
  );
}

/** The sums of all entries, beside each its name where a list has several. */
function Sums({ sums }: { sums: readonly ListSum[] }) {
  const { t } = useLingui();
  const further = [
    ['amount_excluding_taxes_cents', t`without taxes`],
    ['amount_due_cents', t`due`],
    ['refund_amount_cents', t`refunded`],
  ] as const;
  const shown = further.filter(([name]) => sums.some((sum) => sum[name] !== undefined));
  return (
    <>
      <span className="count" title={t`Sum of all entries`}>
        <Amounts amounts={sums} />
      </span>
      {shown.map(([name, text]) => (
        <span key={name} className="count">
          {' · '}
          {text} <Amounts amounts={sums.map((sum) => ({ currency: sum.currency, amount_cents: sum[name] ?? 0 }))} />
        </span>
      ))}
    </>
  );
}
