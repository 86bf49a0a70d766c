import type { Forecast, ForecastCharge, ForecastLimit } from '@tollgate/contracts';
import { isoSeconds, type Instant } from '@tollgate/platform';
import {
  centsNumber,
  Decimal,
  decimalText,
  errorPercent,
  hasMonthlySplit,
  weightedErrorPercent,
  type UsagePeriod,
} from '@tollgate/rating';
import type { AmountsForecast, Band, ChargeForecast } from './forecast-amounts.rules.js';
import type { ForecastSubject } from './forecast-periods.rules.js';
import type { MetricForecast } from './unit-forecasts.rules.js';
import type { SharedCharge } from './usage-shares.rules.js';

/** An ended period: what a forecast at its start expected of usage, and what came. */
export interface ComparedPeriod {
  period: UsagePeriod;
  expectedCents: bigint;
  actualCents: bigint;
}

export interface MadeForecast {
  now: Instant;
  subject: ForecastSubject;
  historyDays: number;
  fixedCents: bigint;
  metrics: MetricForecast[];
  shares: SharedCharge[];
  /** The running period first. */
  coming: ({ period: UsagePeriod } & AmountsForecast)[];
  compared: ComparedPeriod[];
}

export function presentForecast(made: MadeForecast): Forecast {
  const { now, subject, fixedCents, metrics, coming, compared } = made;
  const { plan, externalId } = subject.subscription;
  const isSeasonal = metrics.some(({ method }) => method === 'seasonal_naive');
  return {
    as_of: isoSeconds(now),
    external_customer_id: subject.customer.externalId,
    external_subscription_id: externalId,
    amount_currency: plan.currency,
    method: isSeasonal ? 'seasonal_naive' : 'mean',
    history_days: made.historyDays,
    periods: coming.map(({ period, charges, commitmentCents, totalCents }, place) => ({
      ...presentPeriod(period),
      kind: place === 0 ? 'running' : 'next',
      charges: charges.map(presentCharge),
      subscription_amount_cents: centsNumber(plan.amountCents),
      fixed_charges_amount_cents: centsNumber(fixedCents),
      commitment_amount_cents: presentCents(commitmentCents),
      total_amount_cents: presentCents(totalCents),
    })),
    accuracy: {
      periods: compared.map((one) => ({
        ...presentPeriod(one.period),
        expected_amount_cents: centsNumber(one.expectedCents),
        actual_amount_cents: centsNumber(one.actualCents),
        error_percent: textOrNull(errorPercent(decimals(one))),
      })),
      weighted_error_percent: textOrNull(weightedErrorPercent(compared.map(decimals))),
    },
    limits: limitsOf(made),
  };
}

/** Why the forecast is weaker than usual, or the bill may differ, in a fixed order. */
function limitsOf({ subject, metrics, shares }: MadeForecast): ForecastLimit[] {
  const { plan, agreement } = subject.subscription;
  const applies: [ForecastLimit, boolean][] = [
    ['insufficient_history', metrics.some(({ hasHistory }) => !hasHistory)],
    ['unmeasured_band', metrics.some(({ periods }) => periods.some(({ isMeasured }) => !isMeasured))],
    ['shares', sharesSplit(shares)],
    ['smaller_parts', shares.some(({ leavesOut }) => leavesOut)],
    ['pay_in_advance', plan.charges.some(({ payInAdvance }) => payInAdvance)],
    ['prorated', plan.charges.some(({ prorated }) => prorated)],
    ['monthly_charges', hasMonthlySplit(agreement)],
  ];
  return applies.flatMap(([limit, isTrue]) => (isTrue ? [limit] : []));
}

/** Whether the units of a metric split into several parts. */
const sharesSplit = (shares: SharedCharge[]): boolean =>
  shares.some(
    ({ charge, parts }) =>
      parts.length > 1 ||
      shares.some((other) => other.charge !== charge && other.charge.metric.code === charge.metric.code),
  );

const presentPeriod = ({ from, to }: UsagePeriod) => ({
  from_datetime: isoSeconds(from),
  to_datetime: isoSeconds(to),
});

const presentCharge = ({ charge, units, amountCents }: ChargeForecast): ForecastCharge => ({
  charge_code: charge.code,
  billable_metric_code: charge.metric.code,
  invoice_display_name: charge.invoiceDisplayName,
  units: { low: decimalText(units.low), expected: decimalText(units.expected), high: decimalText(units.high) },
  amount_cents: presentCents(amountCents),
});

const presentCents = ({ low, expected, high }: Band<bigint>) => ({
  low: centsNumber(low),
  expected: centsNumber(expected),
  high: centsNumber(high),
});

const decimals = ({ expectedCents, actualCents }: ComparedPeriod) => ({
  expected: new Decimal(expectedCents.toString()),
  actual: new Decimal(actualCents.toString()),
});

const textOrNull = (percent: Decimal | null): string | null => percent && decimalText(percent);
