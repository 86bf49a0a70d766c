import { readPlan } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { catchUp } from './catch-up.js';
import { cancel } from './lifecycle.js';
import { upgrade } from './plan-change.js';
import { effectOfPrice } from './plan-change.rules.js';
import { pendingPlanChanges } from '../model/subscriptions/subscriptions.repository.js';
import { timezoneOfSubscription } from '../model/subscriptions/timezones.js';

/**
 * Applies a new price of a plan to scheduled downgrades (subscriptions, section 9.4). It cancels a downgrade to a plan
 * that costs more now. A downgrade to this plan that no longer is one becomes an immediate upgrade.
 */
export async function followPriceChange(transaction: TenantTransaction, planId: string, now: Instant): Promise<void> {
  for (const { current } of await pendingPlanChanges(transaction, planId)) {
    await catchUp(transaction, { externalId: current.external_id }, now);
  }
  for (const { current, next } of await pendingPlanChanges(transaction, planId)) {
    const [plan, nextPlan] = [await readPlan(transaction, current.plan_id), await readPlan(transaction, next.plan_id)];
    const effect = effectOfPrice(planId, plan, nextPlan);
    if (effect === 'cancel') {
      await cancel(transaction, next, now);
    } else if (effect === 'upgrade') {
      await upgrade(
        transaction,
        { row: current, plan },
        { row: next, plan: nextPlan },
        await timezoneOfSubscription(transaction, next),
        now,
      );
    }
  }
}
