import { planChange, yearlyAmountCents, type SubscriptionTerms } from '@tollgate/rating';
import { readPlans, type PlanView } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { subscriptionsByIds, successorsOf, type SubscriptionRow } from '../rows/subscriptions.repository.js';

/** A subscription with its plan, and the plans of those before and after it under the same external id. */
export interface SubscriptionInContext {
  row: SubscriptionRow;
  plan: PlanView;
  previousPlan: PlanView | null;
  next: { row: SubscriptionRow; plan: PlanView } | null;
}

/** Brings subscriptions together with their plans and neighbours, in a fixed number of queries. */
export async function inContext(
  transaction: TenantTransaction,
  rows: SubscriptionRow[],
): Promise<SubscriptionInContext[]> {
  const ids = rows.map(({ id }) => id);
  const successors = await successorsOf(transaction, ids);
  const previousIds = rows.flatMap((row) => (row.previous_subscription_id ? [row.previous_subscription_id] : []));
  const previous = new Map((await subscriptionsByIds(transaction, previousIds)).map((row) => [row.id, row]));
  const planIds = [...rows, ...successors, ...previous.values()].map((row) => row.plan_id);
  const plans = await readPlans(transaction, [...new Set(planIds)]);
  const planOf = (row: SubscriptionRow): PlanView => {
    const plan = plans.get(row.plan_id);
    if (!plan) throw new Error(`subscription ${row.id} has no plan`);
    return plan;
  };
  return rows.map((row) => {
    const before = row.previous_subscription_id ? previous.get(row.previous_subscription_id) : undefined;
    const after = successors.find((successor) => successor.previous_subscription_id === row.id);
    return {
      row,
      plan: planOf(row),
      previousPlan: before ? planOf(before) : null,
      next: after ? { row: after, plan: planOf(after) } : null,
    };
  });
}

/** What the calendar of a started subscription depends on. */
export function termsOf({ row, plan, previousPlan, next }: SubscriptionInContext): SubscriptionTerms {
  const yearly = (of: PlanView) => yearlyAmountCents(of.amountCents, of.interval);
  const startedAt = row.started_at ?? row.subscription_at;
  // What was in force when the one took the place of the other; by the prices of today where that was not kept.
  const successor =
    next && next.row.status !== 'pending' ? (next.row.follows_as ?? planChange(yearly(plan), yearly(next.plan))) : null;
  return {
    interval: plan.interval,
    billingTime: row.billing_time,
    payInAdvance: plan.payInAdvance,
    billChargesMonthly: plan.billChargesMonthly,
    billFixedChargesMonthly: plan.billFixedChargesMonthly,
    subscriptionAt: row.subscription_at.getTime(),
    startedAt: startedAt.getTime(),
    createdAt: row.created_at.getTime(),
    terminatedAt: row.terminated_at?.getTime() ?? null,
    predecessor: previousPlan ? (row.follows_as ?? planChange(yearly(previousPlan), yearly(plan))) : null,
    successor,
  };
}
