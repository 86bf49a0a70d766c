// Lives in the hours around a local boundary: customers move, and what reads the running period follows; units change
// around midnights and changes of clocks.
import { changeUnits } from './price-changes.ts';
import { regions } from './catalog.ts';
import type { Life, LifeSubscription } from './life-state.ts';
import type { Random } from './random.ts';
import type { CustomerRequest, EventRequest, PlanRequest } from './requests.ts';
import { beginningOf, civil, localDay, offset } from './rater/calendar.ts';
import { zones } from './zones.ts';

const hour = 3_600_000;

/** Makes plans of lives around boundaries: with fixed charges in advance, prorated ones too, and a commitment. */
export function fixInAdvance({ addOns, advance, has }: Life, plan: PlanRequest, random: Random): void {
  if (random.chance(0.6)) plan.interval = random.pick(['monthly', 'monthly', 'weekly']);
  if (['monthly', 'weekly'].includes(plan.interval)) {
    delete plan.bill_charges_monthly;
    delete plan.bill_fixed_charges_monthly;
  }
  if (has('commitments') && random.chance(0.4)) plan.minimum_commitment = { amount_cents: random.int(1, 600) * 100 };
  if (!has('fixed_in_advance') || advance || addOns.length === 0) return;
  const { code } = random.pick(addOns);
  const others = (plan.fixed_charges ?? []).filter(({ add_on_id: addOn }) => addOn !== `{{${code}}}`);
  const prices = {
    charge_model: 'standard' as const,
    properties: { amount: `${random.int(1, 40)}.${random.int(10, 99)}` },
  };
  const units = random.int(1, 20);
  const fixed = { add_on_id: `{{${code}}}`, ...prices, units, pay_in_advance: true, prorated: random.chance(0.6) };
  plan.fixed_charges = [...others, fixed];
}

/** The next local midnight that begins a month, or a week. */
function nextBoundary({ now, tzOf }: Pick<Life, 'now' | 'tzOf'>, customer: CustomerRequest, random: Random): number {
  const tz = tzOf(customer);
  const weekly = random.chance(0.25);
  let day = localDay(now, tz) + 1;
  while (weekly ? civil(day).weekday !== 0 : civil(day).date !== 1) day++;
  return beginningOf(day, tz);
}

/** Usage of a subscription of a customer at one of some instants. */
function sendAt(life: Life, { external }: LifeSubscription, at: number, random: Random): void {
  const metric = random.pick(life.metrics);
  const event: EventRequest = {
    transaction_id: `tx${++life.transactions}`,
    external_subscription_id: external,
    code: metric.code,
    timestamp: at / 1000,
    properties: {
      value: metric.aggregation_type === 'unique_count_agg' ? random.pick(['a', 'b', 'c', 'd']) : random.int(1, 30),
      region: random.pick(regions),
    },
  };
  life.sent.push(event);
  life.do('POST /events', { event });
}

/**
 * Moves the clock to some instants within 26 hours of a boundary, and moves a customer and reads at each.
 * @param subscribe starts a subscription of a customer that has none
 */
export function crossBoundary(life: Life, random: Random, subscribe: (customer: CustomerRequest) => void): void {
  const customer = random.pick(life.customers);
  const runs = life.subscriptions.some((one) => !one.over && one.customer === customer);
  if (!runs && life.subscriptions.length < 6) subscribe(customer);
  const boundary = nextBoundary({ now: life.now, tzOf: (one) => life.tzOf(one) }, customer, random);
  const around = () => boundary + random.int(-26, 26) * hour + random.pick([0, 0, 1000, -1000, hour / 2]);
  const instants = Array.from({ length: random.int(2, 4) }, around).sort((a, b) => a - b);
  for (const instant of instants) {
    if (instant <= life.now) continue;
    life.to(instant);
    const mine = life.subscriptions.filter((one) => !one.over && one.customer === customer);
    if (random.chance(0.6)) move(life, customer, random);
    for (const one of random.some(mine, 0.7))
      sendAt(life, one, random.pick([life.now, around(), boundary, boundary - 1]), random);
    if (life.has('unit_changes') && random.chance(0.5)) changeUnits(life, mine, random);
    if (random.chance(0.6)) readUsage(life, random);
  }
}

function move(life: Life, customer: CustomerRequest, random: Random): void {
  customer.timezone = random.pick(zones);
  life.do('POST /customers', { customer: { external_id: customer.external_id, timezone: customer.timezone } });
}

/** Reads the current usage of a subscription. */
export const readUsage = (life: Life, random: Random): void =>
  life.do('GET /current_usage', undefined, { choose: { nth: random.int(0, 999) } });

/** The next midnight, or the next change of clocks within four months. */
function nextMidnight(now: number, tz: string, random: Random): number {
  const today = localDay(now, tz);
  if (random.chance(0.4)) return beginningOf(today + random.int(1, 6), tz);
  for (let day = today; day < today + 120; day++) {
    const [from, to] = [beginningOf(day, tz), beginningOf(day + 1, tz)];
    if (offset(from, tz) !== offset(to, tz)) return to;
  }
  return beginningOf(today + 1, tz);
}

/** Changes units in the hours around a midnight or a change of clocks. */
export function changeUnitsAroundDays(life: Life, random: Random): void {
  const customer = random.pick(life.customers);
  const midnight = nextMidnight(life.now, life.tzOf(customer), random);
  const instants = [-24, -1, 0, 23].map((hours) => midnight + hours * hour + random.pick([0, 1000, -1000, hour / 2]));
  for (const instant of random.some(instants, 0.6)) {
    if (instant <= life.now) continue;
    life.to(instant);
    changeUnits(
      life,
      life.subscriptions.filter((one) => !one.over),
      random,
    );
  }
}
