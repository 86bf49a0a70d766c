import { z } from 'zod';
import { cents, decimalString, timestamp } from '../http/fields.js';
import { route } from '../http/route.js';
import { described, shape, texts } from '../http/texts.js';

/** How days to come follow from past ones (catalog, section 24). */
export const forecastMethods = ['seasonal_naive', 'mean'] as const;

/** Why a forecast is weaker than usual, or its bill may differ (catalog, section 24). */
export const forecastLimits = [
  'insufficient_history',
  'unmeasured_band',
  'shares',
  'smaller_parts',
  'pay_in_advance',
  'prorated',
  'monthly_charges',
] as const;
export type ForecastLimit = (typeof forecastLimits)[number];

export const ForecastUnits = shape('Expected units, and the bounds between which most past forecasts were', {
  low: described(decimalString(), 'Units at the low bound', '900.0'),
  expected: described(decimalString(), 'Expected units', '1000.0'),
  high: described(decimalString(), 'Units at the high bound', '1150.0'),
});

export const ForecastAmount = shape('An expected amount, and the amounts at the bounds of the expected units', {
  low: described(cents(), 'Lowest amount at a bound, in the smallest unit of the currency', 9000),
  expected: described(cents(), 'Expected amount, in the smallest unit of the currency', 10_000),
  high: described(cents(), 'Highest amount at a bound, in the smallest unit of the currency', 11_500),
});
export type ForecastAmount = z.infer<typeof ForecastAmount>;

export const ForecastCharge = shape('The expected usage of a charge in a billing period', {
  charge_code: described(z.string(), ...texts.chargeCode),
  billable_metric_code: described(z.string(), ...texts.metricCode),
  invoice_display_name: described(z.string().nullable(), ...texts.invoiceDisplayName),
  units: ForecastUnits,
  amount_cents: ForecastAmount,
});
export type ForecastCharge = z.infer<typeof ForecastCharge>;

export const ForecastPeriod = shape('A billing period with its expected amounts, before coupons and taxes', {
  from_datetime: described(timestamp(), ...texts.periodStart),
  to_datetime: described(timestamp(), ...texts.periodEnd),
  kind: described(
    z.enum(['running', 'next']),
    'Whether the period runs, and has what came so far, or follows it',
    'running',
  ),
  charges: z.array(ForecastCharge),
  subscription_amount_cents: described(cents(), 'Price of the plan for a whole period', 3000),
  fixed_charges_amount_cents: described(cents(), 'Sum of the fixed charges', 0),
  commitment_amount_cents: ForecastAmount,
  total_amount_cents: ForecastAmount,
});
export type ForecastPeriod = z.infer<typeof ForecastPeriod>;

export const ForecastedPeriod = shape(
  'An ended period: the usage that a forecast at its start expected, and the one that came',
  {
    from_datetime: described(timestamp(), ...texts.periodStart),
    to_datetime: described(timestamp(), ...texts.periodEnd),
    expected_amount_cents: described(cents(), 'Amount of the usage that a forecast at its start expected', 9800),
    actual_amount_cents: described(cents(), 'Amount of the usage that came', 10_000),
    error_percent: described(
      decimalString().nullable(),
      'Error in percent of the actual amount; null if nothing came',
      '2.0',
    ),
  },
);
export type ForecastedPeriod = z.infer<typeof ForecastedPeriod>;

export const ForecastAccuracy = shape('How near the forecasts of ended periods were', {
  periods: z.array(ForecastedPeriod),
  weighted_error_percent: described(
    decimalString().nullable(),
    'Sum of the errors in percent of all actual amounts; null if nothing came',
    '4.2',
  ),
});

/** The expected usage and invoices of a subscription (catalog, section 24). */
export const Forecast = shape('The expected usage and amounts of the running billing period and the next two', {
  as_of: described(timestamp(), 'Instant of the forecast, by the clock of the organization', '2026-03-20T10:00:00Z'),
  external_customer_id: described(z.string(), ...texts.externalCustomerId),
  external_subscription_id: described(z.string(), ...texts.externalSubscriptionId),
  amount_currency: described(z.string(), ...texts.amountCurrency),
  method: described(
    z.enum(forecastMethods),
    'Whether days follow the same days of past weeks, or the mean of few days',
    'seasonal_naive',
  ),
  history_days: described(z.int(), 'Number of past days that the forecast knows', 120),
  periods: z.array(ForecastPeriod),
  accuracy: ForecastAccuracy,
  limits: described(
    z.array(z.enum(forecastLimits)),
    'Why the forecast is weaker than usual, or the bill may differ from it',
    'shares',
  ),
});
export type Forecast = z.infer<typeof Forecast>;

export const forecastRoutes = {
  read: route({
    service: 'invoicing',
    permission: 'customer_usage',
    method: 'GET',
    path: '/subscriptions/:external_id/forecast',
    heavy: true,
    summary: 'Read the expected usage and amounts of a subscription in its next billing periods',
    answer: { forecast: Forecast },
  }),
};
