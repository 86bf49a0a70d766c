import { readPlan, type PlanView } from '@tollgate/catalog/reader';
import { ApiError, type CommandBus, type Transaction } from '@tollgate/platform';

/** Gives a subscription terms of its own: the plan that has them. */
export type OverridePlan = (transaction: Transaction, plan: PlanView, overrides: Record<string, unknown> | undefined) => Promise<PlanView>;

/**
 * Has the catalog copy a plan, or edit the copy that it is (subscriptions, section 3.6). A copy whose subscription does
 * not come about after all is of no consequence: nothing finds it.
 */
export const overridesThrough =
  (commands: CommandBus, organizationId: string, now: number): OverridePlan =>
  async (transaction, plan, overrides) => {
    if (!overrides || Object.keys(overrides).length === 0) return plan;
    const { plan_id: planId, refusal } = await commands.send('catalog', 'plan.override', { organization_id: organizationId, plan_id: plan.id, overrides, at: now });
    if (refusal) throw new ApiError(refusal.status, refusal.body);
    return readPlan(transaction, organizationId, planId ?? plan.id);
  };
