import { query, queryId, type QueryInput } from '../../http/query.js';
import { described, exampleId } from '../../http/texts.js';
import { PriceTestResult, resultFilters } from '../price-test-results.js';
import { priceTestRoutes } from '../price-tests.js';
import { exportKind, withMainUnits } from './export-kind.js';

/** The filters of exported results: those of one test, or of all. */
export const PriceTestResultExportFilters = query({
  price_test_id: described(queryId(), 'Identifier of the test', exampleId),
  ...resultFilters,
});
export type PriceTestResultExportFilters = QueryInput<typeof PriceTestResultExportFilters>;

/** Never incremental: a test is exported whole, and is deleted a month after its end. */
export const priceTestResultsKind = exportKind({
  service: 'invoicing',
  name: 'price_test_results',
  row: 'The amounts of a subscription in a [test of prices](../reference/behaviour/catalog.md), before coupons and taxes',
  record: PriceTestResult,
  filters: PriceTestResultExportFilters,
  shownBy: [priceTestRoutes.list, priceTestRoutes.results],
  currency: 'amount_currency',
  own: {
    svc_price_test_id: ['text', 'Identifier of the test'],
    price_test_name: ['text', 'Name of the test; empty without one'],
    plan_code: ['text', 'Code of the plan'],
    amount_currency: ['text', 'Currency of the plan'],
    estimate_reasons: ['json', 'Why the billed amount may differ; empty: the amounts are exact'],
    created_at: ['timestamp', 'When it was priced'],
  },
  columns: withMainUnits([
    'svc_id',
    'svc_price_test_id',
    'price_test_name',
    'plan_code',
    'external_customer_id',
    'customer_name',
    'external_subscription_id',
    'svc_subscription_id',
    'unpriced_reason',
    'from_datetime',
    'to_datetime',
    'amount_currency',
    'current_amount_cents',
    'tested_amount_cents',
    'difference_amount_cents',
    'reaches_current_commitment',
    'reaches_tested_commitment',
    'estimate_reasons',
    'created_at',
  ]),
});
