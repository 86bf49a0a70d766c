import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { cents, integer, record, text, textList, timestamp } from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { query, queryText, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { expected, strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { CustomerFilters } from './customers.js';
import { mostPeriodsAgo } from './plan-prices.js';
import { PriceTestResult, PriceTestResultFilters, PriceTestStory } from './price-test-results.js';
import { PlanCreate } from './plans.js';

/** Most subscriptions of one test. */
export const mostTestedSubscriptions = 100_000;

export const priceTestStatuses = ['pending', 'processing', 'stopping', 'completed', 'stopped'] as const;
/** Why a test stopped: on request, or because the tested plan names something that was deleted meanwhile. */
export const priceTestStopReasons = ['requested', 'plan_not_valid'] as const;
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
  customer_filters: described(
    z.record(z.string(), z.unknown()).nullable(),
    'Filters of the list of customers that it is limited to; null: all',
    'currencies=EUR',
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

export const PriceTestCreate = described(
  body({
    name: described(text(), ...texts.name),
    plan: described(expected(strictly(record(), PlanCreate)), 'The plan with the prices to test; it need not be saved'),
    periods_ago: described(integer(0, mostPeriodsAgo), ...periodText),
    external_customer_ids: described(textList(), 'Customers to limit the test to; absent: all', 'acme'),
    customer_filters: described(
      record(),
      'Parameters of the list of customers to limit the test to, such as `{"countries": ["FR"]}`; absent: all',
      'currencies=EUR',
    ),
  }),
  'The prices to test, and the usage to test them on',
);
export type PriceTestCreate = BodyInput<typeof PriceTestCreate>;

export const PriceTestUpdate = described(
  body({ name: described(text(), 'Name of the test; an empty one removes it', 'Spring prices') }),
  'The name of a test',
);
export type PriceTestUpdate = BodyInput<typeof PriceTestUpdate>;

const {
  account_type,
  customer_type,
  has_customer_type,
  billing_entity_codes,
  countries,
  currencies,
  states,
  zipcodes,
  has_tax_identification_number,
  metadata,
} = CustomerFilters.shape;
/** The parameters of the list of customers that limit a test: those that name no person. */
export const TestedCustomerFilters = query(
  {
    account_type,
    customer_type,
    has_customer_type,
    billing_entity_codes,
    countries,
    currencies,
    states,
    zipcodes,
    has_tax_identification_number,
    metadata,
  },
  CustomerFilters.rules,
);
export type TestedCustomerFilters = QueryInput<typeof TestedCustomerFilters>;

export const PriceTestFilters = query({
  ...updatedListParameters(['created_at']),
  plan_code: described(queryText(), ...texts.planCode),
});
export type PriceTestFilters = QueryInput<typeof PriceTestFilters>;

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
  story: route({
    ...shown,
    path: '/price_tests/:svc_id/results/:external_subscription_id',
    heavy: true,
    summary: 'Explain the amounts of a subscription under both prices, step by step',
    answer: { price_test_result: PriceTestStory },
  }),
  update: route({
    ...shared,
    alsoReads: ['customer_usage'],
    method: 'PUT',
    path: '/price_tests/:svc_id',
    summary: 'Rename a test of prices',
    wrapper: 'price_test',
    body: PriceTestUpdate,
    answer: { price_test: PriceTest },
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
