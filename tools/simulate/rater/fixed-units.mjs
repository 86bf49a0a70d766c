// Units of fixed charges over time (charges, sections 5.2 and 5.4): the log of a subscription, and the immediate price
// of new units.
import { anchorOf, localDay, periodDays, utcDay } from './calendar.mjs';
import { boundariesOf, fixedInterval } from './boundaries.mjs';
import { exponentOf, inCents, price } from './prices.mjs';
import { greater, rational, sum, zero } from './rational.mjs';

/** A subscription starts with the units of its plan, one second after its start. */
export function openLog(world, subscription, startedAt) {
  subscription.ownUnits = new Set();
  subscription.units = subscription.plan.fixedCharges.map((fixed) => ({
    fixed,
    units: rational(fixed.units),
    at: startedAt + 1000,
    order: world.unitOrder++,
  }));
}

/** Entries that apply to a period, in the order of their creation. */
function entriesOf({ units: log }, fixed, { from, to }, before) {
  const chargeEntries = log.filter((entry) => entry.fixed === fixed && entry.order < before);
  const carried = chargeEntries.filter((entry) => entry.at < from).at(-1);
  return chargeEntries.filter((entry) => entry === carried || (entry.at >= from && entry.at < to));
}

/** The units of a period, and the priced units. @param before order from which entries came after the invoice */
export function unitsOf(subscription, fixed, period, tz, before = Infinity) {
  const entries = entriesOf(subscription, fixed, period, before);
  const units = entries.at(-1)?.units ?? zero;
  if (!fixed.prorated) return { units, priced: units, prorated: false };
  const periodLength = BigInt(
    periodDays(period.firstDay, fixedInterval(subscription.plan), anchorOf(subscription, tz)),
  );
  const valid = entries.filter((entry, i) => entries.slice(i + 1).every((later) => later.at > entry.at));
  const days = valid.map((entry) => localDay(Math.max(entry.at, period.from), tz));
  const shares = valid.map((entry, i) =>
    entry.units
      .times(BigInt((days[i + 1] ?? localDay(period.to, tz) + 1) - days[i]))
      .over(periodLength)
      .roundTo(6),
  );
  return { units, priced: sum(shares), prorated: true };
}

const runningPeriod = (world, subscription) => {
  const tz = world.tzOf(subscription.customer);
  return boundariesOf(subscription, Math.max(world.now, subscription.startedAt), tz, { running: true, whole: true })
    .fixed;
};

/** Writes new units into the log: in force now, or from the next period. */
export function setUnits(world, subscription, fixed, units, immediately) {
  const at = immediately ? world.now : runningPeriod(world, subscription).to + 1000;
  subscription.units.push({ fixed, units: rational(units), at, order: world.unitOrder++ });
}

/**
 * The immediate price of new units in advance, or nothing: units already paid for the period are neither paid again nor
 * refunded.
 */
export function unitsFee(world, subscription, fixed, units) {
  const { plan, customer } = subscription;
  const tz = world.tzOf(customer);
  const { from, to, firstDay } = runningPeriod(world, subscription);
  const paid = world
    .feesOf(subscription)
    .filter((fee) => fee.type === 'fixed_charge' && fee.fixed === fixed && fee.from === from && fee.to === to);
  const delta = greater(rational(units).minus(sum(paid.map((fee) => fee.units))), zero);
  const periodLength = BigInt(periodDays(firstDay, fixedInterval(plan), anchorOf(subscription, tz)));
  const daysLeft = BigInt(utcDay(to) - utcDay(world.now) + 1);
  const priced = fixed.prorated ? delta.times(daysLeft).over(periodLength) : delta;
  const amount = delta.isZero()
    ? zero
    : price(
        fixed.model,
        fixed.properties,
        { units: delta, priced, prorated: fixed.prorated },
        null,
        exponentOf(plan.currency),
      ).amount;
  return {
    type: 'fixed_charge',
    subscription,
    fixed,
    code: fixed.addOn,
    units: delta,
    amountCents: inCents(amount, plan.currency),
    precise: amount.times(10n ** BigInt(exponentOf(plan.currency))),
    from,
    to,
    filter: null,
    group: {},
  };
}
