import { Injectable } from '@nestjs/common';
import type { UnpricedReason } from '@tollgate/contracts';
import { readDraftedPlan, type PlanView } from '@tollgate/catalog/reader';
import {
  Logger,
  newId,
  NotFound,
  required,
  ValidationFailed,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { readCustomerViews, readSubscriptions } from '@tollgate/subscription/reader';
import { readPeriodHistories } from '../../model/billed-usage/period-histories.repository.js';
import { failureOf } from '../../model/errors/failure.rules.js';
import type { PriceTestResultRow } from '../../model/price-tests/price-test-results.repository.js';
import type { PriceTestRow } from '../../model/price-tests/price-tests.repository.js';
import { historySince, periodBefore, type PricedConsumer } from '../plan-prices/priced-usage.js';
import { UsagePricing, type UsagePrices } from '../plan-prices/usage-pricing.service.js';

/** A result before it is stored. */
export type NewResult = Omit<PriceTestResultRow, 'created_at'>;

/** A subscription of a test, with its usage of one period or the reason why it has no amounts. */
export interface TestedSubscription {
  id: string;
  customerId: string;
  usage: PricedConsumer | UnpricedReason;
}

/**
 * The plan with the tested prices, which was valid when the test began.
 * @returns null if a metric, an add-on or a pricing unit of it is gone
 */
export async function readTestedPlan(
  transaction: TenantTransaction,
  { plan, as_of }: PriceTestRow,
): Promise<PlanView | null> {
  try {
    return await readDraftedPlan(transaction, plan, as_of);
  } catch (error) {
    if (error instanceof NotFound || error instanceof ValidationFailed) return null;
    throw error;
  }
}

/** Reads subscriptions of a test with their periods, in a constant number of statements. */
export async function readTested(
  transaction: TenantTransaction,
  { plan_id: planId, periods_ago: periodsAgo, as_of }: PriceTestRow,
  ids: string[],
): Promise<TestedSubscription[]> {
  const now: Instant = as_of.getTime();
  const subscriptions = await readSubscriptions(transaction, ids);
  const customers = await readCustomerViews(transaction, [
    ...new Set(subscriptions.map(({ customerId }) => customerId)),
  ]);
  const since = historySince(periodsAgo, now);
  const histories = await readPeriodHistories(
    transaction,
    subscriptions.map((subscription) => ({ subscription, since })),
  );
  return subscriptions.map((subscription): TestedSubscription => {
    const { id, customerId } = subscription;
    if (subscription.plan.id !== planId) return { id, customerId, usage: 'own_prices' };
    const payer = { subscription, customer: required(customers, subscription.customerId, 'customer') };
    const period = periodBefore(payer, required(histories, id, 'period history'), periodsAgo, now);
    return { id, customerId, usage: period ? { payer, period, isRunning: periodsAgo === 0 } : 'period_before_start' };
  });
}

/** Prices the usage of subscriptions under present and tested prices. */
@Injectable()
export class TestedSubscriptions {
  constructor(
    private readonly pricing: UsagePricing,
    private readonly logger: Logger,
  ) {}

  /** @throws Unavailable and other errors that pass */
  async price(test: PriceTestRow, plan: PlanView, tested: TestedSubscription[]): Promise<NewResult[]> {
    return Promise.all(tested.map((subscription) => this.priceOne(test, plan, subscription)));
  }

  private async priceOne(test: PriceTestRow, plan: PlanView, subscription: TestedSubscription): Promise<NewResult> {
    const { usage } = subscription;
    const row = resultOf(test, subscription);
    if (typeof usage === 'string') return { ...row, unpriced_reason: usage };
    try {
      const plans = [usage.payer.subscription.plan, plan];
      const [current, tested] = await this.pricing.price(test.organization_id, usage, plans);
      if (!current || !tested) throw new Error('there are prices under two plans');
      return priced(row, usage, { current, tested });
    } catch (error) {
      // Only an error that passes stops the others: the job comes again.
      if (failureOf(error) === null) throw error;
      this.logger.warn('a subscription cannot be priced in a test', {
        price_test_id: test.id,
        subscription_id: subscription.id,
        error,
      });
      return { ...row, unpriced_reason: 'not_computable' };
    }
  }
}

/** A result without amounts. */
const resultOf = (test: PriceTestRow, { id, customerId }: TestedSubscription): NewResult => ({
  id: newId(),
  organization_id: test.organization_id,
  price_test_id: test.id,
  subscription_id: id,
  customer_id: customerId,
  unpriced_reason: null,
  from_datetime: null,
  to_datetime: null,
  current_amount_cents: null,
  tested_amount_cents: null,
  difference_amount_cents: null,
  reaches_current_commitment: null,
  reaches_tested_commitment: null,
  estimate_reasons: [],
});

const reachesCommitment = ({ hasCommitment, totals }: UsagePrices): boolean | null =>
  hasCommitment ? totals.commitmentCents === 0n : null;

function priced(
  row: NewResult,
  { period }: PricedConsumer,
  { current, tested }: { current: UsagePrices; tested: UsagePrices },
): NewResult {
  const [before, after] = [current.totals.totalCents, tested.totals.totalCents];
  return {
    ...row,
    from_datetime: new Date(period.from),
    to_datetime: new Date(period.to),
    current_amount_cents: before,
    tested_amount_cents: after,
    difference_amount_cents: after - before,
    reaches_current_commitment: reachesCommitment(current),
    reaches_tested_commitment: reachesCommitment(tested),
    estimate_reasons: [...new Set([...current.charges, ...tested.charges].flatMap(({ reasons }) => reasons))],
  };
}
