// Customers that move to another time zone, and the running periods that carry on from what was billed (subscriptions,
// section 2.6).
import { anchorOf, beginningOf, endOf, largestMove, localDay, periodStart, type Span } from './calendar.ts';
import { chargesInterval, fixedInterval, isBillingDay, isPlanDay, wholeBoundaries } from './boundaries.ts';
import type { BillingPart, Subscription, UsageKind, UsageSpan } from './model.ts';
import type { Customer } from './catalog.ts';
import { startedInPast } from './plan-fee.ts';
import type { State } from './state.ts';

const usageKinds: UsageKind[] = ['charges', 'fixed'];

/**
 * After a move to another time zone, usage and fixed charges continue where they stopped or were to begin
 * (subscriptions, section 2.6): without overlap or gap. An end cuts the running period.
 */
export function continueUsage({ subscription, tz, boundaries, ended, downgraded, takesOver }: BillingPart): void {
  for (const kind of usageKinds) {
    const span = boundaries[kind];
    if (!span) continue;
    const joint = jointOf(subscription, kind, tz);
    if (joint === null) continue;
    if (ended !== null && !downgraded && takesOver === null) {
      boundaries[kind] = usagePeriodAt(subscription, kind, ended, tz, ended);
      continue;
    }
    const overlaps = subscription.billedTo[kind] && joint > span.from;
    if (overlaps || (joint < span.from && span.from - joint <= largestMove)) span.from = joint;
  }
}

/** Where the running period begins after a move, or null if its customer has not moved since the last bill. */
function jointOf(subscription: Subscription, kind: UsageKind, tz: string): number | null {
  const billed = subscription.billedTo[kind];
  if (billed) return billed.tz === tz ? null : billed.at + 1;
  const from = firstFrom(subscription, kind, tz);
  return from === Infinity ? null : from;
}

/** Where the first invoice of a kind would have begun in the time zone of the start. */
function firstFrom(subscription: Subscription, kind: UsageKind, tz: string): number {
  const { startTz, plan } = subscription;
  if (startTz === tz && startedInPast(subscription)) return Infinity; // nothing is due before the running period
  const monthly = kind === 'charges' ? plan.billChargesMonthly : plan.billFixedMonthly;
  const separatePlan = { ...subscription, plan: { ...plan, billChargesMonthly: monthly, billFixedMonthly: monthly } };
  let day = subscription.firstDay;
  while (!isBillingDay(separatePlan, day, startTz)) day++;
  return wholeBoundaries(separatePlan, beginningOf(day, startTz), startTz).charges.from;
}

/**
 * The period of usage or fixed charges that holds an instant (subscriptions, section 2.6). Before the last bill it is a
 * billed one. The running one carries on from there to the next billing day. Later ones are those of the present zone.
 * @param ended when the subscription ended; it cuts the period
 */
export function usagePeriodAt(
  subscription: Subscription,
  kind: UsageKind,
  at: number,
  tz: string,
  ended: number | null = null,
): UsageSpan {
  const billed = subscription.billedSpans[kind].find(({ from, to }) => from <= at && at <= to);
  const regular = wholeBoundaries(subscription, at, tz, { running: true, ended })[kind];
  // At the moment of an end its invoice is there, but the period is still whole.
  const isWhole = ended === null && billed && billed.to >= subscription.terminatedAt;
  if (billed) return isWhole ? { ...billed, to: regular.to } : cut(billed, subscription, ended);
  const joint = jointOf(subscription, kind, tz);
  if (joint === null) return regular;
  const running = runningPeriod(subscription, kind, joint, tz);
  if (at > running.to) return regular;
  if (at >= running.from) return cut(running, subscription, ended);
  return wholeBoundaries(subscription, at, subscription.startTz, { running: true, ended })[kind];
}

const intervalOf = ({ plan }: Subscription, kind: UsageKind) =>
  kind === 'charges' ? chargesInterval(plan) : fixedInterval(plan);

/** The first unbilled day on which a period of one kind begins. */
function nextDayOf(subscription: Subscription, kind: UsageKind, tz: string): number {
  const anchor = anchorOf(subscription, tz);
  let day = subscription.billableFrom;
  while (periodStart(day, intervalOf(subscription, kind), anchor) !== day) day++;
  return day;
}

/** The instant at which the next period of one kind begins. */
export const nextBeginning = (subscription: Subscription, kind: UsageKind, tz: string): number =>
  beginningOf(nextDayOf(subscription, kind, tz), tz);

/** The period from a joint to the next day on which one begins. */
function runningPeriod(subscription: Subscription, kind: UsageKind, joint: number, tz: string): UsageSpan {
  const day = nextDayOf(subscription, kind, tz);
  const { startedAt, firstSecond, billedTo } = subscription;
  const firstDay = periodStart(day - 1, intervalOf(subscription, kind), anchorOf(subscription, tz));
  // Before the first bill the period of the new zone may begin earlier.
  const beginning = billedTo[kind] ? joint : Math.min(joint, beginningOf(firstDay, tz));
  const from = Math.max(beginning, startedAt);
  return {
    from,
    to: Math.max(endOf(day - 1, tz), startedAt),
    firstDay,
    firstSecond: from === startedAt ? firstSecond : null,
  };
}

function cut(span: UsageSpan, { startedAt }: Subscription, ended: number | null): UsageSpan {
  return ended !== null && ended <= span.to ? { ...span, to: Math.max(ended, startedAt) } : span;
}

/**
 * Whether a fee belongs to a period: the larger part of the shorter one lies in the other. Days of two time zones
 * overlap by hours without being the same (charges, section 5.4).
 */
export function isOfPeriod(fee: Span, period: Span): boolean {
  const overlap = Math.min(fee.to, period.to) - Math.max(fee.from, period.from) + 1;
  const shorter = Math.min(fee.to - fee.from, period.to - period.from) + 1;
  return overlap > 0 && 2 * overlap > shorter;
}

/** The first and last day of the running period of the plan itself. */
export function runningPlanDays(subscription: Subscription, tz: string): Span {
  const { interval } = subscription.plan;
  let day = subscription.billableFrom;
  while (!isPlanDay(subscription, day, tz)) day++;
  return { from: periodStart(day - 1, interval, anchorOf(subscription, tz)), to: day - 1 };
}

/**
 * Sets the next billing day after a move to another time zone: the day that ends the same period there. A plan in
 * advance may have been paid only for its start day, which now begins a period.
 * @param before the previous time zone
 */
export function rescheduleAfterMove(world: State, customer: Customer, before: string): void {
  const tz = world.tzOf(customer);
  for (const one of world.subscriptions.filter((sub) => sub.customer === customer && sub.status === 'active')) {
    const unbilled = beginningOf(nextBillingDay(one, before), before);
    const after = localDay(unbilled - largestMove - 1, tz);
    one.billableFrom = 1 + (one.plan.inAdvance ? after : Math.max(after, localDay(one.startedAt, tz)));
  }
}

/** The first unbilled day on which a period begins. */
export function nextBillingDay(subscription: Subscription, tz: string): number {
  let day = subscription.billableFrom;
  while (!isBillingDay(subscription, day, tz)) day++;
  return day;
}
