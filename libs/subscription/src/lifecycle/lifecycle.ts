import { endOfLocalDay, inTrial, SECOND, utcDate } from '@tollgate/rating';
import { readPlan, type PlanView } from '@tollgate/catalog/reader';
import { groupBy, newId, type Instant, type TenantTransaction } from '@tollgate/platform';
import { openQuantityHistory } from '../model/units/quantity-history.js';
import { openLifetimeUsage } from '../model/usage/lifetime-usages.repository.js';
import {
  prorationCreditsOf,
  requestBilling,
  requestBillings,
  type BillingRequest,
} from '../model/agreement/billing-requests.js';
import { dueFromStart, neverDue } from '../model/agreement/schedule.js';
import { trialOf } from '../model/agreement/trial.js';
import {
  pendingSuccessors,
  resumeBilling,
  updateSubscription,
  updateSubscriptions,
  type SubscriptionRow,
} from '../model/subscriptions/subscriptions.repository.js';
import { timezoneOfSubscription } from '../model/subscriptions/timezones.js';
import { beginWaitIfRuled } from './waiting-start.js';
import { hasFixedChargesInAdvance } from './waiting-start.rules.js';

/** The modes of a termination (subscriptions, section 9.1). */
export interface TerminationModes {
  creditNote: SubscriptionRow['on_termination_credit_note'];
  invoice: SubscriptionRow['on_termination_invoice'];
}

/** Opens the usage record of an activated subscription, and publishes the activation. */
export async function publishStart(transaction: TenantTransaction, row: SubscriptionRow, now: Instant): Promise<void> {
  await openLifetimeUsage(transaction, row, now);
  await transaction.append('subscription.started', row.customer_id, { subscription_id: row.id }, now);
}

/**
 * Requests the starting invoice of a plan in advance, unless a trial comes first (subscriptions, section 3.2); without
 * it, fixed charges in advance get a separate one (subscriptions, section 3.3).
 */
export async function billStart(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  plan: PlanView,
  now: Instant,
): Promise<void> {
  if (!plan.payInAdvance || inTrial(await trialOf(transaction, row, plan), now))
    return billFixedChargesAtStart(transaction, row, plan, now);
  await requestBilling(
    transaction,
    {
      customerId: row.customer_id,
      at: now,
      subscriptions: [{ row, reason: 'subscription_starting' }],
    },
    now,
  );
}

/**
 * The billing instant of a separate invoice for an event at an instant (Unix ms). It is a second later, but on the same
 * local day, because the day selects the period (subscriptions, sections 3.3 and 7).
 */
export const secondAfter = (at: Instant, timezone: string): number =>
  Math.min(at + SECOND, endOfLocalDay(at, timezone));

async function billFixedChargesAtStart(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  plan: PlanView,
  now: Instant,
): Promise<void> {
  if (!hasFixedChargesInAdvance(plan)) return;
  const timezone = await timezoneOfSubscription(transaction, row);
  const at = secondAfter(row.started_at?.getTime() ?? now, timezone);
  const subscriptions = [{ row, reason: 'in_advance_charge' as const }];
  await requestBilling(transaction, { customerId: row.customer_id, timezone, at, subscriptions }, now);
}

/**
 * Starts a pending subscription on its day: at the moment of activation, even before the requested clock time. With
 * rules that apply, it waits for its payment (subscriptions, section 3.5).
 */
export async function activate(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  timezone: string,
  now: Instant,
): Promise<void> {
  const plan = await readPlan(transaction, row.plan_id);
  const waiting = await beginWaitIfRuled(transaction, row, plan, { timezone, now });
  if (waiting) return billStart(transaction, waiting, plan, now);
  const active = await setActive(transaction, row, plan, timezone, now);
  await publishStart(transaction, active, now);
  await billStart(transaction, active, plan, now);
}

/**
 * Starts a pending subscription after a move of its start to now or earlier; a start today is billed today, with or
 * without a trial (subscriptions, section 4).
 */
export async function activateByCall(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  timezone: string,
  now: Instant,
): Promise<SubscriptionRow> {
  const plan = await readPlan(transaction, row.plan_id);
  const active = await setActive(transaction, row, plan, timezone, now, row.subscription_at.getTime());
  await publishStart(transaction, active, now);
  if (utcDate(row.subscription_at.getTime()) !== utcDate(now)) return active;
  if (!plan.payInAdvance) {
    await billFixedChargesAtStart(transaction, active, plan, now);
  } else {
    const subscriptions = [{ row: active, reason: 'subscription_starting' as const }];
    await requestBilling(transaction, { customerId: row.customer_id, at: now, subscriptions }, now);
  }
  return active;
}

/** Activates a pending subscription now, with its start and its quantity history for billing. */
export async function setActive(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  plan: PlanView,
  timezone: string,
  now: Instant,
  startedAt = now,
): Promise<SubscriptionRow> {
  const started = { ...row, started_at: new Date(startedAt) };
  const active = await updateSubscription(transaction, row.id, {
    status: 'active',
    started_at: started.started_at,
    activated_at: started.started_at,
    ...dueFromStart(started, plan, timezone, await trialOf(transaction, started, plan), now),
    updated_at: new Date(now),
  });
  await openQuantityHistory(transaction, active, now);
  return active;
}

/** An active subscription to end. */
export interface Ending {
  row: SubscriptionRow;
  plan: PlanView;
  modes: TerminationModes;
}

/** Ends an active subscription as `terminateAll` does. @returns the ended subscription */
export async function terminate(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  plan: PlanView,
  modes: TerminationModes,
  now: Instant,
): Promise<SubscriptionRow> {
  const [ended] = await terminateAll(transaction, [{ row, plan, modes }], now);
  return ended as SubscriptionRow;
}

/**
 * Ends active subscriptions now, in sets, and cancels their successors. One message for each requests the final invoice
 * and the proration credit, so the invoice already uses the credit.
 * @returns the ended subscriptions, in the order of `endings`
 */
export async function terminateAll(
  transaction: TenantTransaction,
  endings: Ending[],
  now: Instant,
): Promise<SubscriptionRow[]> {
  if (endings.length === 0) return [];
  const rows = endings.map(({ row }) => row);
  await cancelAll(transaction, await pendingSuccessors(transaction, rows.map(idOf)), now);
  await requestBillings(
    transaction,
    rows.flatMap((row) => heldDay(row, now) ?? []),
  );
  const ended = await setAllTerminated(transaction, endings, now);
  await requestBillings(
    transaction,
    endings.map(({ plan, modes }, index) => {
      const row = ended[index] as SubscriptionRow;
      return {
        customerId: row.customer_id,
        at: now,
        subscriptions: modes.invoice === 'generate' ? [{ row, reason: 'subscription_terminating' }] : [],
        prorationCredits: prorationCreditsOf(row, plan, modes.creditNote, false),
        now,
      };
    }),
  );
  await publishEnds(transaction, ended, now);
  return ended;
}

const idOf = ({ id }: SubscriptionRow): string => id;

/** The day on which a downgrade began to wait for its payment: it is billed, since the subscription ends without it. */
const heldDay = (row: SubscriptionRow, now: Instant): (BillingRequest & { now: Instant }) | undefined =>
  row.held_billing_at
    ? {
        customerId: row.customer_id,
        at: row.held_billing_at.getTime(),
        subscriptions: [{ row, reason: 'subscription_periodic' }],
        now,
      }
    : undefined;

/** Terminates an active subscription now, and stores the modes on it. */
export async function setTerminated(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  plan: PlanView,
  modes: TerminationModes,
  now: Instant,
): Promise<SubscriptionRow> {
  const [ended] = await setAllTerminated(transaction, [{ row, plan, modes }], now);
  return ended as SubscriptionRow;
}

/** Terminates active subscriptions now. @returns their rows, in the order of `endings` */
async function setAllTerminated(
  transaction: TenantTransaction,
  endings: Ending[],
  now: Instant,
): Promise<SubscriptionRow[]> {
  const endedAt = new Date(now);
  const stored = new Map<string, SubscriptionRow>();
  for (const [first, ...others] of groupsOf(endings)) {
    const ids = [first, ...others].map(({ row }) => row.id);
    const changes = {
      status: 'terminated' as const,
      terminated_at: endedAt,
      ...neverDue,
      ...modesOf(first),
      updated_at: endedAt,
    };
    for (const row of await updateSubscriptions(transaction, ids, changes)) stored.set(row.id, row);
  }
  return endings.map(({ row }) => stored.get(row.id) ?? row);
}

/** The modes as an ended subscription stores them: one in arrears has no credit note. */
const modesOf = ({ plan, modes }: Ending) => ({
  on_termination_credit_note: plan.payInAdvance ? modes.creditNote : null,
  on_termination_invoice: modes.invoice,
});

/** Endings by their modes, of which there are few. */
const groupsOf = (endings: Ending[]) =>
  groupBy(endings, (ending) => JSON.stringify(modesOf(ending))).values() as Iterable<[Ending, ...Ending[]]>;

/** Publishes the end of an active subscription, and before it the change of its modes (subscriptions, section 9.1). */
export const publishEnd = (transaction: TenantTransaction, row: SubscriptionRow, now: Instant): Promise<void> =>
  publishEnds(transaction, [row], now);

async function publishEnds(transaction: TenantTransaction, rows: SubscriptionRow[], now: Instant): Promise<void> {
  const entries = () =>
    rows.map((row) => ({ id: newId(), key: row.customer_id, payload: { subscription_id: row.id }, occurredAt: now }));
  await transaction.appendAll('subscription.updated', entries());
  await transaction.appendAll('subscription.terminated', entries());
}

/** The default modes of a termination: the stored ones, else credit and generate. */
export const storedModes = (
  row: Pick<SubscriptionRow, 'on_termination_credit_note' | 'on_termination_invoice'>,
): TerminationModes => ({
  creditNote: row.on_termination_credit_note ?? 'credit',
  invoice: row.on_termination_invoice,
});

/** Cancels a pending subscription as `cancelAll` does. @returns the canceled subscription */
export async function cancel(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  now: Instant,
): Promise<SubscriptionRow> {
  const [canceled] = await cancelAll(transaction, [row], now);
  return canceled as SubscriptionRow;
}

/** Cancels pending subscriptions, in sets. Their predecessors continue and are billed again on their billing days. */
export async function cancelAll(
  transaction: TenantTransaction,
  rows: SubscriptionRow[],
  now: Instant,
): Promise<SubscriptionRow[]> {
  if (rows.length === 0) return [];
  await resumeBilling(
    transaction,
    rows.flatMap(({ previous_subscription_id: previous }) => previous ?? []),
  );
  await transaction.appendAll(
    'subscription.called_off',
    rows.map(({ id, customer_id: key }) => ({ id: newId(), key, payload: { subscription_id: id }, occurredAt: now })),
  );
  const at = new Date(now);
  return updateSubscriptions(transaction, rows.map(idOf), {
    status: 'canceled',
    canceled_at: at,
    ...neverDue,
    updated_at: at,
  });
}

/** Cancels the successor of a subscription, if any. */
export async function cancelSuccessor(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  now: Instant,
): Promise<void> {
  await cancelAll(transaction, await pendingSuccessors(transaction, [row.id]), now);
}
