// The expected fees, computed a second time from the answered events: naive on purpose, event by event on exact
// fractions, without code from libs/rating. It supports only the charge models of price-list.ts.
import {
  type Charge,
  type MetricCode,
  type PackagePrice,
  type PlanCode,
  type PriceRange,
  plans,
  tax,
} from './price-list.ts';
import { Rational } from './rational.ts';
import type { UsageEvent } from './usage.ts';

/** Units of usage, and the number of events that a charge counts. */
interface Usage {
  units: Rational;
  count: number;
}

export interface ExpectedFee {
  /** Kind, metric and, for one event, its transaction id. */
  key: string;
  units: Rational;
  cents: bigint;
  /** Null for the fee of a subscription, which counts no events. */
  events: number | null;
}

const zero = Rational.zero;
const isDecimal = (value: unknown): boolean => /^-?\d+(\.\d+)?$/.test(String(value));
const decimal = ({ properties }: UsageEvent): Rational => Rational.of(String(properties.value));

type Aggregation = 'count' | 'sum' | 'max' | 'unique';

/** Units of usage and number of events (metering, section 4). */
const aggregations: Record<Aggregation, (events: UsageEvent[]) => Usage> = {
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
const aggregationOf: Record<MetricCode, Aggregation> = {
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

function graduated(ranges: PriceRange[], units: Rational): Rational {
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

function volume(ranges: PriceRange[], units: Rational): Rational {
  const roundedUp = Rational.of(units.ceiling());
  const range = ranges.find(
    ({ from_value: from, to_value: to }) =>
      !Rational.of(from).isAbove(roundedUp) && (to === null || !units.isAbove(to)),
  );
  if (!range) throw new Error(`No range holds ${units} units`);
  return units.times(range.per_unit_amount).plus(range.flat_amount);
}

function packages({ amount, package_size: size, free_units: free }: PackagePrice, units: Rational): Rational {
  const paid = units.minus(free);
  return paid.isAbove(0) ? Rational.of(paid.dividedBy(size).ceiling()).times(amount) : zero;
}

/** The price of usage, in the main unit of the currency (metering, section 5). */
function amountOf(charge: Charge, { units, count }: Usage): Rational {
  switch (charge.charge_model) {
    case 'standard':
      return units.times(charge.properties.amount);
    case 'graduated':
      return graduated(charge.properties.graduated_ranges, units);
    case 'volume':
      return volume(charge.properties.volume_ranges, units);
    case 'package':
      return packages(charge.properties, units);
    case 'percentage': {
      const { rate, fixed_amount: fixed } = charge.properties;
      return units.equals(0) ? zero : units.times(rate).dividedBy(100).plus(Rational.of(fixed).times(count));
    }
  }
}

const toCents = (amount: Rational): bigint => amount.times(100).rounded();
export const taxOn = (cents: bigint): bigint => Rational.of(cents).times(tax.rate).dividedBy(100).rounded();

/** The events that a charge counts: of its metric, with a numeric value where one is needed. */
function counted(charge: Charge, events: UsageEvent[]): UsageEvent[] {
  const aggregation = aggregationOf[charge.metric];
  const usable = ({ code, properties }: UsageEvent) =>
    code === charge.metric &&
    (aggregation === 'count' ||
      (aggregation === 'unique' ? properties.value !== undefined : isDecimal(properties.value)));
  return events.filter(usable);
}

/**
 * The fee of a charge in arrears for the events of one period; none if there is nothing to show (charges, section 1.5).
 */
function feeInArrears(charge: Charge, events: UsageEvent[]): ExpectedFee[] {
  const usage = aggregations[aggregationOf[charge.metric]](counted(charge, events));
  const cents = toCents(amountOf(charge, usage));
  if (usage.units.equals(0) && cents === 0n && usage.count === 0) return [];
  return [{ key: `charge ${charge.metric}`, units: usage.units, cents, events: usage.count }];
}

/** One fee for each event: the price of all events up to it, less the price of all before it (charges, section 3.3). */
function feesInAdvance(charge: Charge, events: UsageEvent[]): ExpectedFee[] {
  const aggregate = aggregations[aggregationOf[charge.metric]];
  const mine = counted(charge, events);
  let before: Usage = { units: zero, count: 0 };
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
 * @returns the fees by month
 */
export function expectedFees(planCode: PlanCode, months: UsageEvent[][]): ExpectedFee[][] {
  const plan = plans.find(({ code }) => code === planCode);
  if (!plan) throw new Error(`${planCode} is not in the price list`);
  return months.map((events, month) => {
    const over = month < months.length - 1;
    const fees: ExpectedFee[] = [];
    if (plan.pay_in_advance || over)
      fees.push({ key: 'subscription', units: Rational.of(1), cents: BigInt(plan.amount_cents), events: null });
    for (const charge of plan.charges) {
      if (charge.pay_in_advance) fees.push(...feesInAdvance(charge, events));
      else if (over) fees.push(...feeInArrears(charge, events));
    }
    return fees;
  });
}
