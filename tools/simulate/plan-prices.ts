// Random plans, priced by `POST /plans/price` and by the second rater. Every quantity is a month of synthetic events for the
// rater, which meters and prices them as those of a bill (metering, sections 3, 5 and 6; catalog, section 21).
import type { Service } from '@tollgate/harness/standalone';
import { randomMetric, randomPlan } from './catalog.ts';
import { Organization } from './client.ts';
import { switches } from './dimensions.ts';
import { Life } from './life-state.ts';
import { type Random, randomness } from './random.ts';
import { dayMs, localDay } from './rater/calendar.ts';
import type { Charge, Metric, Plan } from './rater/catalog.ts';
import type { UsageEvent } from './rater/model.ts';
import { exponentOf, inCents, price, priceOfUnits } from './rater/prices.ts';
import { need } from './rater/impossible.ts';
import { greater, rational, zero } from './rater/rational.ts';
import { aggregate, bucketsOf, groupsOf, type Period } from './rater/usage.ts';
import { World } from './rater/world.ts';
import type { ChargeQuantity, PlanRequest } from './requests.ts';
import type { PricedQuantity } from './service-objects.ts';

const metricsCount = 14;
const quantitiesOfPlan = 12;
const days = 30;
const from = Date.UTC(2024, 5, 1);
const month: Period = {
  from,
  to: from + days * dayMs - 1,
  days,
  tz: 'UTC',
  firstDay: localDay(from, 'UTC'),
  lastDay: localDay(from, 'UTC') + days - 1,
  firstSecond: null,
};

/** Figures of one quantity, cents. */
interface PricedFigures {
  charges: bigint[];
  commitment: bigint;
  total: bigint;
}

/** A figure in which the service and the rater differ. */
export interface PriceDifference {
  plan: PlanRequest;
  quantity: ChargeQuantity[];
  expected: PricedFigures;
  actual: PricedFigures | string;
}

/** The dimensions of plans that a call prices by quantities. */
const has = switches({ only: ['commitments', 'fixed_charges'] });

/** Both sides of a comparison, with metrics and add-ons that all plans refer to. */
class Comparison {
  private readonly organization: Organization;
  private readonly seed: string;
  private readonly life: Life;
  private readonly world: World;

  constructor(organization: Organization, seed: string) {
    this.organization = organization;
    this.seed = seed;
    this.life = new Life(seed, has, null);
    this.world = new World(this.life.organization);
  }

  async writeCatalog(): Promise<void> {
    const { life } = this;
    life.metrics = Array.from({ length: metricsCount }, (_, index) => randomMetric(life.random, index + 1));
    life.addOns = ['a1', 'a2'].map((code) => ({ name: code, code, amount_cents: 100, amount_currency: life.currency }));
    for (const metric of life.metrics)
      life.do(
        'POST /billable_metrics',
        { billable_metric: metric },
        { save: { [metric.code]: 'billable_metric.svc_id' } },
      );
    for (const addOn of life.addOns)
      life.do('POST /add_ons', { add_on: addOn }, { save: { [addOn.code]: 'add_on.svc_id' } });
    for (const step of life.steps) {
      const rated = this.world.play(step);
      if (rated) await this.organization.play(rated.call);
    }
  }

  /** Prices a random plan at random quantities by both sides. */
  async compare(number: number): Promise<{ differences: PriceDifference[]; compared: number }> {
    const random = randomness(`${this.seed} plan ${number}`);
    const plan = this.plan(random, number);
    this.world.play({ do: 'POST /plans', body: { plan } });
    const rated = need(this.world.plans.get(plan.code), 'plan');
    const quantities = Array.from({ length: quantitiesOfPlan }, () =>
      rated.charges.map((charge, index) => quantityOf(random, charge, `c${index}`)),
    );
    const { status, body } = await this.organization.play({
      do: 'POST /plans/price',
      body: { plan, quantities: quantities.map((charges) => ({ charges })) },
    });
    const answer = body.plan_prices?.quantities;
    const differences = quantities.flatMap((quantity, index): PriceDifference[] => {
      const expected = expectedOf(rated, quantity);
      const found = answer?.[index];
      const actual = found ? actualOf(found) : `${status} ${JSON.stringify(body)}`;
      return textOf(actual) === textOf(expected) ? [] : [{ plan, quantity, expected, actual }];
    });
    return { differences, compared: quantities.length };
  }

  private plan(random: Random, number: number): PlanRequest {
    const plan = randomPlan(random, number, this.life, has);
    // A quantity has no days: it is priced as that of a whole period.
    const charges = plan.charges.map((charge, index) => ({ ...charge, prorated: false, code: `c${index}` }));
    const fixedCharges = (plan.fixed_charges ?? []).map((charge) => ({ ...charge, prorated: false }));
    return {
      ...plan,
      amount_currency: random.pick(['EUR', 'USD', 'JPY']),
      charges,
      ...(fixedCharges.length > 0 ? { fixed_charges: fixedCharges } : {}),
    };
  }
}

/** Units near the bounds of ranges, and far from all. */
const unitsOf = (random: Random, metric: Metric): string => {
  const counts = ['count_agg', 'unique_count_agg'].includes(metric.aggregation);
  const whole = random.pick([0, 1, 2, 3, 5, 6, 10, 11, 20, 21, 50, 51, 100, 101, 250, 251, random.int(0, 400)]);
  return counts || random.chance(0.5) ? String(whole) : `${whole}.${random.pick(['5', '25', '125', '01'])}`;
};

function quantityOf(random: Random, charge: Charge, code: string): ChargeQuantity {
  const { metric, model } = charge;
  const units = unitsOf(random, metric);
  const events =
    metric.aggregation === 'sum_agg' && random.chance(0.5) ? { events_count: random.pick([1, 2, 4, 5]) } : {};
  return {
    charge_code: code,
    units,
    ...(units === '0' ? {} : events),
    properties: {
      ...(random.chance(0.8) ? { region: random.pick(['eu', 'us', 'asia', 'moon']) } : {}),
      ...(random.chance(0.6) ? { tier: random.pick(['gold', 'free']) } : {}),
    },
    ...(model === 'dynamic' ? { precise_total_amount_cents: `${random.int(0, 5000)}.${random.int(0, 99)}` } : {}),
  };
}

/** The events of a quantity: equal values, or one for each unit that is counted. */
function eventsOf({ metric }: Charge, quantity: ChargeQuantity): UsageEvent[] {
  const counts = ['count_agg', 'unique_count_agg'].includes(metric.aggregation);
  const number = Number(quantity.units) === 0 ? 0 : counts ? Number(quantity.units) : (quantity.events_count ?? 1);
  const value = number === 0 ? '0' : exactly(rational(quantity.units).over(String(number)));
  const prices = rational(quantity.precise_total_amount_cents ?? '0').over(String(Math.max(number, 1)));
  return Array.from({ length: number }, (_, index) => ({
    subscription: 's',
    code: metric.code,
    at: from,
    transaction: String(index),
    properties: { ...quantity.properties, value: metric.aggregation === 'unique_count_agg' ? `v${index}` : value },
    price: exactly(prices),
    arrival: index,
  }));
}

/** A fraction as a decimal; all that come up here end after eight places. */
const exactly = (fraction: ReturnType<typeof rational>): string => {
  const scaled = fraction.times(100_000_000n).round();
  return `${scaled / 100_000_000n}.${String(scaled % 100_000_000n).padStart(8, '0')}`;
};

/** The amount of a charge, cents: all its filters and groups, and its minimum (charges, section 2.6). */
function priceOfCharge(charge: Charge, quantity: ChargeQuantity, currency: string): bigint {
  const parts = bucketsOf(charge, charge.metric, eventsOf(charge, quantity)).flatMap((bucket) =>
    groupsOf(bucket).map(({ events }) => {
      const usage = aggregate(events, charge.metric, charge, month);
      const { amount } = price(charge.model, bucket.properties, usage, charge.metric, exponentOf(currency));
      return inCents(usage.priced.isNegative() ? zero : greater(amount, zero), currency);
    }),
  );
  const cents = parts.reduce((sum, part) => sum + part, 0n);
  const minimum = BigInt(charge.minAmountCents);
  return cents < minimum ? minimum : cents;
}

function expectedOf(plan: Plan, quantity: ChargeQuantity[]): PricedFigures {
  const { currency } = plan;
  const charges = plan.charges.map((charge, index) =>
    priceOfCharge(charge, need(quantity[index], 'quantity'), currency),
  );
  const fixed = plan.fixedCharges.map((charge) => {
    const units = rational(charge.units);
    return inCents(priceOfUnits(charge, { units, priced: units, prorated: false }), currency);
  });
  const billed = [...charges, ...fixed].reduce((sum, cents) => sum + cents, BigInt(plan.amountCents));
  const open = BigInt(plan.commitmentCents) - billed;
  const commitment = open > 0n ? open : 0n;
  return { charges, commitment, total: billed + commitment };
}

const actualOf = (found: PricedQuantity): PricedFigures => ({
  charges: found.charges.map(({ amount_cents: cents }) => BigInt(cents)),
  commitment: BigInt(found.commitment_amount_cents),
  total: BigInt(found.total_amount_cents),
});

const textOf = (figures: PricedFigures | string): string =>
  JSON.stringify(figures, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** A difference in lines, with its plan and the quantity. */
export const describeDifference = ({ plan, quantity, expected, actual }: PriceDifference): string =>
  [
    `  plan ${JSON.stringify(plan)}`,
    `  quantity ${JSON.stringify(quantity)}`,
    `    expected ${textOf(expected)}`,
    `    actual   ${textOf(actual)}`,
  ].join('\n');

/** A plan whose prices differ at some quantities. */
export interface PriceFailure {
  /** Its number, from 0. */
  plan: number;
  differences: PriceDifference[];
}

/**
 * Compares the prices of random plans.
 * @param enough plans with differences after which no further plan is priced
 */
export async function comparePrices(
  service: Service,
  { seed, plans, enough }: { seed: string; plans: number; enough: number },
): Promise<{ plans: number; compared: number; failures: PriceFailure[] }> {
  const organization = await Organization.create(service, { name: `Prices ${seed}`, default_currency: 'EUR' });
  const comparison = new Comparison(organization, seed);
  await comparison.writeCatalog();
  const failures: PriceFailure[] = [];
  let compared = 0;
  let plan = 0;
  for (; plan < plans && failures.length < enough; plan++) {
    const result = await comparison.compare(plan);
    compared += result.compared;
    if (result.differences.length > 0) failures.push({ plan, differences: result.differences });
  }
  return { plans: plan, compared, failures };
}
