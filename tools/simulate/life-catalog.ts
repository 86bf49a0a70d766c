// The catalog of a random life.
import type { Has } from './dimensions.ts';
import { randomCoupon, randomMetric, randomPlan } from './catalog.ts';
import { mixTaxes, mixedTaxes, moreCoupons, recurringMetric, splitPlan } from './combinations.ts';
import { chainPlan, plansOfChains, prorateMetric } from './chains.ts';
import { fixInAdvance } from './crossings.ts';
import type { Life } from './life-state.ts';
import { chargeNames } from './price-changes.ts';

/** Writes the catalog of a life: taxes, metrics, add-ons, plans and coupons. */
export function writeCatalog(life: Life, has: Has): void {
  const { random } = life;
  for (let i = random.pick([0, 1, 1, 2, 2]); i > 0; i--) {
    const tax = {
      name: `Tax ${i}`,
      code: `t${i}`,
      rate: random.pick([20, 5.5, 10, 19, 7.7]),
      applied_to_organization: random.chance(0.6),
    };
    life.taxes.push(tax);
    life.do('POST /taxes', { tax });
  }
  life.metrics = Array.from({ length: random.int(1, 4) }, (_, i) => randomMetric(random, i + 1, life.wall !== null));
  if (life.recurring) for (const metric of life.metrics) recurringMetric(life, metric);
  if (life.chains) for (const metric of life.metrics) prorateMetric(life.chains, metric);
  for (const metric of life.metrics)
    life.do(
      'POST /billable_metrics',
      { billable_metric: metric },
      { save: { [metric.code]: 'billable_metric.svc_id' } },
    );
  life.addOns =
    has('fixed_charges') && !life.cascades
      ? [1, 2].map((i) => ({
          name: `Add-on ${i}`,
          code: `a${i}`,
          amount_cents: 100,
          amount_currency: life.currency,
          ...mixedTaxes(life, has),
        }))
      : [];
  for (const addOn of life.addOns)
    life.do('POST /add_ons', { add_on: addOn }, { save: { [addOn.code]: 'add_on.svc_id' } });
  life.advance = has('advance_events') && random.chance(0.3) && !life.thresholds;
  const more = (life.thresholds && has('threshold_advance')) || (life.recurring && !life.thresholds);
  life.advance ||= more && has('advance_events') && life.mix.chance(0.3);
  life.advance ||= has('advance_events') && !life.thresholds && (life.crossings?.chance(0.35) ?? false);
  life.advanceMixes = life.advance && has('advance_mixes') && !life.wall && life.mix.chance(0.5);
  const plans = Math.max(random.int(1, 3), life.chains ? plansOfChains : 0);
  life.plans = Array.from({ length: plans }, (_, i) => randomPlan(random, i + 1, life, has));
  if (life.splits) for (const plan of life.plans) splitPlan(life, plan, has);
  const { chains, crossings, unitDays } = life;
  if (chains) for (const [place, plan] of life.plans.entries()) chainPlan(life, plan, place, chains);
  const around = crossings ?? unitDays;
  if (around && !chains) for (const plan of life.plans) fixInAdvance(life, plan, around);
  for (const plan of life.plans) mixTaxes(life, plan, has);
  for (const plan of life.plans)
    life.do('POST /plans', { plan: structuredClone(plan) }, life.cascades ? { save: chargeNames(plan) } : {});
  life.coupons =
    has('coupons') && (!life.advance || life.advanceMixes) && random.chance(0.3) ? [randomCoupon(random, 1, life)] : [];
  life.moreCoupons = moreCoupons(life, has);
  for (const coupon of [...life.coupons, ...life.moreCoupons]) life.do('POST /coupons', { coupon });
}
