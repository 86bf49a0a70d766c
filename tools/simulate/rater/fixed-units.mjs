// Units of fixed charges over time (charges, sections 5.2 and 5.4): the log of a subscription, and what new units cost at once.
import { anchorOf, localDay, periodDays, utcDay } from './calendar.mjs';
import { boundariesOf, fixedInterval } from './boundaries.mjs';
import { exponentOf, inCents, price } from './prices.mjs';
import { greater, rational, sum, zero } from './rational.mjs';

/** A subscription starts with the units of its plan, a second after its start. */
export function openLog(world, subscription, startedAt) {
  subscription.ownUnits = new Set();
  subscription.units = subscription.plan.fixedCharges.map((fixed) => ({
    fixed,
    units: rational(fixed.units),
    at: startedAt + 1000,
    order: world.unitOrder++,
  }));
}

/** Entries that say something about a period, in the order in which they were made. */
function entriesOf({ units: log }, fixed, { from, to }, before) {
  const own = log.filter((entry) => entry.fixed === fixed && entry.order < before);
  const carried = own.filter((entry) => entry.at < from).at(-1);
  return own.filter((entry) => entry === carried || (entry.at >= from && entry.at < to));
}

/**
 * The units of a period, and those that are priced.
 * @param before order from which entries came after the invoice
 */
export function unitsOf(subscription, fixed, period, tz, before = Infinity) {
  const entries = entriesOf(subscription, fixed, period, before);
  const units = entries.at(-1)?.units ?? zero;
  if (!fixed.prorated) return { units, priced: units, prorated: false };
  const whole = BigInt(periodDays(period.firstDay, fixedInterval(subscription.plan), anchorOf(subscription, tz)));
  const valid = entries.filter((entry, i) => entries.slice(i + 1).every((later) => later.at > entry.at));
  const days = valid.map((entry) => localDay(Math.max(entry.at, period.from), tz));
  const shares = valid.map((entry, i) =>
    entry.units
      .times(BigInt((days[i + 1] ?? localDay(period.to, tz) + 1) - days[i]))
      .over(whole)
      .roundTo(6),
  );
  return { units, priced: sum(shares), prorated: true };
}

const running = (world, subscription) => {
  const tz = world.tzOf(subscription.customer);
  return boundariesOf(subscription, Math.max(world.now, subscription.startedAt), tz, { running: true, whole: true })
    .fixed;
};

/** Writes new units into the log: in force now, or with the next period. */
export function setUnits(world, subscription, fixed, units, immediately) {
  const at = immediately ? world.now : running(world, subscription).to + 1000;
  subscription.units.push({ fixed, units: rational(units), at, order: world.unitOrder++ });
}

/** What new units in advance cost at once, or nothing: what was paid for the period is not paid again, nor given back. */
export function unitsFee(world, subscription, fixed, units) {
  const { plan, customer } = subscription;
  const tz = world.tzOf(customer);
  const { from, to, firstDay } = running(world, subscription);
  const paid = world
    .feesOf(subscription)
    .filter((fee) => fee.type === 'fixed_charge' && fee.fixed === fixed && fee.from === from && fee.to === to);
  const delta = greater(rational(units).minus(sum(paid.map((fee) => fee.units))), zero);
  const whole = BigInt(periodDays(firstDay, fixedInterval(plan), anchorOf(subscription, tz)));
  const left = BigInt(utcDay(to) - utcDay(world.now) + 1);
  const priced = fixed.prorated ? delta.times(left).over(whole) : delta;
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
