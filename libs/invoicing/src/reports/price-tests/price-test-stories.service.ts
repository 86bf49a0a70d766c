import { Injectable } from '@nestjs/common';
import type { PriceTestStory } from '@tollgate/contracts';
import type { PlanView } from '@tollgate/catalog/reader';
import { awaitOwnUsage, CommandBus, isId, NotAllowed, NotFound, type TenantTransaction } from '@tollgate/platform';
import { subscriptionIdsOf } from '@tollgate/subscription/reader';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { findResult, type PriceTestResultRow } from '../../model/price-tests/price-test-results.repository.js';
import { findPriceTest, type PriceTestRow } from '../../model/price-tests/price-tests.repository.js';
import type { PricedConsumer } from '../plan-prices/priced-usage.js';
import { UsagePricing } from '../plan-prices/usage-pricing.service.js';
import { presentStory } from './price-test-story.presenter.js';
import { readTested, readTestedPlan } from './tested-subscriptions.js';

/** A result, and all from which both its prices are computed again. */
interface PricedAgain {
  row: PriceTestResultRow;
  plan: PlanView;
  consumer: PricedConsumer;
}

/** Explains the amounts of a subscription in a test: both prices, computed again with their steps (catalog, section 22). */
@Injectable()
export class PriceTestStories {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly pricing: UsagePricing,
    private readonly commands: CommandBus,
  ) {}

  /**
   * @throws NotFound `price_test_not_found`, `price_test_result_not_found`; NotAllowed for a subscription without amounts.
   * NotAllowed, too, for one that has other prices or periods since, and for a plan that is not valid any more
   */
  async read(organizationId: string, testId: string, externalSubscriptionId: string): Promise<PriceTestStory> {
    const { row, plan, consumer } = await this.database.tenant(organizationId, async (transaction) => {
      const test = isId(testId) ? await findPriceTest(transaction, testId) : undefined;
      if (!test) throw new NotFound('price_test');
      return pricedAgain(transaction, test, externalSubscriptionId);
    });
    await awaitOwnUsage(this.commands, organizationId);
    const own = consumer.payer.subscription.plan;
    const [current, tested] = await this.pricing.price(organizationId, consumer, [own, plan]);
    if (!current || !tested) throw new Error('there are prices under two plans');
    return presentStory(row, consumer, {
      current: { plan: own, prices: current },
      tested: { plan, prices: tested },
    });
  }
}

async function pricedAgain(
  transaction: TenantTransaction,
  test: PriceTestRow,
  externalSubscriptionId: string,
): Promise<PricedAgain> {
  const row = await findResult(transaction, test.id, await subscriptionIdsOf(transaction, externalSubscriptionId));
  if (!row) throw new NotFound('price_test_result');
  if (row.unpriced_reason !== null) throw new NotAllowed('subscription_without_amounts');
  const plan = await readTestedPlan(transaction, test);
  if (!plan) throw new NotAllowed('plan_not_valid');
  const [tested] = await readTested(transaction, test, [row.subscription_id]);
  if (!tested || typeof tested.usage === 'string' || tested.usage.period.from !== row.from_datetime?.getTime())
    throw new NotAllowed('subscription_has_changed');
  return { row, plan, consumer: tested.usage };
}
