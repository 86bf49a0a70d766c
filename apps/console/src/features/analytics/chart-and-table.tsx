import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { monthText } from '../../frame/dates.js';
import { useMembership, useRead } from '../../frame/membership.js';
import { Bars } from '../../ui/charts.js';
import { moneyColumn, textColumn, type Column } from '../../ui/columns.js';
import { colourOf, useEnumText } from '../../ui/enum-texts.js';
import { moneyText } from '../../ui/money.js';
import { RecordTable } from '../../ui/record-table.js';
import { daysOfMonth } from '../../ui/months.js';
import type { Report, Row } from './reports.js';

/** A row of the table; a month without amounts has one, too. */
type Shown = Partial<Row> & { month: string };

/** The names of keys: states by their text, billing entities by their name, codes by themselves. */
function useNames(report: Report, series: readonly string[]): ReadonlyMap<string, string> {
  const textOf = useEnumText();
  const hasEntities = report.series === null && series.length > 1;
  const { data } = useRead({ path: '/billing_entities' }, { enabled: hasEntities });
  const entities = new Map(data?.billing_entities.map(({ svc_id: id, name }) => [id, name]));
  return new Map(series.map((one) => [one, report.isState ? textOf(one) : (entities.get(one) ?? one)]));
}

/** The amounts of a report in one currency. Every month has its place, also one without amounts. */
export function ChartAndTable({
  report,
  rows,
  months,
  currency,
}: {
  report: Report;
  rows: readonly Row[];
  /** All months of the span, the running one last. */
  months: readonly string[];
  currency: string;
}) {
  const { t, i18n } = useLingui();
  const label = t(report.label);
  const running = months.at(-1);
  const present = rows.filter(({ cents, grossCents = 0 }) => cents !== 0 || grossCents !== 0);
  const series = [...new Set(present.map((row) => row.series))].sort();
  const names = useNames(report, series);
  const monthName = (month: string) =>
    month === running ? t`${monthText(month, i18n.locale)} so far` : monthText(month, i18n.locale);
  const columns: readonly Column<Shown>[] = [
    {
      label: msg`Month`,
      cell: ({ month }) =>
        report.isOfInvoices ? (
          <InvoicesOfMonth month={month} currency={currency}>
            {monthName(month)}
          </InvoicesOfMonth>
        ) : (
          monthName(month)
        ),
      csv: ({ month }) => month,
    },
    ...(report.series || series.length > 1
      ? [textColumn<Shown>(report.series ?? msg`Billing entity`, (row) => names.get(row.series ?? ''))]
      : []),
    ...(report.value === 'revenue' ? revenueColumns(currency) : [amountColumn(currency)]),
  ];
  const table = [...months].reverse().flatMap((month): Shown[] => {
    const ofMonth = present.filter((row) => row.month === month);
    return ofMonth.length > 0 ? ofMonth : [{ month }];
  });
  return (
    <div className="report">
      <Bars
        parts={present.map(({ month, series: key, cents }) => ({ step: month, series: key, value: cents }))}
        steps={months}
        running={running}
        label={label}
        names={names}
        {...(report.isState ? { colourOf } : {})}
        stepText={(month) => monthText(month, i18n.locale)}
        valueText={(cents) => moneyText(cents, currency, i18n.locale)}
        isWhole
      />
      <RecordTable label={label} columns={columns} rows={table} keyOf={(row) => `${row.month} ${row.series ?? ''}`} />
    </div>
  );
}

const amountColumn = (currency: string): Column<Shown> =>
  moneyColumn(
    msg`Amount`,
    (row) => row.cents ?? null,
    () => currency,
  );

const revenueColumns = (currency: string): readonly Column<Shown>[] => [
  moneyColumn(
    msg`Without taxes`,
    (row) => row.cents ?? null,
    () => currency,
  ),
  moneyColumn(
    msg`With taxes`,
    (row) => row.grossCents ?? null,
    () => currency,
  ),
];

/** Leads to the invoices that were issued in a month. */
function InvoicesOfMonth({ month, currency, children }: { month: string; currency: string; children: string }) {
  const { path } = useMembership();
  const { first, last } = daysOfMonth(month);
  return (
    <Link
      to="/$organization/invoices"
      params={{ organization: path }}
      search={{ issuing_date_from: first, issuing_date_to: last, currency }}
      className="record-link"
    >
      {children}
    </Link>
  );
}
