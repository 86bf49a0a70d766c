import type { SubscriptionCreate } from '@tollgate/contracts';
import type { PlanView } from '@tollgate/catalog/reader';
import { planChange, yearlyAmountCents } from '@tollgate/rating';
import { rowOf } from '../model/agreement/new-subscription.js';
import type { ChosenPlan } from '../model/overrides/plan-overrides.js';
import type { SubscriptionRow } from '../model/subscriptions/subscriptions.repository.js';
import type { RequestedRule } from '../model/subscriptions/activation-rules.repository.js';

/** The requested change of a plan. */
export interface PlanChangeRequest extends ChosenPlan {
  timezone: string;
  input: SubscriptionCreate;
  /** Undefined and null: unchanged. */
  endingAt: Date | null | undefined;
  billingEntityId: string | null;
  /** The conditions for which the new subscription waits. */
  rules: RequestedRule[];
}

type Priced = Pick<PlanView, 'amountCents' | 'interval'>;

const yearly = (plan: Priced) => yearlyAmountCents(plan.amountCents, plan.interval);

/** Whether a plan replaces another at once (subscriptions, section 3). */
export const isUpgrade = (from: Priced, to: Priced): boolean => planChange(yearly(from), yearly(to)) === 'upgrade';

/** Builds the successor of a subscription from inherited and requested fields (subscriptions, section 7, point 2). */
export function successorOf(current: SubscriptionRow, { plan, input, endingAt, billingEntityId }: PlanChangeRequest) {
  return {
    ...rowOf(input),
    organization_id: current.organization_id,
    customer_id: current.customer_id,
    plan_id: plan.id,
    external_id: current.external_id,
    status: 'pending' as const,
    billing_time: current.billing_time,
    subscription_at: current.subscription_at,
    ending_at: endingAt ?? current.ending_at,
    previous_subscription_id: current.id,
    consolidate_invoice: input.consolidate_invoice ?? current.consolidate_invoice,
    purchase_order_number: input.purchase_order_number || current.purchase_order_number,
    billing_entity_id: billingEntityId ?? current.billing_entity_id,
  };
}

/**
 * The effect of a new price of a plan on a scheduled downgrade: the plain amounts cancel it, the yearly ones make it an
 * upgrade (subscriptions, section 9.4).
 * @param planId the plan with the new price
 * @returns null when it stays
 */
export function effectOfPrice(
  planId: string,
  current: Priced & Pick<PlanView, 'id'>,
  next: Priced & Pick<PlanView, 'id'>,
): 'cancel' | 'upgrade' | null {
  if (current.id === planId && next.amountCents > current.amountCents) return 'cancel';
  return next.id === planId && isUpgrade(current, next) ? 'upgrade' : null;
}
