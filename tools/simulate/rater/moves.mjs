// Customers that move to another time zone (subscriptions, section 2.6).
import { beginningOf, largestMove, localDay } from './calendar.mjs';
import { boundariesOf, isBillingDay } from './boundaries.mjs';
import { startedInPast } from './plan-fee.mjs';

/**
 * After a move to another time zone usage and fixed charges go on where they stopped, or where they were to begin
 * (subscriptions, section 2.6): no overlap, no hole.
 */
export function goOn({ subscription, tz, boundaries }) {
  for (const kind of ['charges', 'fixed']) {
    const span = boundaries[kind];
    if (!span) continue;
    const billed = subscription.billedTo[kind];
    if (billed && billed.tz === tz) continue;
    const joint = billed ? billed.at + 1 : firstFrom(subscription, kind, tz);
    const isBehind = billed && joint > span.from;
    if (isBehind || (joint < span.from && span.from - joint <= largestMove)) span.from = joint;
  }
}

/** Where the first invoice of a kind would have begun in the time zone of the start. */
function firstFrom(subscription, kind, tz) {
  const { startTz, plan } = subscription;
  if (startTz === tz && startedInPast(subscription)) return Infinity; // nothing is owed before the running period
  const monthly = kind === 'charges' ? plan.billChargesMonthly : plan.billFixedMonthly;
  const own = { ...subscription, plan: { ...plan, billChargesMonthly: monthly, billFixedMonthly: monthly } };
  let day = subscription.firstDay;
  while (!isBillingDay(own, day, startTz)) day++;
  return boundariesOf(own, beginningOf(day, startTz), startTz).charges.from;
}

/**
 * The next billing day of a customer that moved to another time zone: the one that ends the same period there. A plan in
 * advance may have been paid for the day of its start alone, which is the first of a period now.
 * @param before time zone that it leaves
 */
export function moved(world, customer, before) {
  const tz = world.tzOf(customer);
  for (const one of world.subscriptions.filter((sub) => sub.customer === customer && sub.status === 'active')) {
    const unbilled = beginningOf(nextBillingDay(one, before), before);
    const after = localDay(unbilled - largestMove - 1, tz);
    one.billableFrom = 1 + (one.plan.inAdvance ? after : Math.max(after, localDay(one.startedAt, tz)));
  }
}

/** The first day that is not billed and on which a period begins. */
export function nextBillingDay(subscription, tz) {
  let day = subscription.billableFrom;
  while (!isBillingDay(subscription, day, tz)) day++;
  return day;
}
