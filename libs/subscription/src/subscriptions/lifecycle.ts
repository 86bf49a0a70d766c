import { Decimal, inTrial, type Trial } from '@tollgate/rating';
import { readBillingEntity, readPlan, type PlanView } from '@tollgate/catalog/reader';
import type { Transaction } from '@tollgate/platform';
import type { CustomerRow } from '../customers/customers.repository.js';
import type { SubscriptionDatabase } from '../subscription.database.js';
import { activationAt, billingAfter, firstBillingAt, terminationAt } from './schedule.js';
import {
  lockSubscriptionsOfCustomer, lockSubscriptionsOfPlan, subscriptionsByExternalId, updateSubscription, type SubscriptionRow,
} from './subscriptions.repository.js';

/** How a subscription ends (subscriptions, section 9.1). */
export interface TerminationModes {
  creditNote: SubscriptionRow['on_termination_credit_note'];
  invoice: SubscriptionRow['on_termination_invoice'];
}

/** The time zone that a customer is billed in: its own, else its issuer's. */
export async function timezoneOf(transaction: Transaction, customer: CustomerRow): Promise<string> {
  if (customer.timezone !== null) return customer.timezone;
  return (await readBillingEntity(transaction, customer.organization_id, customer.billing_entity_id)).timezone;
}

/** The trial that a plan grants to an external id: from the first start that it ever had (subscriptions, section 5.3). */
export async function trialOf(transaction: Transaction, row: SubscriptionRow, plan: PlanView): Promise<Trial | null> {
  if (plan.trialPeriod === null) return null;
  const all = await subscriptionsByExternalId(transaction, row.organization_id, row.external_id);
  const starts = all.filter((other) => other.customer_id === row.customer_id).flatMap((other) => (other.started_at ? [other.started_at.getTime()] : []));
  return { days: new Decimal(plan.trialPeriod), initialStartedAt: Math.min(...starts) };
}

/**
 * Tells that a subscription became active, and has the starting invoice of a plan in advance made, unless it starts in
 * the past or in a trial (subscriptions, sections 3.1 and 3.2).
 */
export async function announceStart(
  transaction: Transaction,
  database: SubscriptionDatabase,
  row: SubscriptionRow,
  plan: PlanView,
  startsToday: boolean,
  now: number,
): Promise<void> {
  await database.append(transaction, row.organization_id, 'subscription.started', row.customer_id, { subscription_id: row.id }, now);
  if (!startsToday || !plan.payInAdvance || inTrial(await trialOf(transaction, row, plan), now)) return;
  await requestBilling(transaction, database, row, 'subscription_starting', now);
}

/** Starts a pending subscription on its day: at the moment of activation, also before the clock time asked for. */
export async function activate(
  transaction: Transaction,
  database: SubscriptionDatabase,
  row: SubscriptionRow,
  timezone: string,
  now: number,
): Promise<void> {
  const plan = await readPlan(transaction, row.organization_id, row.plan_id);
  const startedAt = new Date(now);
  const active = await updateSubscription(transaction, row.id, {
    status: 'active',
    started_at: startedAt,
    activated_at: startedAt,
    activation_at: null,
    termination_at: terminationAt(row.ending_at, timezone),
    next_billing_at: firstBillingAt({ ...row, started_at: startedAt }, plan, timezone, now),
    updated_at: startedAt,
  });
  await announceStart(transaction, database, active, plan, true, now);
}

/**
 * Ends an active subscription now. The invoice of what is still to bill follows, unless the mode is to skip it.
 * @returns the ended subscription
 */
export async function terminate(
  transaction: Transaction,
  database: SubscriptionDatabase,
  row: SubscriptionRow,
  plan: PlanView,
  modes: TerminationModes,
  now: number,
): Promise<SubscriptionRow> {
  const endedAt = new Date(now);
  const ended = await updateSubscription(transaction, row.id, {
    status: 'terminated',
    terminated_at: endedAt,
    next_billing_at: null,
    termination_at: null,
    on_termination_credit_note: plan.payInAdvance ? modes.creditNote : null,
    on_termination_invoice: modes.invoice,
    updated_at: endedAt,
  });
  if (modes.invoice === 'generate') await requestBilling(transaction, database, ended, 'subscription_terminating', now);
  await database.append(transaction, row.organization_id, 'subscription.terminated', row.customer_id, { subscription_id: row.id }, now);
  return ended;
}

/** The modes that apply when a call does not say: the stored ones, else credit and generate. */
export const storedModes = (row: SubscriptionRow): TerminationModes => ({
  creditNote: row.on_termination_credit_note ?? 'credit',
  invoice: row.on_termination_invoice,
});

/** Calls off a pending subscription. */
export async function cancel(transaction: Transaction, row: SubscriptionRow, now: number): Promise<SubscriptionRow> {
  return updateSubscription(transaction, row.id, { status: 'canceled', canceled_at: new Date(now), activation_at: null, updated_at: new Date(now) });
}

/** Ends a deleted customer's subscriptions: active ones with their invoices, pending ones are canceled. */
export async function endSubscriptionsOfCustomer(transaction: Transaction, database: SubscriptionDatabase, customer: CustomerRow, now: number): Promise<void> {
  const rows = await lockSubscriptionsOfCustomer(transaction, customer.organization_id, customer.id, ['active', 'pending']);
  await endAll(transaction, database, rows, now);
}

/** Ends the subscriptions to a deleted plan. */
export async function endSubscriptionsOfPlan(
  transaction: Transaction,
  database: SubscriptionDatabase,
  organizationId: string,
  planId: string,
  now: number,
): Promise<void> {
  const rows = await lockSubscriptionsOfPlan(transaction, organizationId, planId, ['active', 'pending']);
  await endAll(transaction, database, rows, now);
}

async function endAll(transaction: Transaction, database: SubscriptionDatabase, rows: SubscriptionRow[], now: number): Promise<void> {
  for (const row of rows) {
    if (row.status === 'pending') await cancel(transaction, row, now);
    else await terminate(transaction, database, row, await readPlan(transaction, row.organization_id, row.plan_id), storedModes(row), now);
  }
}

/** Reckons anew when a customer's subscriptions fall due, after its time zone changed. */
export async function rescheduleCustomer(transaction: Transaction, customer: CustomerRow, now: number): Promise<void> {
  const timezone = await timezoneOf(transaction, customer);
  const rows = await lockSubscriptionsOfCustomer(transaction, customer.organization_id, customer.id, ['active', 'pending']);
  for (const row of rows) {
    const plan = await readPlan(transaction, row.organization_id, row.plan_id);
    await updateSubscription(
      transaction,
      row.id,
      row.status === 'pending'
        ? { activation_at: activationAt(row.subscription_at, timezone) }
        : {
            next_billing_at: billingAfter(row, plan, timezone, new Date(now)),
            termination_at: terminationAt(row.ending_at, timezone),
          },
    );
  }
}

/** Asks invoicing to bill one subscription now. */
async function requestBilling(
  transaction: Transaction,
  database: SubscriptionDatabase,
  row: SubscriptionRow,
  reason: 'subscription_starting' | 'subscription_terminating',
  now: number,
): Promise<void> {
  await database.append(
    transaction,
    row.organization_id,
    'billing.due',
    row.customer_id,
    {
      customer_id: row.customer_id,
      billing_at: new Date(now).toISOString(),
      subscriptions: [{ subscription_id: row.id, invoicing_reason: reason }],
    },
    now,
  );
}
