import { groupBy, type TenantTransaction, type Instant } from '@tollgate/platform';
import { readPlan, readPlans } from '@tollgate/catalog/reader';
import { requestBillings, type BillingRequest } from '../model/agreement/billing-requests.js';
import {
  lockDue,
  setNextBilling,
  type Moment,
  type SubscriptionPhase,
} from '../model/subscriptions/due-subscriptions.repository.js';
import { endsOnBillingDay, nextSteps } from './due-order.rules.js';
import { activate, storedModes, terminate } from './lifecycle.js';
import { alertOfEnd, endTrial } from './messages.js';
import { callOffWait } from './waiting-start.js';
import { executeDowngrade } from './plan-change.js';
import { beginsPlanPeriod, billingAfter } from '../model/agreement/schedule.js';
import {
  pendingSuccessor,
  replaceOnNextBilling,
  resumeBilling,
  withPendingSuccessor,
  type SubscriptionRow,
} from '../model/subscriptions/subscriptions.repository.js';
import { timezonesOf } from '../model/subscriptions/timezones.js';

/** More subscriptions of one customer than any outage accumulates; a further step does the rest. */
const maxRounds = 200;

/**
 * Does the due work of customers, for each in due order and as of its due instant, even if it is late. It bills a
 * period before a later end or change of its subscription. Late work equals the work on time.
 * @param now Unix milliseconds
 * @returns the number of processed subscriptions; 0 if nothing is due any more
 */
export async function doDueSteps(
  transaction: TenantTransaction,
  customerIds: string[],
  moment: Moment,
  now: Instant,
): Promise<number> {
  let done = 0;
  for (let round = 0; round < maxRounds; round++) {
    const rows = await lockDue(transaction, customerIds, moment);
    if (rows.length === 0) return done;
    const steps = nextSteps(rows, moment);
    const timezoneOf = await timezonesOf(transaction, rows);
    const billing = steps.filter(({ phase }) => phase === 'billing').flatMap((step) => step.rows);
    if (billing.length > 0) await bill(transaction, billing, timezoneOf);
    for (const { at, phase, rows: dueRows } of steps.filter((step) => step.phase !== 'billing')) {
      for (const row of dueRows) await doStep(transaction, phase, row, { at, now, timezone: timezoneOf(row) });
    }
    done += steps.reduce((sum, step) => sum + step.rows.length, 0);
  }
  return done;
}

interface StepTime {
  /** Its due instant and the present time: Unix milliseconds. */
  at: Instant;
  now: Instant;
  timezone: string;
}

async function doStep(
  transaction: TenantTransaction,
  phase: Exclude<SubscriptionPhase, 'billing'> | SubscriptionPhase,
  row: SubscriptionRow,
  { at, now, timezone }: StepTime,
): Promise<void> {
  switch (phase) {
    case 'activation':
      return activate(transaction, row, timezone, at);
    case 'termination':
      await terminate(transaction, row, await readPlan(transaction, row.plan_id), storedModes(row), at);
      return;
    case 'plan_change':
      return changePlanOrBill(transaction, row, timezone, at);
    case 'trial_end':
      return endTrial(transaction, row, at);
    case 'alert':
      // Publishes today's alert; missed alerts are not published later.
      return alertOfEnd(transaction, row, now);
    case 'finalization':
      return callOffWait(transaction, row, 'timeout', { at, now });
    case 'billing':
      return bill(transaction, [row], () => timezone);
  }
}

/**
 * Another subscription replaces this one on a day on which a period of its plan begins. On an earlier split day
 * the month is billed without a successor, together with the other due work of that day (subscriptions, section 8.2).
 */
async function changePlanOrBill(
  transaction: TenantTransaction,
  row: SubscriptionRow,
  timezone: string,
  at: Instant,
): Promise<void> {
  const successor = await pendingSuccessor(transaction, row.id);
  const plan = await readPlan(transaction, row.plan_id);
  return successor && beginsPlanPeriod(row, plan, timezone, at)
    ? executeDowngrade(transaction, row, successor, timezone, at)
    : resumeBilling(transaction, [row.id]);
}

/** Publishes one message per customer and billing instant, and moves the subscriptions to their next billing day. */
async function bill(
  transaction: TenantTransaction,
  rows: SubscriptionRow[],
  timezoneOf: (row: SubscriptionRow) => string,
): Promise<void> {
  const plans = await readPlans(transaction, [...new Set(rows.map((row) => row.plan_id))]);
  const next: { id: string; at: Date }[] = [];
  const requests: (BillingRequest & { now: Instant })[] = [];
  for (const customerRows of groupBy(rows, (row) => row.customer_id).values()) {
    const [{ customer_id: customerId, next_billing_at: at }] = customerRows as [SubscriptionRow];
    if (!at) continue;
    const timezone = timezoneOf(customerRows[0] as SubscriptionRow);
    for (const row of customerRows) {
      const plan = plans.get(row.plan_id);
      if (!plan) throw new Error(`subscription ${row.id} has no plan`);
      next.push({ id: row.id, at: billingAfter(row, plan, timezone, at) });
    }
    const subscriptions = customerRows
      .filter((row) => !endsOnBillingDay(row, timezone))
      .map((row) => ({ row, reason: 'subscription_periodic' as const }));
    requests.push({ customerId, timezone, at: at.getTime(), subscriptions, now: at.getTime() });
  }
  await requestBillings(transaction, requests);
  await setNextBilling(transaction, next);
  const followed = await withPendingSuccessor(
    transaction,
    next.map(({ id }) => id),
  );
  if (followed.length > 0) await replaceOnNextBilling(transaction, followed);
}
