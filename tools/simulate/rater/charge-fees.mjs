// Fees of charges and the spending minimum, of fixed charges in arrears, and the minimum commitment of a plan (charges,
// sections 2, 5 and 6).
import { anchorOf, dayMs, daysBetween, isEmpty, localDay, periodDays } from './calendar.mjs';
import { aggregate, bucketsOf, countedEvents, groupsOf, isSince, valueOf } from './usage.mjs';
import { boundariesOf, chargesInterval } from './boundaries.mjs';
import { unitsOf } from './fixed-units.mjs';
import { withMarks } from './marks.mjs';
import { exponentOf, inCents, price } from './prices.mjs';
import { greater, rational, sum, zero } from './rational.mjs';

const levelKey = (charge, bucket, group) => JSON.stringify([charge.metric.code, bucket.filter, group]);

/**
 * The level with which a recurring weighted sum begins (metering, section 4.3): that of the last bill, or zero for a
 * bucket that the bill does not list. A subscription that follows another and has no billed usage yet begins with the
 * sum of all earlier events.
 */
function carriedLevel(world, { subscription, invoice, boundaries: { charges } }, key, { metric }, events) {
  if (!metric.recurring || metric.aggregation !== 'weighted_sum_agg') return zero;
  const invoicePlace = world.invoices.indexOf(invoice);
  const earlier = (invoicePlace === -1 ? world.invoices : world.invoices.slice(0, invoicePlace)).filter(
    (one) => !one.progressive,
  );
  const fees = earlier.flatMap((one) => one.fees).filter((fee) => fee.subscription === subscription);
  const last = fees.findLast((fee) => fee.levelKey === key);
  if (last) return last.level;
  const isBilled = ({ status, parts }) =>
    status !== 'voided' && parts.some((part) => part.subscription === subscription && part.withUsage);
  if (earlier.some(isBilled)) return zero;
  const { externalId, startedAt } = subscription;
  const place = world.subscriptions.indexOf(subscription);
  const follows = world.subscriptions.some(
    (one, index) =>
      one.externalId === externalId &&
      one.startedAt !== null &&
      (one.startedAt < startedAt || (one.startedAt === startedAt && index < place)),
  );
  if (!follows) return zero;
  return sum(events.filter((event) => !isSince(event, charges)).map((event) => valueOf(event, metric)));
}

/** The period that fees in advance show: whole days of UTC (charges, section 1.3). */
export const wholeDays = ({ from, to }) => ({
  from: Math.floor(from / dayMs) * dayMs,
  to: (Math.floor(to / dayMs) + 1) * dayMs - 1,
});

/**
 * An event at the instant at which another subscription takes over, by a plan change or a new start, belongs to that
 * one (metering, section 2.3).
 */
function endOfUsage({ subscription, upgraded, downgraded, ended, boundaries: { charges } }, world) {
  const { externalId } = subscription;
  const restarts = world.subscriptions.some((one) => one.externalId === externalId && one.startedAt === ended);
  return (upgraded || downgraded || restarts) && charges.to === ended ? ended - 1 : charges.to;
}

function usageFee(part, charge, bucket, { group, events }, world) {
  const { subscription, tz } = part;
  const { currency } = subscription.plan;
  const { from, to, firstDay, firstSecond } = part.boundaries.charges;
  const days = periodDays(firstDay, chargesInterval(subscription.plan), anchorOf(subscription, tz));
  const end = endOfUsage(part, world);
  const key = levelKey(charge, bucket, group);
  const period = { from, to: end, days, tz, firstSecond, upgraded: part.upgraded && to === part.ended };
  const aggregated = aggregate(
    events.filter((event) => event.at <= end),
    charge.metric,
    charge,
    period,
    carriedLevel(world, part, key, charge, events),
  );
  const runs = part.soFar && charge.inAdvance;
  const usage = runs ? withMarks(world, { subscription, charge, bucket, group }, aggregated, period) : aggregated;
  let { amount, per } = price(charge.model, bucket.properties, usage, charge.metric, exponentOf(currency));
  let { units } = usage;
  if (units.isNegative() || amount.isNegative()) [amount, units] = [zero, zero];
  const precise = amount.times(10n ** BigInt(exponentOf(currency)));
  return {
    type: 'charge',
    subscription,
    charge,
    code: charge.metric.code,
    filter: bucket.filter,
    group,
    units,
    eventsCount: usage.count,
    amountCents: inCents(amount, currency),
    precise,
    from,
    to,
    levelKey: key,
    level: usage.level,
    unitAmount: units.isZero() || per.isZero() ? zero : amount.over(per),
  };
}

/**
 * Fees for the units of recurring metrics in advance that carry over into a new period, at its full price (charges,
 * sections 2.1 and 3.7).
 * @param invoiceable those on the invoice, or those without one, which are created for zero units too
 */
export function renewalFees(part, world, invoiceable) {
  const { subscription, at, tz } = part;
  const endedPeriod = part.boundaries.charges;
  if (!part.withUsage || endedPeriod === null || isEmpty(endedPeriod, tz) || (part.ended !== null && !part.downgraded))
    return [];
  if (subscription.byUpgrade && localDay(subscription.startedAt, tz) === localDay(at, tz)) return [];
  const { from, to } = boundariesOf(subscription, at, tz, { running: true, whole: true }).charges;
  const fees = [];
  for (const charge of subscription.plan.charges) {
    if (!charge.inAdvance || !charge.metric.recurring || charge.invoiceable !== invoiceable) continue;
    const counted = countedEvents(world.events, subscription, charge.metric, endOfUsage(part, world));
    for (const bucket of bucketsOf(charge, charge.metric, counted)) {
      for (const group of groupsOf(bucket, bucket.events)) {
        const fee = usageFee(part, { ...charge, prorated: false }, bucket, group, world);
        // A fee without an invoice counts in the ended period (charges, section 6.1).
        if (invoiceable && isBillable(fee)) fees.push({ ...fee, charge, from, to, shown: wholeDays({ from, to }) });
        if (!invoiceable) fees.push({ ...fee, charge, shown: wholeDays({ from, to }) });
      }
    }
  }
  return fees;
}

const isBillable = (fee) => !fee.units.isZero() || fee.amountCents !== 0n || (fee.eventsCount ?? 0) !== 0;

/** The charge's spending minimum, prorated by the days of the period. */
function trueUp(part, charge, fees) {
  const { subscription, tz } = part;
  const { from, to, firstDay } = part.boundaries.charges;
  const periodLength = periodDays(firstDay, chargesInterval(subscription.plan), anchorOf(subscription, tz));
  const less = part.upgraded && to === part.ended ? 1 : 0;
  const days = Math.max(0, daysBetween(from, to, tz) - less);
  const minimum = rational(charge.minAmountCents).times(BigInt(days)).over(BigInt(periodLength));
  const used = sum(fees.map((fee) => rational(fee.amountCents)));
  if (!used.lessThan(minimum)) return null;
  const amountCents = minimum.minus(used).round();
  const precise = greater(minimum.minus(sum(fees.map((fee) => fee.precise))), zero);
  return {
    type: 'charge',
    trueUp: true,
    subscription,
    charge,
    code: charge.metric.code,
    filter: null,
    units: rational(1),
    eventsCount: 0,
    amountCents,
    precise,
    from,
    to,
  };
}

/**
 * Whether the new plan of an upgrade bills the whole quantity of a charge at its period's end, so the old plan does not
 * (charges, section 2.1). Each plan bills a time-weighted quantity for its own days.
 */
const isCarriedOver = (part, charge) =>
  part.upgraded &&
  charge.metric.recurring &&
  charge.metric.aggregation !== 'weighted_sum_agg' &&
  !charge.prorated &&
  part.successor.plan.charges.some((other) => other.metric === charge.metric && !other.inAdvance);

/**
 * The usage fees of a period, one for each bucket and group.
 * @param inAdvance of charges in advance: their usage, which is billed elsewhere
 */
export function usageFees(part, world, inAdvance = false) {
  const { subscription } = part;
  const period = part.boundaries.charges;
  if (!part.withUsage || period === null || isEmpty(period, part.tz)) return [];
  const fees = [];
  for (const charge of subscription.plan.charges) {
    if (isCarriedOver(part, charge) || charge.inAdvance !== inAdvance) continue;
    const counted = countedEvents(world.events, subscription, charge.metric, endOfUsage(part, world));
    const chargeFees = [];
    const within = (event) => isSince(event, period) || charge.metric.recurring;
    for (const bucket of bucketsOf(charge, charge.metric, counted.filter(within))) {
      for (const group of groupsOf(bucket, bucket.events))
        chargeFees.push(usageFee(part, charge, bucket, group, world));
    }
    const minimum = charge.minAmountCents > 0 && !part.soFar ? trueUp(part, charge, chargeFees) : null;
    let billableFees = chargeFees.filter(isBillable);
    if (minimum) {
      const parent = chargeFees.find((fee) => fee.filter === null);
      minimum.group = parent?.group ?? {};
      if (parent && !billableFees.includes(parent)) billableFees = [...billableFees, parent];
      billableFees.push(minimum);
    }
    fees.push(...billableFees);
  }
  return fees;
}

/** Fees of fixed charges: those in arrears, and those of the coming period. */
export function fixedFees(part, world) {
  const arrears = part.withUsage ? feesOfFixed(part, part.boundaries.fixed, false) : [];
  if (part.ended !== null || part.coming === null) return arrears;
  // Later changes do not count in a recomputed invoice: new immediate units are paid in addition to those of a draft.
  const paid = world.feesBefore(part.subscription, part.invoice).filter((fee) => fee.type === 'fixed_charge');
  const coming = feesOfFixed(part, part.coming, true).filter(
    (fee) =>
      !paid.some(
        (other) =>
          other.fixed === fee.fixed && other.from === fee.from && (!other.units.isZero() || other.amountCents !== 0n),
      ),
  );
  return [...arrears, ...coming];
}

function feesOfFixed(part, period, inAdvance) {
  const { subscription, tz } = part;
  // A start in the last millisecond of a period also pays that period in advance.
  if (period === null || (!inAdvance && isEmpty(period, tz))) return [];
  return subscription.plan.fixedCharges
    .filter((fixed) => fixed.inAdvance === inAdvance)
    .flatMap((fixed) => {
      const usage = unitsOf(subscription, fixed, period, tz, part.unitsUntil);
      const { units } = usage;
      const { amount } = price(fixed.model, fixed.properties, usage, null, exponentOf(subscription.plan.currency));
      const amountCents = inCents(amount, subscription.plan.currency);
      if (units.isZero() && amountCents === 0n) return [];
      return [
        {
          type: 'fixed_charge',
          subscription,
          fixed,
          code: fixed.addOn,
          units,
          amountCents,
          precise: amount.times(10n ** BigInt(exponentOf(subscription.plan.currency))),
          from: period.from,
          to: period.to,
          filter: null,
          group: {},
        },
      ];
    });
}

/** The amount by which a settled period falls short of the plan's minimum commitment, or nothing. */
export function commitmentFee(part, fees, world) {
  const { subscription, tz } = part;
  const { plan } = subscription;
  const settled = part.settles;
  if (!plan.commitmentCents || !settled) return [];
  const periodLength = periodDays(localDay(settled.from, tz), plan.interval, anchorOf(subscription, tz));
  const days = Math.max(0, daysBetween(settled.from, settled.to, tz) - (part.upgraded ? 1 : 0));
  const commitment = rational(plan.commitmentCents).times(BigInt(days)).over(BigInt(periodLength)).round();
  const others = world.feesOf(subscription, part.invoice);
  const billed = [...others, ...fees]
    .filter(
      (fee) =>
        fee.subscription === subscription &&
        fee.type !== 'commitment' &&
        fee.from >= settled.from &&
        fee.from <= settled.to,
    )
    .reduce((total, fee) => total + fee.amountCents, 0n);
  const amountCents = commitment - billed;
  if (amountCents <= 0n) return [];
  return [
    {
      type: 'commitment',
      subscription,
      code: plan.code,
      units: rational(1),
      amountCents,
      from: settled.from,
      to: settled.to,
      filter: null,
      group: {},
    },
  ];
}
