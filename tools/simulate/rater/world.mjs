// The calls of a life as the reference describes their effects, on plain objects in memory.
import { localDay, utcDay } from './calendar.mjs';
import { chargeInAdvance } from './advance.mjs';
import { yearlyAmount } from './plan-fee.mjs';
import { rational } from './rational.mjs';
import * as lifecycle from './lifecycle.mjs';
import { moved } from './moves.mjs';
import { copyOf, overrideCharge, reprice } from './overrides.mjs';
import { retime } from './top-up-rules.mjs';
import { walletCalls } from './wallet-calls.mjs';
import { chosenCall, correctionCalls } from './correction-calls.mjs';

/** A history that refers to what is not there: no life, only a rest of one. */
export class Impossible extends Error {}

const need = (value, what) => {
  if (value === undefined) throw new Impossible(`No such ${what}`);
  return value;
};
/** What is billed on a voided invoice is billed no more. */
const isLive = ({ status }) => status !== 'voided';
const variable = (text) => /^\{\{(\w+)\}\}$/.exec(text)?.[1];

export class World {
  constructor(organization = {}) {
    this.tz = organization.timezone ?? 'UTC';
    this.currency = organization.default_currency ?? 'EUR';
    this.taxes = new Map();
    this.metrics = new Map();
    this.addOns = new Map();
    this.plans = new Map();
    this.coupons = new Map();
    this.customers = new Map();
    this.subscriptions = [];
    this.events = [];
    this.seen = new Set();
    this.invoices = [];
    /** Fees that are on no invoice (charges, section 3.7). */
    this.looseFees = [];
    this.creditNotes = [];
    this.wallets = [];
    this.levels = new Map();
    /** High-water marks of charges in advance. */
    this.marks = new Map();
    this.saved = new Map();
    /** What fell due, and when. */
    this.log = [];
    this.arrivals = 0;
    this.unitOrder = 0;
    this.places = 0;
  }

  /** Does all that falls due until an instant, in its order. */
  advance(to) {
    lifecycle.advance(this, to);
    this.now = to;
  }

  /** @returns the status that the call must answer */
  call(step) {
    const [method, path] = step.do.split(' ');
    const [resource, id] = path.slice(1).split('?')[0].split('/');
    const name = `${method} ${resource}`;
    const handler = this[name] ?? walletCalls[name] ?? correctionCalls[name];
    if (!handler) throw new Error(`The rater does not know ${step.do}`);
    const status = handler.call(this, structuredClone(step.body), id, step) ?? 200;
    return status;
  }

  /** The call that a step comes to, which may be about what time has made; null for one that is about nothing. */
  callOf(step) {
    return step.choose ? chosenCall(this, step) : step;
  }

  tzOf(customer) {
    return customer.tz ?? this.tz;
  }
  taxesBy(codes) {
    return (codes ?? []).map((code) => need(this.taxes.get(code), `tax ${code}`));
  }
  save(step, value) {
    for (const name of Object.keys(step.save ?? {})) this.saved.set(name, value);
  }
  reference(text) {
    return need(this.saved.get(variable(text)), text);
  }
  invoicesOf(subscription) {
    return this.invoices.filter(
      (invoice) => isLive(invoice) && invoice.parts.some((part) => part.subscription === subscription),
    );
  }
  feesOf(subscription, but) {
    return this.invoicesOf(subscription)
      .filter((invoice) => invoice !== but && !invoice.progressive)
      .flatMap((invoice) => invoice.fees)
      .concat(this.looseFees)
      .filter((fee) => fee.subscription === subscription);
  }
  /** Of invoices that were made before one, or, for a part that is on none yet, of all. */
  feesBefore(subscription, invoice) {
    const place = this.invoices.indexOf(invoice);
    const earlier = place === -1 ? this.invoices : this.invoices.slice(0, place);
    return earlier
      .filter(isLive)
      .flatMap(({ fees }) => fees)
      .filter((fee) => fee.subscription === subscription);
  }
  /** Whether an invoice was ever made for a subscription, also one that is voided. */
  wasBilled(subscription) {
    return this.invoices.some(({ parts }) => parts.some((part) => part.subscription === subscription));
  }
  /** Whether a plan fee was ever made, also one that is voided: a void bills nothing again by itself (invoices, section 9.8). */
  hadPlanFee(subscription) {
    return this.invoices.some(({ fees }) =>
      fees.some((fee) => fee.subscription === subscription && fee.type === 'subscription'),
    );
  }
  planFees(subscription) {
    return this.feesOf(subscription).filter((fee) => fee.type === 'subscription');
  }

  'POST taxes'({ tax }) {
    this.taxes.set(tax.code, {
      code: tax.code,
      rate: rational(tax.rate),
      everywhere: tax.applied_to_organization === true,
    });
  }

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
  }

  'POST add_ons'({ add_on: addOn }, _id, step) {
    this.addOns.set(addOn.code, addOn);
    this.save(step, addOn);
  }

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
  }

  /** A price counts from the next fee that is computed (subscriptions, section 9.4). */
  'PUT plans'({ plan: changes, fixed_charge: units }, code, step) {
    const plan = need(this.plans.get(code), 'plan');
    if (units) return this.unitsOfPlan(plan, step.do.split('/').at(-1), units);
    const copies = reprice(this, plan, changes, (id) => this.reference(id));
    // The months of a plan that nobody has had are those of the request, which names no interval (catalog, section 3.2).
    if (!this.subscriptions.some((one) => one.plan === plan))
      Object.assign(plan, { billChargesMonthly: false, billFixedMonthly: false });
    if (changes.amount_cents !== undefined) for (const one of [plan, ...copies]) lifecycle.repriced(this, one);
  }

  /** New units for all that have none of their own (charges, section 5.2). */
  unitsOfPlan(plan, code, { units, apply_units_immediately: immediately }) {
    const fixed = plan.fixedCharges.find((one) => one.addOn === code);
    if (!fixed) return 404;
    if (fixed.units === units) return undefined;
    fixed.units = units;
    for (const one of this.subscriptions) {
      if (one.plan === plan && one.status === 'active' && !one.ownUnits.has(fixed))
        lifecycle.changeUnits(this, one, fixed, units, immediately);
    }
    return undefined;
  }

  'PUT subscriptions'({ charge, fixed_charge: fixedCharge }, id, step) {
    const found = this.subscriptions.find((one) => one.externalId === id && one.status === 'active');
    if (charge) return found && overrideCharge(found, step.do.split('/').at(-1), charge) ? 200 : 404;
    const { units, apply_units_immediately: immediately } = fixedCharge;
    const fixed = found?.plan.fixedCharges.find((one) => one.addOn === step.do.split('/').at(-1));
    if (!fixed) return 404;
    found.ownUnits.add(fixed);
    lifecycle.changeUnits(this, found, fixed, units, immediately);
  }

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
  }

  'POST applied_coupons'({ applied_coupon: a }) {
    const customer = need(this.customers.get(a.external_customer_id), 'customer');
    const coupon = need(this.coupons.get(a.coupon_code), 'coupon');
    customer.coupons.push({ ...coupon, remaining: coupon.amount, status: 'active', place: this.places++ });
  }

  'POST customers'({ customer: c }) {
    const customer = this.customers.get(c.external_id) ?? {
      externalId: c.external_id,
      tz: null,
      grace: 0,
      taxes: [],
      coupons: [],
    };
    const before = this.tzOf(customer);
    if (c.timezone !== undefined) customer.tz = c.timezone;
    if (before !== this.tzOf(customer)) {
      moved(this, customer, before);
      retime(this, customer);
    }
    if (c.tax_codes) customer.taxes = this.taxesBy(c.tax_codes);
    if (c.billing_configuration) customer.grace = c.billing_configuration.invoice_grace_period ?? 0;
    this.customers.set(c.external_id, customer);
  }

  'DELETE customers'(_body, id) {
    const customer = need(this.customers.get(id), 'customer');
    lifecycle.forget(this, customer);
    this.customers.delete(id);
  }

  'POST subscriptions'({ subscription: s }) {
    const customer = need(this.customers.get(s.external_customer_id), 'customer');
    const parent = need(this.plans.get(s.plan_code), 'plan');
    const plan = s.plan_overrides ? copyOf(parent, s.plan_overrides, (id) => this.reference(id)) : parent;
    const current = this.subscriptions.find(
      (one) =>
        one.customer === customer &&
        one.externalId === s.external_id &&
        (one.status === 'active' || (one.status === 'pending' && !one.predecessor)),
    );
    if (current) {
      if (current.plan === plan) return;
      if (current.status === 'pending') current.plan = plan;
      else if (yearlyAmount(plan) >= yearlyAmount(current.plan)) lifecycle.upgrade(this, current, plan);
      else lifecycle.scheduleDowngrade(this, current, plan);
      return;
    }
    lifecycle.begin(this, {
      customer,
      plan,
      externalId: s.external_id,
      billingTime: s.billing_time ?? 'calendar',
      subscriptionAt: s.subscription_at ? Date.parse(s.subscription_at) : this.now,
      endingAt: s.ending_at ? Date.parse(s.ending_at) : null,
    });
  }

  'DELETE subscriptions'(_body, id, step) {
    const pending = step.do.includes('status=pending');
    const found = this.subscriptions.find(
      (one) => one.externalId === id && one.status === (pending ? 'pending' : 'active'),
    );
    if (!found) return 404;
    if (pending) found.status = 'canceled';
    else lifecycle.terminate(this, found, this.now);
  }

  'POST events'(body, id) {
    const given = id === 'batch' ? body.events : [body.event];
    if (given.length === 0 || given.length > 100) return 422;
    const events = given.map((event) => this.eventOf(event));
    if (events.includes(null)) return 422;
    const keys = new Set();
    for (const { key, event } of events) {
      const repeated = this.seen.has(key) || (id === 'batch' && keys.has(event.transaction));
      if (repeated) return 422;
      keys.add(event.transaction);
    }
    for (const { key, event } of events) {
      this.seen.add(key);
      const stored = { ...event, arrival: this.arrivals++ };
      this.events.push(stored);
      chargeInAdvance(this, stored);
      lifecycle.refreshUsage(this, event.subscription);
    }
  }

  eventOf(e) {
    const blank = (value) => value === undefined || value === null || String(value).trim() === '';
    if (blank(e.transaction_id) || blank(e.code)) return null;
    if (e.timestamp !== undefined && e.timestamp !== null && !/^\d+(\.\d+)?$/.test(String(e.timestamp))) return null;
    const at =
      e.timestamp === undefined || e.timestamp === null
        ? this.now
        : Math.floor(Number(rational(e.timestamp).times(1000n).floor()));
    const event = {
      subscription: e.external_subscription_id,
      code: e.code,
      at,
      transaction: e.transaction_id,
      properties: e.properties ?? {},
      price: e.precise_total_amount_cents,
    };
    return { key: JSON.stringify([e.external_subscription_id, e.transaction_id]), event };
  }

  /** Local day of the customer on which something happens. */
  dayOf(customer, instant = this.now) {
    return localDay(instant, this.tzOf(customer));
  }
  utcDay() {
    return utcDay(this.now);
  }
}
