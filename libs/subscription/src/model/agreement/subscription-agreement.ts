import { planChange, yearlyAmountCents, type SubscriptionAgreement } from '@tollgate/rating';
import { readPlans, type PlanView } from '@tollgate/catalog/reader';
import type { TenantTransaction } from '@tollgate/platform';
import { subscriptionsByIds, successorsOf, type SubscriptionRow } from '../subscriptions/subscriptions.repository.js';

/** A subscription with its plan and the plans of its predecessor and successor under the same external id. */
export interface SubscriptionInContext {
  row: SubscriptionRow;
  plan: PlanView;
  previousPlan: PlanView | null;
  next: { row: SubscriptionRow; plan: PlanView } | null;
}

/** Predecessors and successors of subscriptions. */
interface Neighbours {
  /** Not canceled, newest first. */
  successors: SubscriptionRow[];
  previous: SubscriptionRow[];
}

/** Loads subscriptions with their plans and neighbours in a constant number of queries. */
export async function inContext(
  transaction: TenantTransaction,
  rows: SubscriptionRow[],
): Promise<SubscriptionInContext[]> {
  const successors = await successorsOf(
    transaction,
    rows.map(({ id }) => id),
  );
  const previousIds = rows.flatMap((row) => (row.previous_subscription_id ? [row.previous_subscription_id] : []));
  return besides(transaction, rows, { successors, previous: await subscriptionsByIds(transaction, previousIds) });
}

/**
 * Loads the context of one subscription from all subscriptions of its external id.
 * @param version version of the catalog that the transaction has read already
 */
export async function inContextOf(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  all: SubscriptionRow[],
  version: string,
): Promise<SubscriptionInContext> {
  const successors = all
    .filter((other) => other.previous_subscription_id === row.id && other.status !== 'canceled')
    .sort((one, other) => other.created_at.getTime() - one.created_at.getTime() || (other.id < one.id ? -1 : 1));
  const previous = all.filter(({ id }) => id === row.previous_subscription_id);
  const [inContextOfRow] = await besides(transaction, [row], { successors, previous }, version);
  return inContextOfRow as SubscriptionInContext;
}

async function besides(
  transaction: TenantTransaction,
  rows: SubscriptionRow[],
  neighbours: Neighbours,
  version?: string,
): Promise<SubscriptionInContext[]> {
  const { successors } = neighbours;
  const previous = new Map(neighbours.previous.map((row) => [row.id, row]));
  const planIds = [...rows, ...successors, ...neighbours.previous].map((row) => row.plan_id);
  const plans = await readPlans(transaction, [...new Set(planIds)], version);
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

/** Whether a successor has replaced its predecessor; until it has started, that one continues. */
export const hasReplaced = ({ status }: Pick<SubscriptionRow, 'status'>): boolean =>
  status !== 'pending' && status !== 'incomplete';

/** The inputs of the calendar of a started subscription. */
export function agreementOf({ row, plan, previousPlan, next }: SubscriptionInContext): SubscriptionAgreement {
  const yearly = (of: PlanView) => yearlyAmountCents(of.amountCents, of.interval);
  const startedAt = row.started_at ?? row.subscription_at;
  // The mode at the time of the replacement; older rows did not store it and use today's prices.
  const successor =
    next && hasReplaced(next.row) ? (next.row.follows_as ?? planChange(yearly(plan), yearly(next.plan))) : null;
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
