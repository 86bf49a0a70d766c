import { Loader, NativeSelect, Title } from '@mantine/core';
import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { Call } from '../../api/read.js';
import { CallError } from '../../frame/call-error.js';
import { monthText } from '../../frame/dates.js';
import { useRead } from '../../frame/membership.js';
import { useTitle } from '../../frame/plain-page.js';
import { Bars, type Part } from '../../ui/bars.js';
import { moneyColumn, textColumn, type Column } from '../../ui/columns.js';
import { useEnumText } from '../../ui/enum-texts.js';
import { moneyText } from '../../ui/money.js';
import { OpenInApi } from '../../ui/open-in-api.js';
import { RecordTable } from '../../ui/record-table.js';
import { Tabs } from '../../ui/tabs.js';
import { useAddress } from '../../ui/use-address.js';

const spans = ['6', '12', '24'];
const usualSpan = '12';

type ReportPath = Extract<
  Call['path'],
  | '/analytics/gross_revenue'
  | '/analytics/mrr'
  | '/analytics/invoice_collection'
  | '/analytics/overdue_balance'
  | '/analytics/invoiced_usage'
>;

/** A row of any of these reports, as far as a chart needs it. */
interface Row {
  month: string;
  currency: string | null;
  amount_cents: number | null;
  code?: string;
  payment_status?: string | null;
  billing_entity_id?: string;
}

/** A report: its call, and the key that distinguishes its amounts. */
interface Report {
  value: string;
  label: MessageDescriptor;
  path: ReportPath;
  /** The name of the rows in the answer. */
  rows: string;
  seriesOf(row: Row): string;
  /** The head of the column with this key. */
  series: MessageDescriptor | null;
  /** Whether the key is an enum value of the interface, and no code of the organization. */
  isEnum?: boolean;
}

const reports: readonly Report[] = [
  {
    value: 'revenue',
    label: msg`Revenue`,
    path: '/analytics/gross_revenue',
    rows: 'gross_revenues',
    seriesOf: ({ billing_entity_id: entity = '' }) => entity,
    series: null,
  },
  {
    value: 'mrr',
    label: msg`Monthly recurring revenue`,
    path: '/analytics/mrr',
    rows: 'mrrs',
    seriesOf: () => 'mrr',
    series: null,
  },
  {
    value: 'collection',
    label: msg`Collection`,
    path: '/analytics/invoice_collection',
    rows: 'invoice_collections',
    seriesOf: ({ payment_status: status }) => status ?? 'pending',
    series: msg`Payment`,
    isEnum: true,
  },
  {
    value: 'overdue',
    label: msg`Overdue`,
    path: '/analytics/overdue_balance',
    rows: 'overdue_balances',
    seriesOf: ({ billing_entity_id: entity = '' }) => entity,
    series: null,
  },
  {
    value: 'usage',
    label: msg`Invoiced usage`,
    path: '/analytics/invoiced_usage',
    rows: 'invoiced_usages',
    seriesOf: ({ code = '' }) => code,
    series: msg`Metric`,
  },
];

/** Figures of the business by month: each report as a chart, with its table beside it. */
export function Analytics() {
  const { t } = useLingui();
  const { search, change } = useAddress();
  const report = reports.find(({ value }) => value === search.tab) ?? reports[0];
  const months = spans.find((span) => span === search.months) ?? usualSpan;
  useTitle(t`Analytics`);
  if (!report) return null;
  const call: Call<ReportPath> = { path: report.path, query: { months } };
  return (
    <main className="list">
      <header className="head">
        <Title order={1}>{t`Analytics`}</Title>
        <div className="actions">
          <NativeSelect
            size="xs"
            aria-label={t`Months`}
            value={months}
            data={spans.map((span) => ({ value: span, label: t`${span} months` }))}
            onChange={(event) => change({ months: event.currentTarget.value })}
          />
          <OpenInApi call={call} />
        </div>
      </header>
      <Tabs tabs={reports} current={report.value} keep={search.months ? { months } : {}} />
      <ReportOf key={report.value} report={report} call={call} label={t(report.label)} />
    </main>
  );
}

function ReportOf({ report, call, label }: { report: Report; call: Call<ReportPath>; label: string }) {
  const { t } = useLingui();
  const { search, change } = useAddress();
  const { data, error } = useRead(call);
  const all = data ? ((data as unknown as Record<string, Row[]>)[report.rows] ?? []) : [];
  const currencies = [...new Set(all.flatMap(({ currency }) => (currency ? [currency] : [])))].sort();
  const currency = currencies.find((code) => code === search.currency) ?? currencies[0];
  if (error) return <CallError error={error} />;
  if (!data) return <Loader size="sm" aria-label={label} />;
  if (currency === undefined) return <p className="empty">{t`No amounts in these months. Choose a longer span.`}</p>;
  return (
    <>
      {currencies.length > 1 ? (
        <NativeSelect
          size="xs"
          w="7rem"
          mb="sm"
          aria-label={t`Currency`}
          value={currency}
          data={currencies}
          onChange={(event) => change({ currency: event.currentTarget.value })}
        />
      ) : null}
      <ChartAndTable
        report={report}
        rows={all.filter((row) => row.currency === currency)}
        currency={currency}
        label={label}
      />
    </>
  );
}

function ChartAndTable({
  report,
  rows,
  currency,
  label,
}: {
  report: Report;
  rows: readonly Row[];
  currency: string;
  label: string;
}) {
  const { i18n } = useLingui();
  const textOf = useEnumText();
  const parts: Part[] = rows.map((row) => ({
    step: row.month,
    series: report.seriesOf(row),
    value: row.amount_cents ?? 0,
  }));
  const series = [...new Set(parts.map((part) => part.series))].sort();
  const names = new Map(series.map((one) => [one, report.isEnum ? textOf(one) : one]));
  const columns: readonly Column<Row>[] = [
    textColumn(msg`Month`, (row) => monthText(row.month, i18n.locale)),
    ...(report.series ? [textColumn<Row>(report.series, (row) => names.get(report.seriesOf(row)))] : []),
    moneyColumn(
      msg`Amount`,
      (row) => row.amount_cents,
      () => currency,
    ),
  ];
  const latestFirst = [...rows].sort((one, other) => other.month.localeCompare(one.month));
  return (
    <div className="report">
      <Bars
        parts={parts}
        label={label}
        names={names}
        stepText={(month) => monthText(month, i18n.locale)}
        valueText={(cents) => moneyText(cents, currency, i18n.locale)}
        isWhole
      />
      <RecordTable
        label={label}
        columns={columns}
        rows={latestFirst}
        keyOf={(row) => `${row.month} ${report.seriesOf(row)}`}
      />
    </div>
  );
}
