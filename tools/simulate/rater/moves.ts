// Customers that move to another time zone (subscriptions, section 2.6).
import { beginningOf, isEmpty, largestMove, localDay } from './calendar.ts';
import { isBillingDay, wholeBoundaries } from './boundaries.ts';
import type { BillingPart, Subscription, UsageKind, UsageSpan } from './model.ts';
import type { Customer } from './catalog.ts';
import { startedInPast } from './plan-fee.ts';
import type { State } from './state.ts';

const usageKinds: UsageKind[] = ['charges', 'fixed'];

/**
 * After a move to another time zone, usage and fixed charges continue where they stopped or were to begin
 * (subscriptions, section 2.6): without overlap or gap.
 */
export function continueUsage({ subscription, tz, boundaries }: BillingPart): void {
  for (const kind of usageKinds) {
    const span = boundaries[kind];
    if (!span) continue;
    const billed = subscription.billed[kind].at(-1);
    if (billed && billed.tz === tz) continue;
    const joint = billed ? billed.to + 1 : firstFrom(subscription, kind, tz);
    const overlaps = billed && joint > span.from;
    if (overlaps || (joint < span.from && span.from - joint <= largestMove)) span.from = joint;
  }
}

/**
 * The running period of an instant (subscriptions, section 2.6). Where a span of the instant is billed, it is that one.
 * Else it follows the last billed span: never the days of a billed period, which a move to the west begins again.
 */
export function runningUsage(
  subscription: Subscription,
  kind: UsageKind,
  at: number,
  tz: string,
  ended: number | null = null,
): UsageSpan {
  const byRules = (instant: number, zone: string) =>
    wholeBoundaries(subscription, instant, zone, { running: true, ended })[kind];
  const spans = subscription.billed[kind];
  const known = spans.find((span) => span.from <= at && at <= span.to && !isEmpty(span, span.tz));
  if (known) return { ...byRules(known.to, known.tz), from: known.from };
  const before = spans.filter((span) => span.from <= at).at(-1);
  if (before?.tz === tz) return byRules(at, tz);
  const joint = before ? before.to + 1 : firstFrom(subscription, kind, tz);
  if (joint === Infinity) return byRules(at, tz);
  const open = { ...subscription, terminatedAt: Infinity };
  const endOfPeriod = (instant: number, zone: string) =>
    wholeBoundaries(open, instant, zone, { running: true })[kind].to;
  const owed = endOfPeriod(joint, before?.tz ?? subscription.startTz);
  const end = endOfPeriod(at, tz);
  const period = byRules(end < owed - largestMove ? end + 1 : at, tz);
  const follows = (before && joint > period.from) || (joint < period.from && period.from - joint <= largestMove);
  return follows ? { ...period, from: Math.max(joint, subscription.startedAt) } : period;
}

/** Where the first invoice of a kind would have begun in the time zone of the start. */
function firstFrom(subscription: Subscription, kind: UsageKind, tz: string): number {
  const { startTz, plan } = subscription;
  if (startTz === tz && startedInPast(subscription)) return Infinity; // nothing is owed before the running period
  const monthly = kind === 'charges' ? plan.billChargesMonthly : plan.billFixedMonthly;
  const separatePlan = { ...subscription, plan: { ...plan, billChargesMonthly: monthly, billFixedMonthly: monthly } };
  let day = subscription.firstDay;
  while (!isBillingDay(separatePlan, day, startTz)) day++;
  return wholeBoundaries(separatePlan, beginningOf(day, startTz), startTz).charges.from;
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
