// Several plan changes within one period: plans of one interval at rising prices, with the same add-ons in advance and
// prorated quantities.
import type { Life, LifeSubscription } from './life-state.ts';
import type { Random } from './random.ts';
import type { FixedChargeRequest, MetricRequest, PlanRequest } from './requests.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** How many plans such a life has at least. */
export const plansOfChains = 3;

/** Usually makes a metric recurring, so that charges may prorate it. */
export function prorateMetric(random: Random, metric: MetricRequest): void {
  if (['sum_agg', 'unique_count_agg'].includes(metric.aggregation_type) && random.chance(0.7)) metric.recurring = true;
}

/** Gives a plan the interval of its life, prorated charges, and each add-on in advance at a price of its own. */
export function chainPlan(life: Life, plan: PlanRequest, place: number, random: Random): void {
  const { addOns, advance, has, metrics } = life;
  plan.interval = random.chance(0.8) ? 'monthly' : random.pick(['weekly', 'quarterly', 'yearly']);
  delete plan.bill_charges_monthly;
  delete plan.bill_fixed_charges_monthly;
  if (random.chance(0.7)) plan.amount_cents = (place + 1) * 1000 + random.int(0, 900);
  const prorates = ({ recurring, aggregation_type: type }: MetricRequest) =>
    recurring === true && type !== 'weighted_sum_agg';
  const recurring = new Set(metrics.filter(prorates).map(({ code }) => `{{${code}}}`));
  for (const charge of plan.charges)
    if (charge.charge_model === 'standard' && recurring.has(charge.billable_metric_id) && random.chance(0.7))
      charge.prorated = true;
  if (!has('fixed_charges')) return;
  plan.fixed_charges = random.some(addOns, 0.8).map(({ code }): FixedChargeRequest => ({
    add_on_id: `{{${code}}}`,
    charge_model: 'standard',
    properties: { amount: `${(place + 1) * random.int(3, 9)}.${random.int(10, 99)}` },
    units: random.int(1, 15),
    prorated: random.chance(0.85),
    ...(has('fixed_in_advance') && !advance && random.chance(0.8) ? { pay_in_advance: true } : {}),
  }));
}

/** Changes the plan of a subscription several times within a few weeks, mostly upwards. */
export function changeInChain(
  life: Life,
  running: LifeSubscription[],
  random: Random,
  change: (subscription: LifeSubscription, plan: PlanRequest) => void,
): void {
  if (running.length === 0) return;
  const subscription = random.pick(running);
  const upwards = [...life.plans].sort((a, b) => a.amount_cents - b.amount_cents);
  for (const plan of random.chance(0.8) ? upwards : random.shuffled(upwards)) {
    life.to(
      life.now + random.int(0, 9) * day + random.pick([0, random.int(1, 23) * hour, random.int(1, 90_000)]) + 1000,
    );
    change(subscription, plan);
  }
}
