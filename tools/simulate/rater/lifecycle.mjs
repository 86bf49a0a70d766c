// Starts, changes and ends subscriptions (subscriptions, sections 3 and 7 to 10), and makes their invoices.
import { anchorOf, endOf, largestMove, localDay, periodDays, periodEnd, periodStart, utcDay } from './calendar.mjs';
import { endingOnFirstDay } from './boundaries.mjs';
import { trialEnd, yearlyAmount } from './plan-fee.mjs';
import { fixedFees } from './charge-fees.mjs';
import { comingFixed, issue, partOf } from './issuing.mjs';
import { openLog, setUnits, unitsFee } from './fixed-units.mjs';
import { compute, settleNote } from './invoice.mjs';
import { rational } from './rational.mjs';
import { checkThresholds } from './thresholds.mjs';

/** Checks thresholds after new usage of an external id. */
export function refreshUsage(world, externalId) {
  for (const one of world.subscriptions) if (one.externalId === externalId) checkThresholds(world, one);
}

// ------------------------------------------------------------------------------------------ beginnings
export function begin(world, { customer, plan, externalId, billingTime, subscriptionAt, endingAt, ownThresholds }) {
  const today = world.dayOf(customer);
  const day = world.dayOf(customer, subscriptionAt);
  const subscription = {
    customer,
    plan,
    externalId,
    billingTime,
    subscriptionAt,
    endingAt,
    ownThresholds,
    status: 'pending',
    startedAt: null,
    createdAt: world.now,
    terminatedAt: null,
    predecessor: null,
  };
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
function firstSecondOf(world, subscription) {
  const { externalId, startedAt } = subscription;
  const second = Math.floor(startedAt / 1000) * 1000;
  const isClaimed = world.subscriptions.some(
    (one) =>
      one !== subscription &&
      one.externalId === externalId &&
      one.startedAt !== null &&
      (one.firstSecond ?? one.startedAt) <= second &&
      (one.terminatedAt === null || one.terminatedAt >= second),
  );
  return second === startedAt || isClaimed ? null : second;
}

export function start(world, subscription, startedAt, billsStart) {
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
  if (!billsStart) return;
  const end = trialEnd(subscription, world);
  if (subscription.plan.inAdvance && (end === null || end <= world.now))
    issueStartInvoice(world, subscription, startedAt);
  else if (hasFixedInAdvance(subscription)) billFixedAtStart(world, subscription, startedAt);
}

const hasFixedInAdvance = ({ plan }) => plan.fixedCharges.some(({ inAdvance }) => inAdvance);

/** One second later (subscriptions, sections 3.3 and 7), on the same local day, which determines the period. */
const secondAfter = (at, tz) => Math.min(at + 1000, endOf(localDay(at, tz), tz));

/**
 * Bills the fixed charges in advance of a start without a plan fee: on their own invoice, never a draft (subscriptions,
 * section 3.3).
 */
function billFixedAtStart(world, subscription, startedAt) {
  const tz = world.tzOf(subscription.customer);
  const at = secondAfter(startedAt, tz);
  const part = {
    subscription,
    tz,
    at,
    ended: null,
    withUsage: false,
    coming: comingFixed(subscription, at, tz, false),
  };
  const fees = fixedFees(part, world);
  if (fees.length > 0) billAlone(world, subscription, fees, at);
}

/** An invoice of fees in advance alone, final at once. */
function billAlone(world, subscription, readyFees, at) {
  const { customer, plan } = subscription;
  const issuingDay = localDay(at, world.tzOf(customer));
  const invoice = {
    customer,
    parts: [{ subscription }],
    at,
    reasons: ['in_advance_charge'],
    currency: plan.currency,
    pendingNotes: [],
    fees: [],
    status: 'finalized',
    issuingDay,
    readyFees,
  };
  world.invoices.push(invoice);
  compute(invoice, world, true);
  checkThresholds(world, subscription);
}

/**
 * Sets new units of a fixed charge for a subscription. Units in advance that apply immediately are billed immediately.
 */
export function changeUnits(world, subscription, fixed, units, immediately) {
  const fee = immediately && fixed.inAdvance ? unitsFee(world, subscription, fixed, units) : null;
  setUnits(world, subscription, fixed, units, immediately);
  if (fee) billAlone(world, subscription, [fee], world.now);
}

export function issueStartInvoice(world, subscription, at, only = null) {
  const part = partOf(world, subscription, { at, withUsage: false, only });
  issue(world, subscription.customer, [part], { at, madeAt: world.now, reasons: ['subscription_starting'] });
}

// ------------------------------------------------------------------------------------------ ends
/** Credits paid days of the plan that will not be used (subscriptions, section 10.4). */
function creditUnused(world, subscription, at, upgraded) {
  const { plan } = subscription;
  if (!plan.inAdvance) return;
  const fee = world.invoices
    .flatMap(({ fees }) => fees)
    .findLast((one) => one.type === 'subscription' && one.subscription === subscription);
  if (!fee || fee.amountCents === 0n || fee.invoice.status === 'voided') return;
  const tz = world.tzOf(subscription.customer);
  const today = localDay(at, tz);
  const anchor = anchorOf(subscription, tz);
  const last = periodEnd(periodStart(today, plan.interval, anchor), plan.interval, anchor);
  if (localDay(fee.to, tz) < today) return; // the run of this period never happened
  let days = last - today + (upgraded ? 1 : 0);
  const end = trialEnd(subscription, world);
  if (end !== null && utcDay(end) >= today - (upgraded ? 1 : 0)) days = utcDay(end) > last ? 0 : last - utcDay(end) + 1;
  if (days <= 0) return;
  const amount = rational(fee.planAmountCents)
    .times(BigInt(days))
    .over(BigInt(periodDays(today, plan.interval, anchor)));
  const owed = { subscription, invoice: fee.invoice, amount, feeCents: fee.amountCents };
  if (fee.invoice.status === 'draft') fee.invoice.pendingNotes.push(owed);
  else settleNote(owed, world);
}

export function terminate(world, subscription, at, { quiet = false } = {}) {
  const tz = world.tzOf(subscription.customer);
  const pending = world.subscriptions.find((one) => one.predecessor === subscription && one.status === 'pending');
  if (pending) pending.status = 'canceled';
  subscription.status = 'terminated';
  subscription.terminatedAt = at;
  creditUnused(world, subscription, at, false);
  if (quiet) return;
  const fields = { at, ended: at };
  const toDayBefore = endingOnFirstDay(subscription, at, tz);
  if (toDayBefore) {
    const last = (toDayBefore.charges ?? toDayBefore.fixed).to;
    const endOfPart = ({ boundaries: { charges, fixed } }) => (charges ?? fixed)?.to;
    const billed = world.invoicesOf(subscription).some(
      (invoice) =>
        invoice.periodic &&
        // Before a move to another time zone, the same period ended at another instant.
        invoice.parts.some(
          (part) => part.subscription === subscription && Math.abs(endOfPart(part) - last) <= largestMove,
        ),
    );
    if (!billed) Object.assign(fields, { boundaries: toDayBefore, takesOver: last });
  }
  issue(world, subscription.customer, [partOf(world, subscription, fields)], {
    at,
    reasons: ['subscription_terminating'],
  });
}

function successorOf(world, current, plan, byUpgrade) {
  const { customer, externalId, billingTime, subscriptionAt, endingAt } = current;
  const successor = {
    customer,
    plan,
    externalId,
    billingTime,
    subscriptionAt,
    endingAt,
    ownThresholds: [],
    status: 'pending',
    startedAt: null,
    createdAt: world.now,
    terminatedAt: null,
    predecessor: current,
    byUpgrade,
  };
  world.subscriptions.push(successor);
  return successor;
}

export function replace(world, current, successor, at, upgraded) {
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
        kind: successor.plan.inAdvance ? undefined : 'usage_only',
      }),
    );
  issue(world, current.customer, parts, {
    at: billedAt,
    reasons: ['subscription_terminating', 'subscription_starting'],
  });
}

export function upgrade(world, current, plan) {
  for (const one of world.subscriptions)
    if (one.predecessor === current && one.status === 'pending') one.status = 'canceled';
  replace(world, current, successorOf(world, current, plan, true), world.now, true);
}

export function scheduleDowngrade(world, current, plan) {
  for (const one of world.subscriptions)
    if (one.predecessor === current && one.status === 'pending') one.status = 'canceled';
  successorOf(world, current, plan, yearlyAmount(plan) >= yearlyAmount(current.plan));
}

/**
 * Applies a new price to scheduled changes (subscriptions, section 9.4): compares plain amounts for changes from the
 * plan, yearly amounts for changes to it.
 */
export function reviewScheduledChanges(world, plan) {
  const scheduled = world.subscriptions.filter(
    (successor) => successor.status === 'pending' && successor.predecessor?.status === 'active',
  );
  for (const successor of scheduled) {
    const current = successor.predecessor;
    if (current.plan === plan && successor.plan.amountCents > plan.amountCents) successor.status = 'canceled';
    else if (successor.plan === plan && yearlyAmount(plan) >= yearlyAmount(current.plan)) upgrade(world, current, plan);
  }
}

/**
 * Deletes a customer: its subscriptions end, and its drafts become final five minutes later (customers, section 2.8).
 */
export function deleteCustomer(world, customer) {
  for (const one of world.subscriptions.filter((sub) => sub.customer === customer)) {
    if (one.status === 'active') terminate(world, one, world.now);
    else if (one.status === 'pending') one.status = 'canceled';
  }
  for (const invoice of world.invoices.filter((one) => one.customer === customer && one.status === 'draft')) {
    invoice.finalizesAt = Math.min(invoice.finalizesAt, world.now + 5 * 60_000);
  }
}
