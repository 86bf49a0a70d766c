import type { PriceTest, PriceTestResult } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull, required, type TenantTransaction } from '@tollgate/platform';
import { centsNumber } from '@tollgate/rating';
import {
  readCustomerViews,
  readSubscriptions,
  type CustomerView,
  type SubscriptionView,
} from '@tollgate/subscription/reader';
import type { PriceTestResultRow, ResultSums } from '../../model/price-tests/price-test-results.repository.js';
import type { PriceTestRow } from '../../model/price-tests/price-tests.repository.js';

const nothing: Omit<ResultSums, 'price_test_id'> = {
  current: '0',
  tested: '0',
  more: 0,
  less: 0,
  same: 0,
  unpriced: 0,
  estimated: 0,
  reached: 0,
  left: 0,
  deciles: null,
};

/** @param sums of its results; absent without any */
export const presentPriceTest = (row: PriceTestRow, sums = nothing): PriceTest => ({
  svc_id: row.id,
  name: row.name,
  plan_code: row.plan_code,
  plan: row.plan,
  amount_currency: row.currency,
  periods_ago: row.periods_ago,
  external_customer_ids: row.external_customer_ids,
  customer_filters: row.customer_filters,
  status: row.status,
  stop_reason: row.stop_reason,
  subscriptions_total: row.subscriptions_total,
  subscriptions_done: row.subscriptions_done,
  summary: {
    current_amount_cents: centsNumber(BigInt(sums.current)),
    tested_amount_cents: centsNumber(BigInt(sums.tested)),
    difference_amount_cents: centsNumber(BigInt(sums.tested) - BigInt(sums.current)),
    more_count: sums.more,
    less_count: sums.less,
    same_count: sums.same,
    unpriced_count: sums.unpriced,
    estimated_count: sums.estimated,
    reached_commitment_count: sums.reached,
    left_commitment_count: sums.left,
    difference_deciles: (sums.deciles ?? []).map((cents) => centsNumber(BigInt(cents))),
  },
  created_at: isoSeconds(row.created_at),
  started_at: isoSecondsOrNull(row.started_at),
  completed_at: isoSecondsOrNull(row.completed_at),
});

/** Presents results with their subscriptions and customers, in the same order. */
export async function presentResults(
  transaction: TenantTransaction,
  rows: PriceTestResultRow[],
): Promise<PriceTestResult[]> {
  const subscriptions = await readSubscriptions(
    transaction,
    rows.map((row) => row.subscription_id),
  );
  const customers = await readCustomerViews(transaction, [
    ...new Set(subscriptions.map(({ customerId }) => customerId)),
  ]);
  const byId = new Map(subscriptions.map((each) => [each.id, each]));
  return rows.map((row) => {
    const subscription = required(byId, row.subscription_id, 'subscription');
    return presentResult(row, subscription, required(customers, subscription.customerId, 'customer'));
  });
}

export function presentResult(
  row: PriceTestResultRow,
  subscription: Pick<SubscriptionView, 'externalId'>,
  customer: Pick<CustomerView, 'externalId' | 'name'>,
): PriceTestResult {
  const cents = (amount: bigint | null) => (amount === null ? null : centsNumber(amount));
  return {
    svc_id: row.id,
    external_customer_id: customer.externalId,
    customer_name: customer.name,
    external_subscription_id: subscription.externalId,
    svc_subscription_id: row.subscription_id,
    unpriced_reason: row.unpriced_reason,
    from_datetime: isoSecondsOrNull(row.from_datetime),
    to_datetime: isoSecondsOrNull(row.to_datetime),
    current_amount_cents: cents(row.current_amount_cents),
    tested_amount_cents: cents(row.tested_amount_cents),
    difference_amount_cents: cents(row.difference_amount_cents),
    reaches_current_commitment: row.reaches_current_commitment,
    reaches_tested_commitment: row.reaches_tested_commitment,
    estimate_reasons: row.estimate_reasons,
  };
}
