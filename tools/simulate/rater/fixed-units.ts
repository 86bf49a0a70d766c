// Units of fixed charges over time (charges, sections 5.2 and 5.4): the log of a subscription, and the immediate price
// of new units.
import { anchorOf, localDay, periodDays } from './calendar.ts';
import { fixedInterval } from './boundaries.ts';
import type { FixedFee, Subscription, UnitsEntry, UsageSpan } from './model.ts';
import type { Customer, FixedCharge } from './catalog.ts';
import { isOfPeriod, nextBeginning, usagePeriodAt } from './moves.ts';
import { exponentOf, inCents, priceOfUnits } from './prices.ts';
import { greater, rational, sum, zero } from './rational.ts';
import { newFigures } from './records.ts';
import type { State } from './state.ts';
import type { PricedUnits } from './usage.ts';

/** A subscription starts with the units of its plan, one second after its start. */
export function openLog(world: State, subscription: Subscription, startedAt: number): void {
  subscription.ownUnits = new Set();
  subscription.units = subscription.plan.fixedCharges.map((fixed) => ({
    fixed,
    units: rational(fixed.units),
    at: startedAt + 1000,
    order: world.unitOrder++,
    opens: true,
  }));
}

/** Entries that apply to a period, in the order of their creation. */
function entriesOf(
  { units: log }: Subscription,
  fixed: FixedCharge,
  { from, to }: UsageSpan,
  before: number,
): UnitsEntry[] {
  const chargeEntries = log.filter((entry) => entry.fixed === fixed && entry.order < before);
  const carried = chargeEntries.filter((entry) => entry.at < from).at(-1);
  return chargeEntries.filter((entry) => entry === carried || (entry.at >= from && entry.at < to));
}

interface UnitsOptions {
  tz: string;
  /** Order from which entries came after the invoice. */
  before: number;
  /** The last day that counts. */
  lastDay: number;
}

/** The units of a period, and the priced units. */
export function unitsOf(
  subscription: Subscription,
  fixed: FixedCharge,
  period: UsageSpan,
  { tz, before, lastDay }: UnitsOptions,
): PricedUnits {
  const entries = entriesOf(subscription, fixed, period, before);
  const units = entries.at(-1)?.units ?? zero;
  if (!fixed.prorated) return { units, priced: units, prorated: false };
  const periodLength = BigInt(
    periodDays(period.firstDay, fixedInterval(subscription.plan), anchorOf(subscription, tz)),
  );
  const valid = entries.filter((entry, i) => entries.slice(i + 1).every((later) => later.at > entry.at));
  const dayOf = (entry: UnitsEntry) =>
    Math.max(localDay(Math.max(entry.at - (entry.opens ? 1000 : 0), period.from), tz), period.firstDay);
  const endOf = (next: UnitsEntry | undefined) => (next ? dayOf(next) : lastDay + 1);
  const shares = valid.map((entry, i) =>
    entry.units
      .times(BigInt(endOf(valid[i + 1]) - dayOf(entry)))
      .over(periodLength)
      .roundTo(6),
  );
  return { units, priced: sum(shares), prorated: true };
}

const runningPeriod = (world: State, subscription: Subscription): UsageSpan => {
  const tz = world.tzOf(subscription.customer);
  return usagePeriodAt(subscription, 'fixed', Math.max(world.now, subscription.startedAt), tz);
};

/** Writes new units into the log: in force now, or from the next period. */
export function setUnits(
  world: State,
  subscription: Subscription,
  fixed: FixedCharge,
  units: number,
  immediately: boolean,
): void {
  const at = immediately ? world.now : runningPeriod(world, subscription).to + 1000;
  subscription.units.push({ fixed, units: rational(units), at, order: world.unitOrder++, planned: !immediately });
}

/** Units that wait for the next period come with it in the new time zone of a customer too. */
export function replanUnits(world: State, customer: Customer): void {
  for (const one of world.subscriptions.filter((sub) => sub.customer === customer && sub.status === 'active'))
    for (const entry of one.units)
      if (entry.planned && entry.at > world.now) entry.at = nextBeginning(one, 'fixed', world.tzOf(customer)) + 999;
}

/**
 * The fee for the immediate price of new units in advance: units already paid for the period are neither paid again nor
 * refunded.
 */
export function unitsFee(world: State, subscription: Subscription, fixed: FixedCharge, units: number): FixedFee {
  const { plan, customer } = subscription;
  const tz = world.tzOf(customer);
  const { from, to, firstDay } = runningPeriod(world, subscription);
  const paid = world
    .feesOf(subscription)
    .filter((fee) => fee.type === 'fixed_charge')
    .filter((fee) => fee.fixed === fixed && isOfPeriod(fee, { from, to }));
  const delta = greater(rational(units).minus(sum(paid.map((fee) => fee.units))), zero);
  const periodLength = BigInt(periodDays(firstDay, fixedInterval(plan), anchorOf(subscription, tz)));
  const daysLeft = BigInt(localDay(to, tz) - localDay(world.now, tz) + 1);
  // The first day of a period pays all of it, also where a move has put days before it.
  const days = daysLeft < periodLength ? daysLeft : periodLength;
  const priced = fixed.prorated ? delta.times(days).over(periodLength) : delta;
  const amount = delta.isZero() ? zero : priceOfUnits(fixed, { units: delta, priced, prorated: fixed.prorated });
  const precise = amount.times(10n ** BigInt(exponentOf(plan.currency)));
  return {
    type: 'fixed_charge',
    subscription,
    fixed,
    code: fixed.addOn,
    ...newFigures(delta, inCents(amount, plan.currency), precise),
    from,
    to,
  };
}
