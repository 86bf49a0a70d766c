// Calls about taxes, metrics, add-ons, plans and coupons (catalog; invoices, section 5.2; subscriptions, section 9.4).
import type {
  AddOnRequest,
  AppliedCouponRequest,
  ChargeRequest,
  CouponRequest,
  FixedChargeRequest,
  MetricRequest,
  PlanChanges,
  PlanRequest,
  TaxRequest,
  UnitsRequest,
} from '../requests.ts';
import type { Calls } from './calls.ts';
import * as lifecycle from './lifecycle.ts';
import type { Charge, Coupon, Customer, FixedCharge, Metric, Plan } from './catalog.ts';
import { reprice } from './overrides.ts';
import { rational } from './rational.ts';
import { need } from './impossible.ts';
import type { State } from './state.ts';

/** Whether a limited coupon has a target in common with another coupon of the customer (invoices, section 5.2). */
function overlaps(world: State, customer: Customer, coupon: Coupon): boolean {
  const metricsOf = ({ metrics, plans }: Coupon) => [
    ...metrics,
    ...plans.flatMap((code) => need(world.plans.get(code), 'plan').charges.map(({ metric }) => metric.code)),
  ];
  const share = (a: string[], b: string[]) => a.some((one) => b.includes(one));
  return customer.coupons.some(
    (other) =>
      other.status === 'active' &&
      (share(coupon.plans, other.plans) ||
        share(coupon.metrics, metricsOf(other)) ||
        share(other.metrics, metricsOf(coupon))),
  );
}

/** Sets new units for all subscriptions without their own (charges, section 5.2). */
function setUnitsOfPlan(
  world: State,
  plan: Plan,
  fixed: FixedCharge,
  { units, apply_units_immediately: immediately }: UnitsRequest,
): void {
  if (fixed.units === units) return;
  fixed.units = units;
  for (const subscription of world.subscriptions) {
    if (subscription.plan === plan && subscription.status === 'active' && !subscription.ownUnits.has(fixed))
      lifecycle.changeUnits(world, subscription, fixed, units, immediately);
  }
}

const chargeOf = (world: State, c: ChargeRequest): Charge => ({
  metric: world.saved.metrics.need(c.billable_metric_id),
  model: c.charge_model,
  properties: c.properties,
  filters: c.filters ?? [],
  minAmountCents: c.min_amount_cents ?? 0,
  prorated: c.prorated === true,
  inAdvance: c.pay_in_advance === true,
  invoiceable: c.invoiceable !== false,
  taxes: world.taxesBy(c.tax_codes),
});

const fixedChargeOf = (world: State, f: FixedChargeRequest): FixedCharge => ({
  addOn: world.saved.addOns.need(f.add_on_id).code,
  model: f.charge_model,
  properties: f.properties,
  units: f.units,
  prorated: f.prorated === true,
  inAdvance: f.pay_in_advance === true,
  taxes: world.taxesBy(f.tax_codes),
});

export const catalogCalls: Calls = {
  'POST taxes'(world, { tax }: { tax: TaxRequest }) {
    world.taxes.set(tax.code, {
      code: tax.code,
      rate: rational(tax.rate),
      everywhere: tax.applied_to_organization === true,
    });
  },

  'POST billable_metrics'(world, { billable_metric: m }: { billable_metric: MetricRequest }, _id, step) {
    const metric: Metric = {
      code: m.code,
      aggregation: m.aggregation_type,
      field: m.field_name,
      recurring: m.recurring === true,
      rounding: m.rounding_function ?? null,
      roundingPrecision: m.rounding_precision ?? null,
      filterValues: Object.fromEntries((m.filters ?? []).map(({ key, values }) => [key, values])),
    };
    world.metrics.set(m.code, metric);
    world.saved.metrics.save(step, metric);
  },

  'POST add_ons'(world, { add_on: addOn }: { add_on: AddOnRequest }, _id, step) {
    world.addOns.set(addOn.code, addOn);
    world.saved.addOns.save(step, addOn);
  },

  'POST plans'(world, { plan: p }: { plan: PlanRequest }, _id, step) {
    const charges = (p.charges ?? []).map((c) => chargeOf(world, c));
    const fixedCharges = (p.fixed_charges ?? []).map((f) => fixedChargeOf(world, f));
    for (const [name, where] of Object.entries(step.save ?? {}))
      world.saved.charges.set(name, need(charges[Number(where.split('.')[2])], `charge at ${where}`));
    world.plans.set(p.code, {
      code: p.code,
      interval: p.interval,
      inAdvance: p.pay_in_advance,
      amountCents: p.amount_cents,
      currency: p.amount_currency,
      thresholds: p.usage_thresholds ?? [],
      trialDays: p.trial_period ?? 0,
      billChargesMonthly: p.bill_charges_monthly === true,
      billFixedMonthly: p.bill_fixed_charges_monthly === true,
      commitmentCents: p.minimum_commitment?.amount_cents ?? 0,
      commitmentTaxes: world.taxesBy(p.minimum_commitment?.tax_codes),
      taxes: world.taxesBy(p.tax_codes),
      charges,
      fixedCharges,
    });
  },

  /** A new price applies to the next computed fee (subscriptions, section 9.4). */
  'PUT plans'(
    world,
    { plan: changes = {}, fixed_charge: units }: { plan?: PlanChanges; fixed_charge?: UnitsRequest },
    code,
    step,
  ) {
    const plan = need(world.plans.get(code), 'plan');
    if (units) {
      const fixed = plan.fixedCharges.find((one) => one.addOn === step.do.split('/').at(-1));
      if (!fixed) return 404;
      return setUnitsOfPlan(world, plan, fixed, units);
    }
    const copies = reprice(world, plan, changes, (id) => world.saved.charges.need(id));
    // A plan that no subscription has had takes its monthly billing from the request, which names no interval (catalog,
    // section 3.2).
    if (!world.subscriptions.some((one) => one.plan === plan))
      Object.assign(plan, { billChargesMonthly: false, billFixedMonthly: false });
    if (changes.amount_cents !== undefined)
      for (const repricedPlan of [plan, ...copies]) lifecycle.reviewScheduledChanges(world, repricedPlan);
  },

  'POST coupons'(world, { coupon: c }: { coupon: CouponRequest }) {
    world.coupons.set(c.code, {
      code: c.code,
      type: c.coupon_type,
      frequency: c.frequency,
      periods: c.frequency_duration ?? Infinity,
      rate: c.percentage_rate,
      amount: c.amount_cents === undefined ? null : rational(c.amount_cents),
      currency: c.amount_currency,
      plans: c.applies_to?.plan_codes ?? [],
      metrics: c.applies_to?.billable_metric_codes ?? [],
    });
  },

  'POST applied_coupons'(world, { applied_coupon: a }: { applied_coupon: AppliedCouponRequest }) {
    const customer = need(world.customers.get(a.external_customer_id), 'customer');
    const coupon = need(world.coupons.get(a.coupon_code), 'coupon');
    if (overlaps(world, customer, coupon)) return 405;
    const couponTerms = {
      frequency: a.frequency ?? coupon.frequency,
      periods: a.frequency_duration ?? coupon.periods,
    };
    customer.coupons.push({
      ...coupon,
      ...couponTerms,
      remaining: coupon.amount,
      status: 'active',
      place: world.places++,
    });
  },
};
