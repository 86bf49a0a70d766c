import { z } from 'zod';
import { intervals } from '../http/enums.js';
import { cents, id, timestamp } from '../http/fields.js';
import { pagination, query, queryChoice, queryText, type QueryInput } from '../http/query.js';
import { described, shape, svcId, texts } from '../http/texts.js';
import { estimateReasons, PricedCharge, PricedFixedCharge } from './plan-prices.js';

/** Why a subscription has no amounts: prices of its own, no such period, or an amount that cannot be computed. */
export const unpricedReasons = ['own_prices', 'period_before_start', 'not_computable'] as const;
export type UnpricedReason = (typeof unpricedReasons)[number];
/** How the amount of a subscription changes. */
export const priceDirections = ['more', 'less', 'same', 'unpriced'] as const;
export type PriceDirection = (typeof priceDirections)[number];
/** Whether usage reaches the minimum commitment under the tested prices alone, or under the present prices alone. */
export const commitmentChanges = ['reached', 'left'] as const;

const resultFields = {
  svc_id: svcId(),
  external_customer_id: described(z.string(), ...texts.externalCustomerId),
  customer_name: described(z.string().nullable(), ...texts.customerName),
  external_subscription_id: described(z.string(), ...texts.externalSubscriptionId),
  svc_subscription_id: described(id(), ...texts.subscriptionId),
  unpriced_reason: described(z.enum(unpricedReasons).nullable(), 'Why it has no amounts; null if it has'),
  from_datetime: described(timestamp().nullable(), ...texts.periodStart),
  to_datetime: described(timestamp().nullable(), ...texts.periodEnd),
  current_amount_cents: described(cents().nullable(), 'Amount under the present prices', 9000),
  tested_amount_cents: described(cents().nullable(), 'Amount under the tested prices', 9500),
  difference_amount_cents: described(cents().nullable(), 'Tested less present amount', 500),
  reaches_current_commitment: described(
    z.boolean().nullable(),
    'Whether usage reaches the minimum commitment under the present prices; null without one',
    false,
  ),
  reaches_tested_commitment: described(
    z.boolean().nullable(),
    'Whether usage reaches the minimum commitment under the tested prices; null without one',
    true,
  ),
  estimate_reasons: described(
    z.array(z.enum(estimateReasons)),
    'Why the billed amount may differ; empty: the amounts are exact',
  ),
};

/** The amounts of one subscription. */
export const PriceTestResult = shape('The amounts of one subscription under present and tested prices', resultFields);
export type PriceTestResult = z.infer<typeof PriceTestResult>;

/** The sums of one side of a story. */
export const PriceTestSums = shape('What a subscription costs for a whole period under one of both prices', {
  interval: described(z.enum(intervals), ...texts.interval),
  subscription_amount_cents: described(cents(), 'Price of the plan for a whole period', 3000),
  fixed_charges_amount_cents: described(cents(), 'Sum of the fixed charges', 0),
  charges_amount_cents: described(cents(), 'Sum of the usage charges with their minimums', 6000),
  commitment_amount_cents: described(cents(), 'Amount that fills up the minimum commitment of the plan', 0),
  total_amount_cents: described(cents(), 'Sum of all, before coupons and taxes', 9000),
});
export type PriceTestSums = z.infer<typeof PriceTestSums>;

const chargeDifference = described(cents(), 'Tested less present amount; a charge of one plan alone counts whole', 500);

export const ComparedCharge = shape('A usage charge under both prices', {
  charge_code: described(z.string(), ...texts.chargeCode),
  billable_metric_code: described(z.string(), ...texts.metricCode),
  current: described(PricedCharge.nullable(), 'The present price; null for a charge that only the tested plan has'),
  tested: described(PricedCharge.nullable(), 'The tested price; null for a charge that the tested plan lacks'),
  difference_amount_cents: chargeDifference,
});
export type ComparedCharge = z.infer<typeof ComparedCharge>;

export const ComparedFixedCharge = shape('A fixed charge under both prices', {
  charge_code: described(z.string(), ...texts.chargeCode),
  add_on_code: described(z.string(), 'Code of the add-on', 'setup'),
  current: described(PricedFixedCharge.nullable(), 'The present price; null for one that only the tested plan has'),
  tested: described(PricedFixedCharge.nullable(), 'The tested price; null for one that the tested plan lacks'),
  difference_amount_cents: chargeDifference,
});
export type ComparedFixedCharge = z.infer<typeof ComparedFixedCharge>;

/** A result with the steps of both prices, which are computed again. */
export const PriceTestStory = shape('How the amounts of a subscription come about under both prices', {
  ...resultFields,
  amount_currency: described(z.string(), ...texts.amountCurrency),
  amounts_changed: described(
    z.boolean(),
    'Whether the amounts below differ from those of the test: events came late, or the present prices have changed',
  ),
  current: PriceTestSums,
  tested: PriceTestSums,
  charges: z.array(ComparedCharge),
  fixed_charges: z.array(ComparedFixedCharge),
});
export type PriceTestStory = z.infer<typeof PriceTestStory>;

/** The filters that lists and files have. */
export const resultFilters = {
  direction: described(queryChoice(priceDirections), 'How the amount changes', 'more'),
  commitment: described(
    queryChoice(commitmentChanges),
    'Whether usage reaches the minimum commitment under the tested prices alone, or leaves it',
    'left',
  ),
};

const sorts = ['difference_amount_cents', 'current_amount_cents', 'tested_amount_cents'] as const;
export type PriceTestSort = (typeof sorts)[number];

export const PriceTestResultFilters = query({
  ...pagination,
  search_term: described(queryText(), 'Part of the name or identifier of a customer', 'acme'),
  ...resultFilters,
  sort: described(
    queryChoice([...sorts, ...sorts.map((name) => `-${name}` as const)]),
    'Amount to sort by, ascending, or descending with `-`; absent: in the order of the test',
    '-difference_amount_cents',
  ),
});
export type PriceTestResultFilters = QueryInput<typeof PriceTestResultFilters>;
