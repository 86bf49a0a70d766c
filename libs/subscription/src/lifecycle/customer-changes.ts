import { movedBillingInstant } from '@tollgate/rating';
import { planWithCopies, readPlan, readPlans, type PlanView } from '@tollgate/catalog/reader';
import type { TenantTransaction, Instant } from '@tollgate/platform';
import type { CustomerRow } from '../model/customers/customers.repository.js';
import { catchUp } from './catch-up.js';
import { callOffWait } from './waiting-start.js';
import { cancelAll, storedModes, terminateAll } from './lifecycle.js';
import { activationAt, scheduleOf, terminationAt } from '../model/agreement/schedule.js';
import {
  lockSubscriptionsOfCustomer,
  lockSubscriptionsOfPlans,
  updateSubscription,
  type SubscriptionRow,
} from '../model/subscriptions/subscriptions.repository.js';
import { timezoneOf } from '../model/subscriptions/timezones.js';

/**
 * Ends a deleted customer's subscriptions: active ones with their invoices; pending ones are canceled, and waiting ones
 * too unless their payment came first.
 */
export async function endSubscriptionsOfCustomer(
  transaction: TenantTransaction,
  customer: CustomerRow,
  now: Instant,
): Promise<void> {
  await catchUp(transaction, { customerId: customer.id }, now);
  const rows = await lockSubscriptionsOfCustomer(transaction, customer.id, ['active', 'pending', 'incomplete']);
  await endAll(transaction, rows, now);
}

/** Ends the subscriptions to a deleted plan, and to its copies for single subscriptions. */
export async function endSubscriptionsOfPlan(
  transaction: TenantTransaction,
  planId: string,
  now: Instant,
): Promise<void> {
  const planIds = await planWithCopies(transaction, planId);
  await catchUp(transaction, { planIds }, now);
  const rows = await lockSubscriptionsOfPlans(transaction, planIds, ['active', 'pending', 'incomplete']);
  await endAll(transaction, rows, now);
}

async function endAll(transaction: TenantTransaction, rows: SubscriptionRow[], now: Instant): Promise<void> {
  const of = (status: SubscriptionRow['status']) => rows.filter((row) => row.status === status);
  await cancelAll(transaction, of('pending'), now);
  for (const row of of('incomplete')) await callOffWait(transaction, row, 'ended', { at: now, now });
  const active = of('active');
  const plans = await readPlans(
    transaction,
    active.map(({ plan_id: planId }) => planId),
  );
  await terminateAll(
    transaction,
    active.map((row) => ({ row, plan: planOf(plans, row), modes: storedModes(row) })),
    now,
  );
}

function planOf(plans: Map<string, PlanView>, { plan_id: planId }: SubscriptionRow): PlanView {
  const plan = plans.get(planId);
  if (!plan) throw new Error(`No plan ${planId}`);
  return plan;
}

/**
 * Runs a change that may move a customer to another time zone. Earlier due work runs in the old zone, and future work
 * is scheduled in the new one. A period that ends through the move is due at once.
 * @param change returns the changed customer
 */
export async function changeTimezone(
  transaction: TenantTransaction,
  customer: CustomerRow,
  change: () => Promise<CustomerRow>,
  now: Instant,
): Promise<CustomerRow> {
  await catchUp(transaction, { customerId: customer.id }, now);
  const before = await timezoneOf(transaction, customer);
  const changed = await change();
  const timezone = await timezoneOf(transaction, changed);
  if (timezone !== before) await reschedule(transaction, changed, timezone, now);
  return changed;
}

/**
 * Reschedules the future work of a customer in the time zone of its issuer after the issuer moved. A repetition
 * changes nothing. Work that was due at the move but not done runs in the new zone.
 */
export async function followTimezone(
  transaction: TenantTransaction,
  customer: CustomerRow,
  now: Instant,
): Promise<void> {
  await catchUp(transaction, { customerId: customer.id }, now);
  await reschedule(transaction, customer, await timezoneOf(transaction, customer), now);
}

async function reschedule(
  transaction: TenantTransaction,
  customer: CustomerRow,
  timezone: string,
  now: Instant,
): Promise<void> {
  for (const row of await lockSubscriptionsOfCustomer(transaction, customer.id, ['active', 'pending'])) {
    if (row.status === 'pending') {
      const starts = row.previous_subscription_id === null ? activationAt(row.subscription_at, timezone, now) : null;
      await updateSubscription(transaction, row.id, { activation_at: starts });
      continue;
    }
    const endsAt = { termination_at: terminationAt(row.ending_at, timezone, now) };
    // The outcome of a waiting downgrade decides about the billing day that it holds.
    if (row.held_billing_at) {
      await updateSubscription(transaction, row.id, endsAt);
      continue;
    }
    const unbilled = row.plan_change_at ?? row.next_billing_at;
    if (!unbilled) throw new Error(`subscription ${row.id} has no billing day`);
    const plan = await readPlan(transaction, row.plan_id);
    const billing = new Date(
      movedBillingInstant({ ...scheduleOf(row, plan, timezone), payInAdvance: plan.payInAdvance }, unbilled.getTime()),
    );
    await updateSubscription(transaction, row.id, {
      ...(row.plan_change_at ? { plan_change_at: billing } : { next_billing_at: billing }),
      ...endsAt,
    });
  }
}
