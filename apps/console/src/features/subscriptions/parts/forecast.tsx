import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { Forecast } from '../../../api/records.js';
import { CallError } from '../../../frame/call-error.js';
import { dayText } from '../../../frame/dates.js';
import { useRead } from '../../../frame/membership.js';
import { useZone } from '../../../frame/zone.js';
import { Ranges } from '../../../ui/charts.js';
import { instantColumn, moneyColumn, textColumn, unitsColumn, wide, type Column } from '../../../ui/columns.js';
import { DescriptionList, Section } from '../../../ui/detail-page.js';
import { Instant } from '../../../ui/instant.js';
import { Loading } from '../../../ui/loading.js';
import { decimalText, moneyText } from '../../../ui/money.js';
import { RecordTable } from '../../../ui/record-table.js';
import { Nothing } from '../../../ui/values.js';

type Period = Forecast['periods'][number];
type Charge = Period['charges'][number];
type Compared = Forecast['accuracy']['periods'][number];

const sentences: Record<Forecast['limits'][number], MessageDescriptor> = {
  insufficient_history: msg`There is little usage to forecast from: less than a week, or no ended period.`,
  unmeasured_band: msg`Too few past forecasts measure the bounds: what is unknown is between nothing and twice as much.`,
  shares: msg`Usage is split among filters and groups as in the current period and the one before.`,
  smaller_parts: msg`The smallest filters and groups are priced like the larger ones.`,
  pay_in_advance: msg`The bill may differ: each event is billed and rounded by itself.`,
  prorated: msg`The bill may differ: units are shared out over days.`,
  monthly_charges: msg`Usage is billed every month, but the price of the plan and its minimum are those of its whole interval.`,
};

/** The expected amounts of the current billing period and the next two, and how near past forecasts were. */
export function SubscriptionForecast({ subscription }: { subscription: string }) {
  const { t } = useLingui();
  const { data, error, isPending } = useRead({
    path: '/subscriptions/{external_id}/forecast',
    values: { external_id: subscription },
  });
  return (
    <>
      <Section title={msg`Forecast`}>
        <CallError error={error} />
        {isPending && !error ? <Loading label={t`Forecast`} /> : null}
        {data ? <Expected forecast={data.forecast} /> : null}
      </Section>
      {data ? <Accuracy forecast={data.forecast} /> : null}
    </>
  );
}

function Expected({ forecast }: { forecast: Forecast }) {
  const { t, i18n } = useLingui();
  const zone = useZone();
  const { amount_currency: currency, periods } = forecast;
  return (
    <>
      <DescriptionList
        items={[
          [msg`As of`, <Instant iso={forecast.as_of} focusable />],
          [msg`Known days`, forecast.history_days],
        ]}
      />
      <div className="report">
        <Ranges
          label={t`Forecast`}
          ranges={periods.map(({ from_datetime: step, total_amount_cents: total }) => ({ step, ...total }))}
          stepText={(iso) => dayText(iso, i18n.locale, zone)}
          valueText={(cents) => moneyText(cents, currency, i18n.locale)}
        />
        <RecordTable
          label={t`Expected amounts`}
          columns={periodColumns(currency)}
          rows={periods}
          keyOf={({ from_datetime: from }) => from}
        />
      </div>
      {periods.some(({ charges }) => charges.length > 0) ? (
        <RecordTable
          label={t`Expected usage`}
          columns={chargeColumns(currency)}
          rows={periods.flatMap((period) => period.charges.map((charge) => ({ period, charge })))}
          keyOf={({ period, charge }) => `${period.from_datetime} ${charge.charge_code}`}
        />
      ) : null}
      {forecast.limits.map((limit) => (
        <p key={limit} className="nothing">
          {t(sentences[limit])}
        </p>
      ))}
    </>
  );
}

const fromColumn = <R,>(periodOf: (row: R) => { from_datetime: string }): Column<R> =>
  instantColumn<R>(
    msg`From`,
    (row) => periodOf(row).from_datetime,
    () => undefined,
    'days',
  );

/** The local days of a period. */
const spanColumns = <R extends { from_datetime: string; to_datetime: string }>(): readonly Column<R>[] => [
  fromColumn<R>((row) => row),
  instantColumn<R>(
    msg`Until`,
    (row) => row.to_datetime,
    () => undefined,
    'days',
  ),
];

/** Amounts of whole periods, before coupons and taxes. */
const periodColumns = (currency: string): readonly Column<Period>[] => {
  const amount = (label: MessageDescriptor, cents: (period: Period) => number) =>
    moneyColumn<Period>(label, cents, () => currency);
  return [
    ...spanColumns(),
    wide(amount(msg`Plan amount`, (row) => row.subscription_amount_cents)),
    wide(amount(msg`Minimum commitment`, (row) => row.commitment_amount_cents.expected)),
    amount(msg`Low`, (row) => row.total_amount_cents.low),
    amount(msg`Expected`, (row) => row.total_amount_cents.expected),
    amount(msg`High`, (row) => row.total_amount_cents.high),
  ];
};

interface ChargeRow {
  period: Period;
  charge: Charge;
}

const chargeColumns = (currency: string): readonly Column<ChargeRow>[] => [
  fromColumn(({ period }) => period),
  textColumn(msg`Charge`, ({ charge }) => charge.invoice_display_name ?? charge.charge_code),
  wide(textColumn(msg`Metric`, ({ charge }) => charge.billable_metric_code)),
  wide(unitsColumn(msg`Low`, ({ charge }) => charge.units.low)),
  unitsColumn(msg`Expected`, ({ charge }) => charge.units.expected),
  wide(unitsColumn(msg`High`, ({ charge }) => charge.units.high)),
  moneyColumn(
    msg`Amount`,
    ({ charge }) => charge.amount_cents.expected,
    () => currency,
  ),
];

/** Usage as past forecasts expected it at the start of its period, and as it came. */
function Accuracy({ forecast: { accuracy, amount_currency: currency } }: { forecast: Forecast }) {
  const { t, i18n } = useLingui();
  const percentText = (percent: string | null) => (percent === null ? null : `${decimalText(percent, i18n.locale)} %`);
  const columns: readonly Column<Compared>[] = [
    ...spanColumns(),
    moneyColumn(
      msg`Expected usage`,
      (row) => row.expected_amount_cents,
      () => currency,
    ),
    moneyColumn(
      msg`Usage that came`,
      (row) => row.actual_amount_cents,
      () => currency,
    ),
    textColumn(msg`Deviation`, (row) => percentText(row.error_percent)),
  ];
  if (accuracy.periods.length === 0)
    return (
      <Section title={msg`Past forecasts`}>
        <p className="empty">{t`No ended period has a forecast to compare.`}</p>
      </Section>
    );
  return (
    <Section title={msg`Past forecasts`}>
      <DescriptionList
        items={[[msg`Deviation of all together`, percentText(accuracy.weighted_error_percent) ?? <Nothing />]]}
      />
      <RecordTable
        label={t`Past forecasts`}
        columns={columns}
        rows={accuracy.periods}
        keyOf={({ from_datetime: from }) => from}
      />
    </Section>
  );
}
