// The days that an invoice covers (subscriptions, sections 2.2 to 2.5 and 9.2).
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
} from './calendar.mjs';

const isLong = (plan) => plan.interval === 'yearly' || plan.interval === 'semiannual';
export const splitsCharges = (plan) => isLong(plan) && plan.billChargesMonthly;
export const splitsFixed = (plan) => isLong(plan) && plan.billFixedMonthly;
export const chargesInterval = (plan) => (splitsCharges(plan) ? 'monthly' : plan.interval);
export const fixedInterval = (plan) => (splitsFixed(plan) ? 'monthly' : plan.interval);

/** Whether a subscription is billed on a local day (subscriptions, section 2.2). */
export function isBillingDay(subscription, day, tz) {
  const { plan } = subscription;
  const anchor = anchorOf(subscription, tz);
  const starts = (interval) => periodStart(day, interval, anchor) === day;
  return starts(plan.interval) || ((splitsCharges(plan) || splitsFixed(plan)) && starts('monthly'));
}

/** Whether a day begins a period of the plan itself, so a scheduled plan may follow (subscriptions, section 8.2). */
export const isPlanDay = (subscription, day, tz) =>
  periodStart(day, subscription.plan.interval, anchorOf(subscription, tz)) === day;

/** Whether a day lies in the first month of the plan's period (subscriptions, section 2.5). */
export function isFirstMonth(subscription, day, tz) {
  const { plan } = subscription;
  const anchor = anchorOf(subscription, tz);
  const month = civil(periodStart(day, 'monthly', anchor)).month;
  return (month - anchor.month + 12) % monthsOf[plan.interval] === 0;
}

/**
 * The boundaries of a billing period, days first.
 * @param running the period that contains the day itself, not the one before
 */
function daysOf(subscription, interval, day, running, tz) {
  const anchor = anchorOf(subscription, tz);
  const from = running ? periodStart(day, interval, anchor) : previousStart(day, interval, anchor);
  return { from, to: periodEnd(from, interval, anchor) };
}

function planBoundaries(subscription, days, ended, tz) {
  const start = beginningOf(localDay(subscription.startedAt, tz), tz);
  const from = Math.max(beginningOf(days.from, tz), start);
  let to = endOf(days.to, tz);
  if (ended !== null && to > ended) to = Math.round(ended / 1000) * 1000;
  return { from, to: Math.max(to, subscription.startedAt) };
}

function usageBoundaries(subscription, days, ended, tz) {
  const from = Math.max(beginningOf(days.from, tz), subscription.startedAt);
  let to = endOf(days.to, tz);
  if (ended !== null && ended <= to) to = ended;
  const firstSecond = from === subscription.startedAt ? subscription.firstSecond : null;
  return { from, to: Math.max(to, subscription.startedAt), firstDay: days.from, firstSecond };
}

/**
 * The boundaries of one subscription on an invoice (subscriptions, sections 2.3 and 2.4).
 * @param at billing instant
 * @param options `ended`: when the subscription ended, at or before `at`; `downgraded`: by a downgrade; `running`:
 * those of the running period; `whole`: also where another invoice of the long period bills it
 */
export function boundariesOf(
  subscription,
  at,
  tz,
  { ended = null, downgraded = false, running = false, whole = false } = {},
) {
  const { plan } = subscription;
  const day = localDay(at, tz);
  const over = ended !== null && !downgraded;
  const planRunning = plan.inAdvance || over || running;
  const usageRunning = over || running;
  const planPart = planBoundaries(subscription, daysOf(subscription, plan.interval, day, planRunning, tz), ended, tz);
  const charges = usageBoundaries(
    subscription,
    daysOf(subscription, chargesInterval(plan), day, usageRunning, tz),
    ended,
    tz,
  );
  const fixed = usageBoundaries(
    subscription,
    daysOf(subscription, fixedInterval(plan), day, usageRunning, tz),
    ended,
    tz,
  );
  const first = whole || !isLong(plan) || isFirstMonth(subscription, day, tz);
  return {
    plan: planPart,
    charges: splitsFixed(plan) && !splitsCharges(plan) && !first && !over ? null : charges,
    fixed: splitsCharges(plan) && !splitsFixed(plan) && !first && !over ? null : fixed,
  };
}

/**
 * The boundaries of an ending on the first day of a period, where the ending takes over the invoice of the period
 * before (subscriptions, section 9.2); else null. They are those of an ending on the day before. A plan in advance has
 * the new period, but does not pay for it.
 */
export function endingOnFirstDay(subscription, ended, tz) {
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
