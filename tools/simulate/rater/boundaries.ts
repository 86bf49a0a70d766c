// The days that an invoice covers (subscriptions, sections 2.2 to 2.5 and 9.2).
import type { Interval } from '../requests.ts';
import {
  anchorOf,
  beginningOf,
  civil,
  dayMs,
  endOf,
  localDay,
  monthsOf,
  periodEnd,
  periodStart,
  previousStart,
  type Span,
} from './calendar.ts';
import type { Boundaries, Subscription, UsageSpan } from './model.ts';
import type { Plan } from './catalog.ts';

const isLong = (plan: Plan) => plan.interval === 'yearly' || plan.interval === 'semiannual';
export const splitsCharges = (plan: Plan) => isLong(plan) && plan.billChargesMonthly;
export const splitsFixed = (plan: Plan) => isLong(plan) && plan.billFixedMonthly;
export const chargesInterval = (plan: Plan): Interval => (splitsCharges(plan) ? 'monthly' : plan.interval);
export const fixedInterval = (plan: Plan): Interval => (splitsFixed(plan) ? 'monthly' : plan.interval);

/** Whether a subscription is billed on a local day (subscriptions, section 2.2). */
export function isBillingDay(subscription: Subscription, day: number, tz: string): boolean {
  const { plan } = subscription;
  const anchor = anchorOf(subscription, tz);
  const starts = (interval: Interval) => periodStart(day, interval, anchor) === day;
  return starts(plan.interval) || ((splitsCharges(plan) || splitsFixed(plan)) && starts('monthly'));
}

/** Whether a day begins a period of the plan itself, so a scheduled plan may follow (subscriptions, section 8.2). */
export const isPlanDay = (subscription: Subscription, day: number, tz: string) =>
  periodStart(day, subscription.plan.interval, anchorOf(subscription, tz)) === day;

/** Whether a day lies in the first month of the plan's period (subscriptions, section 2.5). */
export function isFirstMonth(subscription: Subscription, day: number, tz: string): boolean {
  const { interval } = subscription.plan;
  const anchor = anchorOf(subscription, tz);
  const month = civil(periodStart(day, 'monthly', anchor)).month;
  return interval !== 'weekly' && (month - anchor.month + 12) % monthsOf[interval] === 0;
}

/**
 * The boundaries of a billing period, days first.
 * @param running the period that contains the day itself, not the one before
 */
function daysOf(subscription: Subscription, interval: Interval, day: number, running: boolean, tz: string): Span {
  const anchor = anchorOf(subscription, tz);
  const from = running ? periodStart(day, interval, anchor) : previousStart(day, interval, anchor);
  return { from, to: periodEnd(from, interval, anchor) };
}

function planBoundaries(subscription: Subscription, days: Span, ended: number | null, tz: string): Span {
  const start = beginningOf(localDay(subscription.startedAt, tz), tz);
  const from = Math.max(beginningOf(days.from, tz), start);
  let to = endOf(days.to, tz);
  if (ended !== null && to > ended) to = Math.round(ended / 1000) * 1000;
  return { from, to: Math.max(to, subscription.startedAt) };
}

function usageBoundaries(subscription: Subscription, days: Span, ended: number | null, tz: string): UsageSpan {
  const from = Math.max(beginningOf(days.from, tz), subscription.startedAt);
  let to = endOf(days.to, tz);
  if (ended !== null && ended <= to) to = ended;
  const firstSecond = from === subscription.startedAt ? subscription.firstSecond : null;
  return { from, to: Math.max(to, subscription.startedAt), firstDay: days.from, firstSecond };
}

interface BoundaryOptions {
  /** When the subscription ended, at or before the billing instant. */
  ended?: number | null;
  /** By a downgrade. */
  downgraded?: boolean;
  /** The running period. */
  running?: boolean;
}

interface WholeBoundaries extends Boundaries {
  charges: UsageSpan;
  fixed: UsageSpan;
}

/**
 * The boundaries of one subscription at a billing instant (subscriptions, section 2.3), also where another invoice of
 * the long period bills them.
 */
export function wholeBoundaries(
  subscription: Subscription,
  at: number,
  tz: string,
  { ended = null, downgraded = false, running = false }: BoundaryOptions = {},
): WholeBoundaries {
  const { plan } = subscription;
  const day = localDay(at, tz);
  const over = ended !== null && !downgraded;
  const planRunning = plan.inAdvance || over || running;
  const usageRunning = over || running;
  const usageOf = (interval: Interval) =>
    usageBoundaries(subscription, daysOf(subscription, interval, day, usageRunning, tz), ended, tz);
  return {
    plan: planBoundaries(subscription, daysOf(subscription, plan.interval, day, planRunning, tz), ended, tz),
    charges: usageOf(chargesInterval(plan)),
    fixed: usageOf(fixedInterval(plan)),
  };
}

/** The boundaries of one subscription on an invoice (subscriptions, sections 2.3 and 2.4). */
export function boundariesOf(
  subscription: Subscription,
  at: number,
  tz: string,
  { ended = null, downgraded = false }: BoundaryOptions = {},
): Boundaries {
  const { plan } = subscription;
  const all = wholeBoundaries(subscription, at, tz, { ended, downgraded });
  const over = ended !== null && !downgraded;
  const hides = isLong(plan) && !over && !isFirstMonth(subscription, localDay(at, tz), tz);
  return {
    plan: all.plan,
    charges: splitsFixed(plan) && !splitsCharges(plan) && hides ? null : all.charges,
    fixed: splitsCharges(plan) && !splitsFixed(plan) && hides ? null : all.fixed,
  };
}

/**
 * The boundaries of an ending on the first day of a period, where the ending takes over the invoice of the period
 * before (subscriptions, section 9.2); else null. They are those of an ending on the day before. A plan in advance has
 * the new period, but does not pay for it.
 */
export function endingOnFirstDay(subscription: Subscription, ended: number, tz: string): Boundaries | null {
  const dayBefore = ended - dayMs;
  if (dayBefore < subscription.startedAt) return null;
  const { plan } = subscription;
  const interval = splitsCharges(plan) || splitsFixed(plan) ? 'monthly' : plan.interval;
  const lastInstant = endOf(daysOf(subscription, interval, localDay(dayBefore, tz), true, tz).to, tz);
  if (lastInstant >= ended || ended - lastInstant >= dayMs) return null;
  const boundaries = boundariesOf(subscription, lastInstant, tz, { ended: lastInstant });
  if (plan.inAdvance) return { ...boundaries, plan: boundariesOf(subscription, ended, tz).plan };
  return { ...boundaries, plan: { ...boundaries.plan, to: Math.min(boundaries.plan.to, lastInstant) } };
}
