// Starts, changes and ends subscriptions (subscriptions, sections 3 and 7 to 10), and makes their invoices.
import { anchorOf, endOf, largestMove, localDay, periodDays, utcDay } from './calendar.ts';
import { endingOnFirstDay, wholeBoundaries } from './boundaries.ts';
import { trialEnd, yearlyAmount } from './plan-fee.ts';
import { fixedFees } from './fixed-fees.ts';
import { comingFixed, issue, partOf } from './issuing.ts';
import { openLog, setUnits, unitsFee } from './fixed-units.ts';
import { compute } from './invoice.ts';
import type { BillingPart, Boundaries, Fee, Subscription } from './model.ts';
import type { Customer, FixedCharge, Plan } from './catalog.ts';
import { runningPlanDays } from './moves.ts';
import { settleNote } from './notes.ts';
import { rational } from './rational.ts';
import { barePart, invoiceOf, newInvoice, newPart, newSubscription, type NewSubscription } from './records.ts';
import type { State } from './state.ts';
import { checkThresholds } from './thresholds.ts';

/** Checks thresholds after new usage of an external id. */
export function refreshUsage(world: State, externalId: string): void {
  for (const one of world.subscriptions) if (one.externalId === externalId) checkThresholds(world, one);
}

// ------------------------------------------------------------------------------------------ beginnings
/** Creates a subscription; it starts at once unless its day is later. */
export function begin(world: State, fields: NewSubscription): Subscription {
  const { customer, externalId, subscriptionAt } = fields;
  const today = world.dayOf(customer);
  const day = world.dayOf(customer, subscriptionAt);
  const subscription = newSubscription(world, fields);
  world.subscriptions.push(subscription);
  if (day > today) return subscription;
  const earlier = world.subscriptions
    .filter(
      (one) =>
        one !== subscription &&
        one.customer === customer &&
        one.externalId === externalId &&
        one.status === 'terminated',
    )
    .map((one) => one.terminatedAt);
  start(world, subscription, day < today ? Math.max(subscriptionAt, ...earlier) : subscriptionAt, day === today);
  return subscription;
}

/**
 * The beginning of the second in which a subscription starts. Events at that time are its first, unless they belong to
 * another subscription (metering, section 2.3).
 */
function firstSecondOf(world: State, subscription: Subscription): number | null {
  const { externalId, startedAt } = subscription;
  const second = Math.floor(startedAt / 1000) * 1000;
  const isClaimed = world.subscriptions.some(
    (one) =>
      one !== subscription &&
      one.externalId === externalId &&
      (one.firstSecond ?? one.startedAt) <= second &&
      one.terminatedAt >= second,
  );
  return second === startedAt || isClaimed ? null : second;
}

/** @param billsStart whether the start has its own invoice */
export function start(world: State, subscription: Subscription, startedAt: number, billsStart: boolean): void {
  const tz = world.tzOf(subscription.customer);
  subscription.status = 'active';
  subscription.startedAt = startedAt;
  subscription.firstSecond = firstSecondOf(world, subscription);
  openLog(world, subscription, startedAt);
  subscription.trialEnded = !subscription.plan.trialDays;
  subscription.billableFrom = Math.max(localDay(startedAt, tz) + 1, localDay(world.now, tz));
  subscription.firstDay = subscription.billableFrom;
  subscription.startTz = tz;
  subscription.billedTo = { charges: null, fixed: null };
  subscription.billedSpans = { charges: [], fixed: [] };
  if (!billsStart) return;
  const end = trialEnd(subscription, world);
  if (subscription.plan.inAdvance && (end === null || end <= world.now))
    issueStartInvoice(world, subscription, startedAt);
  else if (hasFixedInAdvance(subscription)) billFixedAtStart(world, subscription, startedAt);
}

const hasFixedInAdvance = ({ plan }: Subscription) => plan.fixedCharges.some(({ inAdvance }) => inAdvance);

/** One second later (subscriptions, sections 3.3 and 7), on the same local day, which determines the period. */
const secondAfter = (at: number, tz: string) => Math.min(at + 1000, endOf(localDay(at, tz), tz));

/**
 * Bills the fixed charges in advance of a start without a plan fee: on their own invoice, never a draft (subscriptions,
 * section 3.3).
 */
function billFixedAtStart(world: State, subscription: Subscription, startedAt: number): void {
  const tz = world.tzOf(subscription.customer);
  const at = secondAfter(startedAt, tz);
  const part = newPart({
    subscription,
    tz,
    at,
    boundaries: wholeBoundaries(subscription, at, tz),
    withUsage: false,
    coming: comingFixed(subscription, at, tz, false),
  });
  const fees = fixedFees(part, world);
  if (fees.length > 0) billAlone(world, subscription, fees, at);
}

/** An invoice of fees in advance alone, final at once. */
function billAlone(world: State, subscription: Subscription, readyFees: Fee[], at: number): void {
  const { customer, plan } = subscription;
  const issuingDay = localDay(at, world.tzOf(customer));
  const invoice = newInvoice(world, {
    customer,
    parts: [barePart(subscription)],
    at,
    reasons: ['in_advance_charge'],
    currency: plan.currency,
    issuingDay,
    readyFees,
  });
  world.invoices.push(invoice);
  compute(invoice, world, true);
  checkThresholds(world, subscription);
}

/**
 * Sets new units of a fixed charge for a subscription. Units in advance that apply immediately are billed immediately.
 */
export function changeUnits(
  world: State,
  subscription: Subscription,
  fixed: FixedCharge,
  units: number,
  immediately: boolean,
): void {
  const fee = immediately && fixed.inAdvance ? unitsFee(world, subscription, fixed, units) : null;
  setUnits(world, subscription, fixed, units, immediately);
  if (fee) billAlone(world, subscription, [fee], world.now);
}

/** @param only the plan fee alone, at the end of a trial */
export function issueStartInvoice(
  world: State,
  subscription: Subscription,
  at: number,
  only: 'plan' | null = null,
): void {
  const part = partOf(world, subscription, { at, withUsage: false, only });
  issue(world, subscription.customer, [part], { at, madeAt: world.now, reasons: ['subscription_starting'] });
}

// ------------------------------------------------------------------------------------------ ends
/** Credits paid days of the plan that will not be used (subscriptions, section 10.4). */
function creditUnused(world: State, subscription: Subscription, at: number, upgraded: boolean): void {
  const { plan } = subscription;
  if (!plan.inAdvance) return;
  const fee = world.invoices
    .flatMap(({ fees }) => fees)
    .filter((one) => one.type === 'subscription')
    .findLast((one) => one.subscription === subscription);
  if (!fee || fee.amountCents === 0n) return;
  const invoice = invoiceOf(fee);
  if (invoice.status === 'voided') return;
  const tz = world.tzOf(subscription.customer);
  const today = localDay(at, tz);
  const anchor = anchorOf(subscription, tz);
  const { to: last } = runningPlanDays(subscription, tz);
  if (localDay(fee.to, tz) < today) return; // the run of this period never happened
  let days = last - today + (upgraded ? 1 : 0);
  const end = trialEnd(subscription, world);
  if (end !== null && utcDay(end) >= today - (upgraded ? 1 : 0)) days = utcDay(end) > last ? 0 : last - utcDay(end) + 1;
  if (days <= 0) return;
  const amount = rational(fee.planAmountCents)
    .times(BigInt(days))
    .over(BigInt(periodDays(last, plan.interval, anchor)));
  const note = { subscription, invoice, amount, feeCents: fee.amountCents };
  if (invoice.status === 'draft') invoice.pendingNotes.push(note);
  else settleNote(note, world);
}

/** Ends a subscription, with its last invoice. */
export function terminate(world: State, subscription: Subscription, at: number): void {
  const tz = world.tzOf(subscription.customer);
  const pending = world.subscriptions.find((one) => one.predecessor === subscription && one.status === 'pending');
  if (pending) pending.status = 'canceled';
  subscription.status = 'terminated';
  subscription.terminatedAt = at;
  creditUnused(world, subscription, at, false);
  const part = partOf(world, subscription, { at, ended: at, ...takenOver(world, subscription, at, tz) });
  issue(world, subscription.customer, [part], { at, reasons: ['subscription_terminating'] });
}

const endOfUsage = (boundaries: Boundaries | null) => (boundaries?.charges ?? boundaries?.fixed)?.to ?? NaN;

/** The boundaries of an ending that takes over the invoice of the period before, unless that is billed. */
function takenOver(
  world: State,
  subscription: Subscription,
  at: number,
  tz: string,
): Partial<Pick<BillingPart, 'boundaries' | 'takesOver'>> {
  const boundaries = endingOnFirstDay(subscription, at, tz);
  if (!boundaries) return {};
  const takesOver = endOfUsage(boundaries);
  // Before a move to another time zone, the same period ended at another instant. A void bills nothing again.
  const billed = world.invoices
    .filter(({ periodic }) => periodic)
    .flatMap(({ parts }) => parts.filter((part) => part.subscription === subscription))
    .some((part) => Math.abs(endOfUsage(part.boundaries) - takesOver) <= largestMove);
  return billed ? {} : { boundaries, takesOver };
}

function successorOf(world: State, current: Subscription, plan: Plan, byUpgrade: boolean): Subscription {
  const { customer, externalId, billingTime, subscriptionAt, endingAt } = current;
  const fields = { customer, plan, externalId, billingTime, subscriptionAt, endingAt, ownThresholds: [] };
  const successor = newSubscription(world, { ...fields, predecessor: current, byUpgrade });
  world.subscriptions.push(successor);
  return successor;
}

/** Ends a subscription and starts its successor, on one invoice. */
export function replace(
  world: State,
  current: Subscription,
  successor: Subscription,
  at: number,
  upgraded: boolean,
): void {
  current.status = 'terminated';
  current.terminatedAt = at;
  if (upgraded) creditUnused(world, current, at, true);
  const billedAt = upgraded ? secondAfter(at, world.tzOf(current.customer)) : at;
  const old = partOf(world, current, { at: billedAt, ended: at, upgraded, downgraded: !upgraded, successor });
  start(world, successor, at, false);
  const parts = [old];
  const end = trialEnd(successor, world);
  const planBilled = successor.plan.inAdvance && (!upgraded || end === null || end <= at);
  // A new plan in arrears is on the invoice only for its fixed charges in advance.
  if (planBilled || hasFixedInAdvance(successor))
    parts.push(
      partOf(world, successor, {
        at: billedAt,
        withUsage: false,
        kind: successor.plan.inAdvance ? null : 'usage_only',
      }),
    );
  issue(world, current.customer, parts, {
    at: billedAt,
    reasons: ['subscription_terminating', 'subscription_starting'],
  });
}

export function upgrade(world: State, current: Subscription, plan: Plan): void {
  for (const one of world.subscriptions)
    if (one.predecessor === current && one.status === 'pending') one.status = 'canceled';
  replace(world, current, successorOf(world, current, plan, true), world.now, true);
}

export function scheduleDowngrade(world: State, current: Subscription, plan: Plan): void {
  for (const one of world.subscriptions)
    if (one.predecessor === current && one.status === 'pending') one.status = 'canceled';
  successorOf(world, current, plan, yearlyAmount(plan) >= yearlyAmount(current.plan));
}

/**
 * Applies a new price to scheduled changes (subscriptions, section 9.4): compares plain amounts for changes from the
 * plan, yearly amounts for changes to it.
 */
export function reviewScheduledChanges(world: State, plan: Plan): void {
  const scheduled = world.subscriptions.flatMap((successor) => {
    const { status, predecessor: current } = successor;
    return status === 'pending' && current?.status === 'active' ? [{ successor, current }] : [];
  });
  for (const { successor, current } of scheduled) {
    if (current.plan === plan && successor.plan.amountCents > plan.amountCents) successor.status = 'canceled';
    else if (successor.plan === plan && yearlyAmount(plan) >= yearlyAmount(current.plan)) upgrade(world, current, plan);
  }
}

/**
 * Deletes a customer: its subscriptions end, and its drafts become final five minutes later (customers, section 2.8).
 */
export function deleteCustomer(world: State, customer: Customer): void {
  for (const one of world.subscriptions.filter((sub) => sub.customer === customer)) {
    if (one.status === 'active') terminate(world, one, world.now);
    else if (one.status === 'pending') one.status = 'canceled';
  }
  for (const invoice of world.invoices.filter((one) => one.customer === customer && one.status === 'draft')) {
    invoice.finalizesAt = Math.min(invoice.finalizesAt, world.now + 5 * 60_000);
  }
}
