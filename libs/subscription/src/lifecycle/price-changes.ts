import { readPlan } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import { catchUp } from './catch-up.js';
import { cancel, setTerminated, storedModes } from './lifecycle.js';
import { isUpgrade, takeOver } from './plan-change.js';
import { pendingPlanChanges } from '../repositories/subscriptions.repository.js';
import { timezoneOfSubscription } from '../repositories/timezones.js';

/**
 * What a new price of a plan does to scheduled downgrades: one away from it to a plan that is dearer now is called off,
 * one to it that is none any more becomes an upgrade at once (subscriptions, section 9.4).
 */
export async function followPriceChange(transaction: TenantTransaction, planId: string, now: Instant): Promise<void> {
  for (const { current } of await pendingPlanChanges(transaction, planId)) {
    await catchUp(transaction, { externalId: current.external_id }, now);
  }
  for (const { current, next } of await pendingPlanChanges(transaction, planId)) {
    const [plan, nextPlan] = [await readPlan(transaction, current.plan_id), await readPlan(transaction, next.plan_id)];
    if (plan.id === planId && nextPlan.amountCents > plan.amountCents) {
      await cancel(transaction, next, now);
    } else if (nextPlan.id === planId && isUpgrade(plan, nextPlan)) {
      const ended = await setTerminated(
        transaction,
        current,
        plan,
        { ...storedModes(current), creditNote: 'credit', invoice: 'generate' },
        now,
      );
      await takeOver(
        transaction,
        { row: ended, plan },
        { row: next, plan: nextPlan },
        await timezoneOfSubscription(transaction, next),
        now,
      );
    }
  }
}
