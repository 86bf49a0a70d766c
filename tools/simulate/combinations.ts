// Combinations that few lives would have by chance: several coupons, taxes at every level, own thresholds,
// refreshed drafts, moved usage, starts within a second.
import type { Has } from './dimensions.ts';
import type { PreviewKind } from './history.ts';
import type {
  CouponRequest,
  CustomerRequest,
  EventProperties,
  EventRequest,
  Interval,
  MetricRequest,
  PlanRequest,
} from './requests.ts';
import { randomCoupon, randomThresholds, regions } from './catalog.ts';
import type { Life, LifeSubscription } from './life-state.ts';
import type { Random } from './random.ts';

/** Adds taxes to a commitment and to fixed charges. */
export function mixTaxes({ mix, taxes }: Life, plan: PlanRequest, has: Has): void {
  if (!has('tax_levels') || taxes.length === 0) return;
  const codes = () => ({ tax_codes: [mix.pick(taxes).code] });
  if (plan.minimum_commitment && mix.chance(0.5)) Object.assign(plan.minimum_commitment, codes());
  for (const fixed of plan.fixed_charges ?? []) if (mix.chance(0.4)) Object.assign(fixed, codes());
}

/** Taxes of an add-on. */
export const mixedTaxes = ({ mix, taxes }: Life, has: Has): { tax_codes?: string[] } =>
  has('tax_levels') && taxes.length > 0 && mix.chance(0.3) ? { tax_codes: [mix.pick(taxes).code] } : {};

/** Coupons in addition to the one that a life may have. */
export function moreCoupons(life: Life, has: Has): CouponRequest[] {
  const { mix } = life;
  if (!has('coupon_mixes') || (life.advance && !life.advanceMixes) || !mix.chance(0.5)) return [];
  return [2, 3, 4].slice(0, mix.int(1, 3)).map((number) => smallOf(mix, randomCoupon(mix, number, life)));
}

/** Usually makes a percentage small: a coupon that pays everything hides other figures. */
const smallOf = (mix: Random, coupon: CouponRequest): CouponRequest =>
  coupon.percentage_rate && mix.chance(0.7) ? { ...coupon, percentage_rate: String(mix.int(1, 30)) } : coupon;

const long: Interval[] = ['yearly', 'semiannual', 'semiannual', 'quarterly'];

/** Makes a plan long and lets it bill monthly, with a commitment, so that changes between such plans occur. */
export function splitPlan({ mix }: Life, plan: PlanRequest, has: Has): void {
  plan.interval = mix.pick(long);
  for (const flag of ['bill_charges_monthly', 'bill_fixed_charges_monthly'] as const) {
    delete plan[flag];
    if (has('monthly_splits') && plan.interval !== 'quarterly' && mix.chance(0.6)) plan[flag] = true;
  }
  if (has('commitments') && mix.chance(0.5)) plan.minimum_commitment = { amount_cents: mix.int(1, 900) * 100 };
}

/** Usually makes a metric recurring. */
export function recurringMetric({ mix }: Life, metric: MetricRequest): void {
  if (!['sum_agg', 'unique_count_agg', 'weighted_sum_agg'].includes(metric.aggregation_type)) return;
  if (mix.chance(0.8)) metric.recurring = true;
}

/** Applies a coupon to a customer, sometimes with its own frequency. */
export function applyCoupon(life: Life, coupon: CouponRequest, customer: CustomerRequest): void {
  const { mix } = life;
  const overrides = mix.chance(0.3) ? { frequency: 'recurring' as const, frequency_duration: mix.int(1, 4) } : {};
  life.do('POST /applied_coupons', {
    applied_coupon: { external_customer_id: customer.external_id, coupon_code: coupon.code, ...overrides },
  });
}

/** Replaces the thresholds of one subscription, or removes its own. */
function changeThresholds(life: Life, running: LifeSubscription[]): void {
  const { mix } = life;
  if (running.length === 0) return;
  const thresholds = mix.chance(0.2) ? [] : randomThresholds(mix);
  life.do(`PUT /subscriptions/${mix.pick(running).external}`, { subscription: { usage_thresholds: thresholds } });
}

const isPositive = (value: unknown): value is number => typeof value === 'number' && value > 0;

/** Subtracts earlier usage and usually counts it again elsewhere: in another group or for another metric. */
function moveUsage(life: Life): void {
  const { mix, sent, metrics } = life;
  const sums = metrics.filter((metric) => metric.aggregation_type === 'sum_agg').map(({ code }) => code);
  const sumEvents = sent.filter(
    ({ code, properties }) => code !== null && sums.includes(code) && isPositive(properties.value),
  );
  if (sumEvents.length === 0) return;
  const from = mix.pick(sumEvents.slice(-8));
  const send = (changes: Partial<EventRequest>) => {
    const event: EventRequest = {
      ...from,
      transaction_id: `tx${++life.transactions}`,
      timestamp: life.now / 1000,
      ...changes,
    };
    sent.push(event);
    life.do('POST /events', { event });
  };
  const { value } = from.properties;
  if (!isPositive(value)) return;
  const takenBack = mix.chance(0.7) ? value : value * 2;
  send({ properties: { ...from.properties, value: -takenBack } });
  if (mix.chance(0.3)) return;
  const target: EventProperties = mix.chance(0.5)
    ? { region: mix.pick(regions) }
    : { tier: mix.pick(['gold', 'free']) };
  send({ code: mix.chance(0.4) ? mix.pick(sums) : from.code, properties: { ...from.properties, value, ...target } });
}

/** Adds a preview, usually of the next invoice. */
function preview(life: Life): void {
  const { mix } = life;
  const kind = mix.pick<PreviewKind>(['next', 'next', 'coming', 'termination', 'change', 'change', 'start']);
  const optionsOf = {
    next: () => ({}),
    coming: () => ({}),
    termination: () => ({ days: mix.pick([0.01, 0.3, 1, 2.5, 6, 12]) }),
    change: () => ({ other: mix.int(0, 99) }),
    start: () => ({ other: mix.int(0, 99), calendar: mix.chance(0.5) }),
  };
  life.do('POST /invoices/preview', undefined, { choose: { kind, nth: mix.int(0, 999), ...optionsOf[kind]() } });
}

/** Adds some of these combinations between two steps of the clock. */
export function combine(life: Life, running: LifeSubscription[], has: Has): void {
  const { mix } = life;
  if (life.thresholds && has('own_thresholds') && mix.chance(0.15)) changeThresholds(life, running);
  if (life.thresholds && has('moving_usage') && mix.chance(0.4)) moveUsage(life);
  if (has('refreshes') && !life.wall && life.drafts && mix.chance(0.4))
    life.do('PUT /invoices/refresh', undefined, { choose: { nth: mix.int(0, 999) } });
  if (life.previews && mix.chance(0.4)) preview(life);
  // Without the tick a draft becomes final late, and takes the coupons of then.
  const mayBeFinalLate = life.wall !== null && life.drafts;
  if (life.moreCoupons.length > 0 && !mayBeFinalLate && mix.chance(0.15))
    applyCoupon(life, mix.pick(life.moreCoupons), mix.pick(life.customers));
}

/** Starts a subscription within a second and returns the beginning of that second for an event. */
export function startWithinSecond(life: Life, has: Has): number | null {
  const { mix } = life;
  if (!has('first_second') || life.wall || !mix.chance(0.2)) return null;
  life.to(life.now - (life.now % 1000) + 1000 + mix.int(1, 999));
  return Math.floor(life.now / 1000);
}
