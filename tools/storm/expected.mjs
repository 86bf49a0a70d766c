// The expected fees, computed a second time from the answered events: naive on purpose, event by event on exact
// fractions, without code from libs/rating. It supports only the charge models of price-list.mjs.
import { plans, tax } from './price-list.mjs';
import { Rational } from './rational.mjs';

const zero = Rational.zero;
const isDecimal = (value) => /^-?\d+(\.\d+)?$/.test(String(value));
const decimal = ({ properties }) => Rational.of(String(properties.value));

/** Units of usage and number of events (metering, section 4). */
const aggregations = {
  count: (events) => ({ units: Rational.of(events.length), count: events.length }),
  sum: (events) => ({ units: Rational.sum(events.map(decimal)), count: events.length }),
  max: (events) => ({
    units: events.map(decimal).reduce((most, value) => (value.isAbove(most) ? value : most), zero),
    count: events.length,
  }),
  unique: (events) => {
    const values = new Set(events.map(({ properties }) => String(properties.value)));
    return { units: Rational.of(values.size), count: values.size };
  },
};
const aggregationOf = {
  calls: 'count',
  jobs: 'count',
  deliveries: 'count',
  peak: 'max',
  users: 'unique',
  bytes: 'sum',
  seconds: 'sum',
  transfers: 'sum',
  atoms: 'sum',
  tokens: 'sum',
  steps: 'sum',
};

function graduated(ranges, units) {
  let total = zero;
  for (const { from_value: from, to_value: to, per_unit_amount: price, flat_amount: flat } of ranges) {
    const last = to === null || !units.isAbove(to);
    const top = last ? units : Rational.of(to);
    const within = from === 0 ? top : top.minus(from).plus(1);
    total = total.plus(within.times(price)).plus(flat);
    if (last) break;
  }
  return total;
}

function volume(ranges, units) {
  const roundedUp = Rational.of(units.ceiling());
  const range = ranges.find(
    ({ from_value: from, to_value: to }) =>
      !Rational.of(from).isAbove(roundedUp) && (to === null || !units.isAbove(to)),
  );
  return units.times(range.per_unit_amount).plus(range.flat_amount);
}

function packages({ amount, package_size: size, free_units: free }, units) {
  const paid = units.minus(free);
  return paid.isAbove(0) ? Rational.of(paid.dividedBy(size).ceiling()).times(amount) : zero;
}

/** The price of usage, in the main unit of the currency (metering, section 5). */
const models = {
  standard: ({ amount }, { units }) => units.times(amount),
  graduated: ({ graduated_ranges: ranges }, { units }) => graduated(ranges, units),
  volume: ({ volume_ranges: ranges }, { units }) => volume(ranges, units),
  package: (properties, { units }) => packages(properties, units),
  percentage: ({ rate, fixed_amount: fixed }, { units, count }) =>
    units.equals(0) ? zero : units.times(rate).dividedBy(100).plus(Rational.of(fixed).times(count)),
};

const toCents = (amount) => amount.times(100).rounded();
const amountOf = (charge, usage) => models[charge.charge_model](charge.properties, usage);
export const taxOn = (cents) => Rational.of(cents).times(tax.rate).dividedBy(100).rounded();

/** The events that a charge counts: of its metric, with a numeric value where one is needed. */
function counted(charge, events) {
  const aggregation = aggregationOf[charge.metric];
  const usable = ({ code, properties }) =>
    code === charge.metric &&
    (aggregation === 'count' ||
      (aggregation === 'unique' ? properties.value !== undefined : isDecimal(properties.value)));
  return events.filter(usable);
}

/**
 * The fee of a charge in arrears for the events of one period; none if there is nothing to show (charges, section 1.5).
 */
function feeInArrears(charge, events) {
  const usage = aggregations[aggregationOf[charge.metric]](counted(charge, events));
  const cents = toCents(amountOf(charge, usage));
  if (usage.units.equals(0) && cents === 0n && usage.count === 0) return [];
  return [{ key: `charge ${charge.metric}`, units: usage.units, cents, events: usage.count }];
}

/** One fee for each event: the price of all events up to it, less the price of all before it (charges, section 3.3). */
function feesInAdvance(charge, events) {
  const aggregate = aggregations[aggregationOf[charge.metric]];
  const mine = counted(charge, events);
  let before = { units: zero, count: 0 };
  let priceBefore = zero;
  return mine.map((event) => {
    const eventUsage = aggregate([event]);
    const usage = { units: before.units.plus(eventUsage.units), count: before.count + 1 };
    const price = amountOf(charge, usage);
    const fee = {
      key: `event ${charge.metric} ${event.transaction_id}`,
      units: eventUsage.units,
      cents: toCents(price.minus(priceBefore)),
      events: 1,
    };
    before = usage;
    priceBefore = price;
    return fee;
  });
}

/**
 * All fees of a subscription whose months are over except the last.
 * @param planCode a plan of the price list; the subscription started with the first month
 * @param months its events, month by month, each in order of timestamps
 * @returns `{ key, units, cents, events }` by month; a key names kind, metric and, for one event, its transaction id
 */
export function expectedFees(planCode, months) {
  const plan = plans.find(({ code }) => code === planCode);
  return months.map((events, month) => {
    const over = month < months.length - 1;
    const fees = [];
    if (plan.pay_in_advance || over)
      fees.push({ key: 'subscription', units: Rational.of(1), cents: BigInt(plan.amount_cents), events: null });
    for (const charge of plan.charges) {
      if (charge.pay_in_advance) fees.push(...feesInAdvance(charge, events));
      else if (over) fees.push(...feeInArrears(charge, events));
    }
    return fees;
  });
}
