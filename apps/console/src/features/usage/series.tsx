import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { UsageStep } from '../../api/records.js';
import { CallError } from '../../frame/call-error.js';
import { stepText } from '../../frame/dates.js';
import { useRead } from '../../frame/membership.js';
import { Bars } from '../../ui/charts.js';
import { textColumn, unitsColumn, wide, type Column } from '../../ui/columns.js';
import { Section } from '../../ui/detail-page.js';
import { Filters, queryOf, type Filter } from '../../ui/filters.js';
import { decimalText } from '../../ui/money.js';
import { RecordTable } from '../../ui/record-table.js';
import { useAddress } from '../../ui/use-address.js';
import { Loading } from '../../ui/loading.js';

const filtersOf = (metrics: readonly string[]): readonly Filter[] => [
  { name: 'billable_metric_code', label: msg`Metric`, kind: 'choice', values: metrics },
  { name: 'granularity', label: msg`Steps`, kind: 'choice', values: ['day', 'hour'] },
  { name: 'group_by', label: msg`Property`, kind: 'text' },
  { name: 'from_date', label: msg`From`, kind: 'date' },
  { name: 'to_date', label: msg`Until`, kind: 'date' },
];

/** The usage of a subscription by day or hour, and by a property of its events: a chart with its table. */
export function UsageSeries({
  customer,
  subscription,
  metrics,
}: {
  customer: string;
  subscription: string;
  /** Codes of the metrics that its plan charges; the first one is shown. */
  metrics: readonly string[];
}) {
  const { t } = useLingui();
  const { search, change } = useAddress();
  const filters = filtersOf(metrics);
  const { data, error, isPending } = useRead(
    {
      path: '/customers/{external_customer_id}/usage_series',
      values: { external_customer_id: customer },
      query: {
        external_subscription_id: subscription,
        billable_metric_code: metrics[0] ?? '',
        ...queryOf(filters, search),
      },
    },
    { enabled: metrics.length > 0, keepsLast: true },
  );
  if (metrics.length === 0) return null;
  return (
    <Section title={msg`Usage over time`}>
      <Filters filters={filters} search={search} onChange={change} />
      <CallError error={error} />
      {isPending && !error ? <Loading label={t`Usage over time`} /> : null}
      {data ? <Series steps={data.usage_series} hasHours={search.granularity === 'hour'} /> : null}
      {data && data.groups_left_out > 0 ? (
        <p className="nothing">{t`Groups with fewer events are left out: ${data.groups_left_out}.`}</p>
      ) : null}
    </Section>
  );
}

function Series({ steps, hasHours }: { steps: readonly UsageStep[]; hasHours: boolean }) {
  const { t, i18n } = useLingui();
  const label = t`Usage over time`;
  const textOf = (iso: string) => stepText(iso, i18n.locale, hasHours);
  const names = new Map([...new Set(steps.map(({ group }) => group ?? ''))].sort().map((one) => [one, one || '–']));
  const columns: readonly Column<UsageStep>[] = [
    textColumn(msg`From`, (row) => textOf(row.from_datetime)),
    ...(names.size > 1 ? [textColumn<UsageStep>(msg`Property`, (row) => row.group)] : []),
    wide(unitsColumn(msg`Events`, (row) => row.events_count)),
    unitsColumn(msg`Units`, (row) => row.units),
  ];
  if (steps.length === 0) return <p className="empty">{t`No events in this time. Choose a longer span.`}</p>;
  return (
    <div className="report">
      <Bars
        parts={steps.map(({ from_datetime: step, group, units }) => ({
          step,
          series: group ?? '',
          value: Number(units),
        }))}
        label={label}
        names={names}
        stepText={textOf}
        valueText={(value) => decimalText(value, i18n.locale)}
      />
      <RecordTable
        label={label}
        columns={columns}
        rows={[...steps].reverse()}
        keyOf={({ from_datetime: from, group }) => `${from} ${group}`}
      />
    </div>
  );
}
