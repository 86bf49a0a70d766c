import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { cents, id, integer, record, text, textList, timestamp } from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { pagination, query, queryChoice, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { expected, strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { estimateReasons, mostPeriodsAgo } from './plan-prices.js';
import { PlanCreate } from './plans.js';

/** Most subscriptions of one test. */
export const mostTestedSubscriptions = 100_000;

export const priceTestStatuses = ['pending', 'processing', 'stopping', 'completed', 'stopped'] as const;
/** Why a test stopped: on request, or because the tested plan names something that was deleted meanwhile. */
export const priceTestStopReasons = ['requested', 'plan_not_valid'] as const;
/** Why a subscription has no amounts: prices of its own, no such period, or an amount that cannot be computed. */
export const unpricedReasons = ['own_prices', 'period_before_start', 'not_computable'] as const;
export type UnpricedReason = (typeof unpricedReasons)[number];
/** How the amount of a subscription changes. */
export const priceDirections = ['more', 'less', 'same', 'unpriced'] as const;
export type PriceDirection = (typeof priceDirections)[number];

const periodText = ['Billing periods before the running one; absent: the last full one', 1] as const;

/** The sums of the subscriptions that are priced so far. */
export const PriceTestSummary = shape('The sums of the subscriptions that are priced so far', {
  current_amount_cents: described(cents(), 'Sum under the present prices, before coupons and taxes', 120_000),
  tested_amount_cents: described(cents(), 'Sum under the tested prices', 131_500),
  difference_amount_cents: described(cents(), 'Tested less present prices', 11_500),
  more_count: described(z.int(), 'Number of subscriptions that cost more', 7),
  less_count: described(z.int(), 'Number of subscriptions that cost less', 2),
  same_count: described(z.int(), 'Number of subscriptions whose amount stays', 3),
  unpriced_count: described(z.int(), 'Number of subscriptions without amounts', 1),
  estimated_count: described(z.int(), 'Number of subscriptions whose bill may differ from the amounts', 2),
  reached_commitment_count: described(
    z.int(),
    'Number of subscriptions whose usage reaches the minimum commitment under the tested prices alone',
    1,
  ),
  left_commitment_count: described(
    z.int(),
    'Number of subscriptions whose usage reaches the minimum commitment under the present prices alone',
    0,
  ),
  difference_deciles: described(
    z.array(cents()),
    'Differences that a tenth, two tenths, up to nine tenths of the subscriptions do not exceed; empty without any',
    150,
  ),
});
export type PriceTestSummary = z.infer<typeof PriceTestSummary>;

/** A test of prices on past usage (catalog, section 22). */
export const PriceTest = shape('A job that prices past usage under present and under other prices', {
  svc_id: svcId(),
  name: described(z.string().nullable(), ...texts.name),
  plan_code: described(z.string(), ...texts.planCode),
  plan: described(strictly(z.record(z.string(), z.unknown()), PlanCreate), 'The plan with the tested prices'),
  amount_currency: described(z.string(), ...texts.amountCurrency),
  periods_ago: described(z.int(), ...periodText),
  external_customer_ids: described(
    z.array(z.string()).nullable(),
    'Customers that it is limited to; null: all',
    'acme',
  ),
  status: described(z.enum(priceTestStatuses), ...texts.state),
  stop_reason: described(
    z.enum(priceTestStopReasons).nullable(),
    'Why it stopped: on request, or because the tested plan is not valid any more; null otherwise',
    'requested',
  ),
  subscriptions_total: described(z.int(), 'Number of subscriptions', 13),
  subscriptions_done: described(z.int(), 'Number of subscriptions that are priced, or cannot be', 13),
  summary: PriceTestSummary,
  created_at: createdAt(),
  started_at: described(timestamp().nullable(), 'When it began; null before'),
  completed_at: described(timestamp().nullable(), 'When it ended; null before'),
});
export type PriceTest = z.infer<typeof PriceTest>;

/** The amounts of one subscription. */
export const PriceTestResult = shape('The amounts of one subscription under present and tested prices', {
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
  estimate_reasons: described(
    z.array(z.enum(estimateReasons)),
    'Why the billed amount may differ; empty: the amounts are exact',
  ),
});
export type PriceTestResult = z.infer<typeof PriceTestResult>;

export const PriceTestCreate = described(
  body({
    name: described(text(), ...texts.name),
    plan: described(expected(strictly(record(), PlanCreate)), 'The plan with the prices to test; it need not be saved'),
    periods_ago: described(integer(0, mostPeriodsAgo), ...periodText),
    external_customer_ids: described(textList(), 'Customers to limit the test to; absent: all', 'acme'),
  }),
  'The prices to test, and the usage to test them on',
);
export type PriceTestCreate = BodyInput<typeof PriceTestCreate>;

export const PriceTestFilters = query({
  ...updatedListParameters(['created_at']),
  plan_code: described(queryText(), ...texts.planCode),
});
export type PriceTestFilters = QueryInput<typeof PriceTestFilters>;

const sorts = ['difference_amount_cents', 'current_amount_cents', 'tested_amount_cents'] as const;
export type PriceTestSort = (typeof sorts)[number];

export const PriceTestResultFilters = query({
  ...pagination,
  direction: described(queryChoice(priceDirections), 'How the amount changes', 'more'),
  sort: described(
    queryChoice([...sorts, ...sorts.map((name) => `-${name}` as const)]),
    'Amount to sort by, ascending, or descending with `-`; absent: in the order of the test',
    '-difference_amount_cents',
  ),
});
export type PriceTestResultFilters = QueryInput<typeof PriceTestResultFilters>;

const shared = { service: 'invoicing', permission: 'plan' } as const;
const shown = { ...shared, alsoReads: ['customer_usage'], method: 'GET' } as const;

export const priceTestRoutes = {
  create: route({
    ...shared,
    alsoReads: ['customer_usage'],
    method: 'POST',
    path: '/plans/:code/impact',
    heavy: true,
    summary: 'Test prices on past usage of the subscriptions of a plan',
    wrapper: 'price_test',
    body: PriceTestCreate,
    validates: 'after loading',
    repetition: 'answered',
    answer: { price_test: PriceTest },
  }),
  list: route({
    ...shown,
    path: '/price_tests',
    summary: 'List tests of prices, newest first',
    query: PriceTestFilters,
    answer: { price_tests: z.array(PriceTest), meta: Meta },
  }),
  read: route({
    ...shown,
    path: '/price_tests/:svc_id',
    summary: 'Read a test of prices and its progress',
    answer: { price_test: PriceTest },
  }),
  results: route({
    ...shown,
    path: '/price_tests/:svc_id/results',
    summary: 'List the amounts of the subscriptions of a test',
    query: PriceTestResultFilters,
    answer: { price_test_results: z.array(PriceTestResult), meta: Meta },
  }),
  stop: route({
    ...shared,
    method: 'POST',
    path: '/price_tests/:svc_id/stop',
    summary: 'Stop a test before its next subscriptions',
    answer: { price_test: PriceTest },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/price_tests/:svc_id',
    summary: 'Delete a test of prices with its results',
    answer: { price_test: PriceTest },
  }),
};
