// Calls about taxes, metrics, add-ons, plans and coupons (catalog; invoices, section 5.2; subscriptions, section 9.4).
import * as lifecycle from './lifecycle.mjs';
import { reprice } from './overrides.mjs';
import { rational } from './rational.mjs';
import { need } from './impossible.mjs';

/** Whether a limited coupon has a target in common with another coupon of the customer (invoices, section 5.2). */
function overlaps(world, customer, coupon) {
  const metricsOf = ({ metrics, plans }) => [
    ...metrics,
    ...plans.flatMap((code) => world.plans.get(code).charges.map(({ metric }) => metric.code)),
  ];
  const share = (a, b) => a.some((one) => b.includes(one));
  return customer.coupons.some(
    (other) =>
      other.status === 'active' &&
      (share(coupon.plans, other.plans) ||
        share(coupon.metrics, metricsOf(other)) ||
        share(other.metrics, metricsOf(coupon))),
  );
}

/** Sets new units for all subscriptions without their own (charges, section 5.2). */
function unitsOfPlan(world, plan, code, { units, apply_units_immediately: immediately }) {
  const fixed = plan.fixedCharges.find((one) => one.addOn === code);
  if (!fixed) return 404;
  if (fixed.units === units) return undefined;
  fixed.units = units;
  for (const subscription of world.subscriptions) {
    if (subscription.plan === plan && subscription.status === 'active' && !subscription.ownUnits.has(fixed))
      lifecycle.changeUnits(world, subscription, fixed, units, immediately);
  }
  return undefined;
}

/**
 * The calls by method and resource. Each is called with the world as `this`, and returns its status unless that is 200.
 */
export const catalogCalls = {
  'POST taxes'({ tax }) {
    this.taxes.set(tax.code, {
      code: tax.code,
      rate: rational(tax.rate),
      everywhere: tax.applied_to_organization === true,
    });
  },

  'POST billable_metrics'({ billable_metric: m }, _id, step) {
    const metric = {
      code: m.code,
      aggregation: m.aggregation_type,
      field: m.field_name,
      recurring: m.recurring === true,
      rounding: m.rounding_function ?? null,
      roundingPrecision: m.rounding_precision ?? null,
      filterValues: Object.fromEntries((m.filters ?? []).map(({ key, values }) => [key, values])),
    };
    this.metrics.set(m.code, metric);
    this.save(step, metric);
  },

  'POST add_ons'({ add_on: addOn }, _id, step) {
    this.addOns.set(addOn.code, addOn);
    this.save(step, addOn);
  },

  'POST plans'({ plan: p }, _id, step) {
    const charges = (p.charges ?? []).map((c) => ({
      metric: this.reference(c.billable_metric_id),
      model: c.charge_model,
      properties: c.properties,
      filters: c.filters ?? [],
      minAmountCents: c.min_amount_cents ?? 0,
      prorated: c.prorated === true,
      inAdvance: c.pay_in_advance === true,
      invoiceable: c.invoiceable !== false,
      taxes: this.taxesBy(c.tax_codes),
    }));
    const fixedCharges = (p.fixed_charges ?? []).map((f) => ({
      addOn: this.reference(f.add_on_id).code,
      model: f.charge_model,
      properties: f.properties,
      units: f.units,
      prorated: f.prorated === true,
      inAdvance: f.pay_in_advance === true,
      taxes: this.taxesBy(f.tax_codes),
    }));
    for (const [name, where] of Object.entries(step.save ?? {})) this.saved.set(name, charges[where.split('.')[2]]);
    this.plans.set(p.code, {
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
      commitmentTaxes: this.taxesBy(p.minimum_commitment?.tax_codes),
      taxes: this.taxesBy(p.tax_codes),
      charges,
      fixedCharges,
    });
  },

  /** A new price applies to the next computed fee (subscriptions, section 9.4). */
  'PUT plans'({ plan: changes, fixed_charge: units }, code, step) {
    const plan = need(this.plans.get(code), 'plan');
    if (units) return unitsOfPlan(this, plan, step.do.split('/').at(-1), units);
    const copies = reprice(this, plan, changes, (id) => this.reference(id));
    // A plan that no subscription has had takes its monthly billing from the request, which names no interval (catalog,
    // section 3.2).
    if (!this.subscriptions.some((one) => one.plan === plan))
      Object.assign(plan, { billChargesMonthly: false, billFixedMonthly: false });
    if (changes.amount_cents !== undefined)
      for (const repricedPlan of [plan, ...copies]) lifecycle.reviewScheduledChanges(this, repricedPlan);
  },

  'POST coupons'({ coupon: c }) {
    this.coupons.set(c.code, {
      code: c.code,
      type: c.coupon_type,
      frequency: c.frequency,
      periods: c.frequency_duration ?? null,
      rate: c.percentage_rate,
      amount: c.amount_cents === undefined ? null : rational(c.amount_cents),
      currency: c.amount_currency,
      plans: c.applies_to?.plan_codes ?? [],
      metrics: c.applies_to?.billable_metric_codes ?? [],
    });
  },

  'POST applied_coupons'({ applied_coupon: a }) {
    const customer = need(this.customers.get(a.external_customer_id), 'customer');
    const coupon = need(this.coupons.get(a.coupon_code), 'coupon');
    if (overlaps(this, customer, coupon)) return 405;
    const couponTerms = {
      frequency: a.frequency ?? coupon.frequency,
      periods: a.frequency_duration ?? coupon.periods,
    };
    customer.coupons.push({
      ...coupon,
      ...couponTerms,
      remaining: coupon.amount,
      status: 'active',
      place: this.places++,
    });
    return undefined;
  },
};
