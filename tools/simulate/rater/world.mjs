// The calls of a life as the reference describes their effects, on plain objects in memory.
import { localDay, utcDay } from './calendar.mjs';
import { chargeInAdvance } from './advance.mjs';
import { catalogCalls } from './catalog-calls.mjs';
import { need } from './impossible.mjs';
import { yearlyAmount } from './plan-fee.mjs';
import { rational } from './rational.mjs';
import * as lifecycle from './lifecycle.mjs';
import { rescheduleAfterMove } from './moves.mjs';
import { copyOf, overrideCharge } from './overrides.mjs';
import { checkThresholds } from './thresholds.mjs';
import { performDueWork } from './time.mjs';
import { rescheduleRules } from './top-up-rules.mjs';
import { walletCalls } from './wallet-calls.mjs';
import { chosenCall, correctionCalls } from './correction-calls.mjs';

/** Whether an invoice counts as billed: voided ones do not. */
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
    this.acceptedEventKeys = new Set();
    this.invoices = [];
    /** Fees on no invoice (charges, section 3.7). */
    this.uninvoicedFees = [];
    this.creditNotes = [];
    this.wallets = [];
    /** High-water marks of charges in advance. */
    this.marks = new Map();
    this.saved = new Map();
    /** The log of due work: what fell due, and when. */
    this.log = [];
    this.arrivals = 0;
    this.unitOrder = 0;
    this.places = 0;
  }

  /**
   * Plays a step: a clock step, or a call and then its due work.
   * @returns `{ call, status }`, or null without a call
   */
  play(step) {
    if (step.at) return void this.advance(Date.parse(step.at)) ?? null;
    const call = this.callOf(step);
    if (!call) return null;
    const status = this.call(call);
    if (!step.do.includes('/events')) this.advance(this.now);
    return { call, status };
  }

  /** Performs all work that falls due until an instant, in order. */
  advance(to) {
    performDueWork(this, to);
    this.now = to;
  }

  /** @returns the expected status of the call */
  call(step) {
    const [method, path] = step.do.split(' ');
    const [resource, id] = path.slice(1).split('?')[0].split('/');
    const name = `${method} ${resource}`;
    const handler = this[name] ?? catalogCalls[name] ?? walletCalls[name] ?? correctionCalls[name];
    if (!handler) throw new Error(`The rater does not know ${step.do}`);
    const status = handler.call(this, structuredClone(step.body), id, step) ?? 200;
    return status;
  }

  /** The call of a step, chosen now if the step has `choose`; null if no object fits. */
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
  feesOf(subscription, excluded) {
    return this.invoicesOf(subscription)
      .filter((invoice) => invoice !== excluded && !invoice.progressive)
      .flatMap((invoice) => invoice.fees)
      .concat(this.uninvoicedFees)
      .filter((fee) => fee.subscription === subscription);
  }
  /** Fees of earlier invoices than a given one, or of all invoices if the part is not on one yet. */
  feesBefore(subscription, invoice) {
    const place = this.invoices.indexOf(invoice);
    const earlier = place === -1 ? this.invoices : this.invoices.slice(0, place);
    return earlier
      .filter(isLive)
      .flatMap(({ fees }) => fees)
      .filter((fee) => fee.subscription === subscription);
  }
  /** Whether a subscription ever had an invoice, voided ones included. */
  wasBilled(subscription) {
    return this.invoices.some(({ parts }) => parts.some((part) => part.subscription === subscription));
  }
  /**
   * Whether a plan fee ever existed, voided ones included: a void alone bills nothing again (invoices, section 9.8).
   */
  hadPlanFee(subscription) {
    return this.invoices.some(({ fees }) =>
      fees.some((fee) => fee.subscription === subscription && fee.type === 'subscription'),
    );
  }
  planFees(subscription) {
    return this.feesOf(subscription).filter((fee) => fee.type === 'subscription');
  }

  'PUT subscriptions'({ charge, fixed_charge: fixedCharge, subscription }, id, step) {
    const activeSubscription = this.subscriptions.find((one) => one.externalId === id && one.status === 'active');
    if (subscription) return this.setThresholds(id, activeSubscription, subscription.usage_thresholds);
    if (charge)
      return activeSubscription && overrideCharge(activeSubscription, step.do.split('/').at(-1), charge) ? 200 : 404;
    const { units, apply_units_immediately: immediately } = fixedCharge;
    const fixed = activeSubscription?.plan.fixedCharges.find((one) => one.addOn === step.do.split('/').at(-1));
    if (!fixed) return 404;
    activeSubscription.ownUnits.add(fixed);
    lifecycle.changeUnits(this, activeSubscription, fixed, units, immediately);
  }

  /** A list replaces the previous one; an empty list restores the plan's (charges, section 7.1). */
  setThresholds(id, active, thresholds) {
    const all = this.subscriptions.filter((one) => one.externalId === id);
    const target = active ?? (all.length === 1 ? all[0] : undefined);
    if (!target) return 404;
    target.ownThresholds = thresholds;
    checkThresholds(this, target);
    return 200;
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
      rescheduleAfterMove(this, customer, before);
      rescheduleRules(this, customer);
    }
    if (c.tax_codes) customer.taxes = this.taxesBy(c.tax_codes);
    if (c.billing_configuration) customer.grace = c.billing_configuration.invoice_grace_period ?? 0;
    this.customers.set(c.external_id, customer);
  }

  'DELETE customers'(_body, id) {
    const customer = need(this.customers.get(id), 'customer');
    lifecycle.deleteCustomer(this, customer);
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
    const created = lifecycle.begin(this, {
      customer,
      plan,
      externalId: s.external_id,
      billingTime: s.billing_time ?? 'calendar',
      subscriptionAt: s.subscription_at ? Date.parse(s.subscription_at) : this.now,
      endingAt: s.ending_at ? Date.parse(s.ending_at) : null,
      ownThresholds: s.usage_thresholds ?? [],
    });
    // New thresholds are checked at once (charges, section 7.1): a price may have a flat amount without usage.
    if (s.usage_thresholds) checkThresholds(this, created);
  }

  'DELETE subscriptions'(_body, id, step) {
    const pending = step.do.includes('status=pending');
    const target = this.subscriptions.find(
      (one) => one.externalId === id && one.status === (pending ? 'pending' : 'active'),
    );
    if (!target) return 404;
    if (pending) target.status = 'canceled';
    else lifecycle.terminate(this, target, this.now);
  }

  'POST events'(body, id) {
    const sentEvents = id === 'batch' ? body.events : [body.event];
    if (sentEvents.length === 0 || sentEvents.length > 100) return 422;
    const events = sentEvents.map((event) => this.eventOf(event));
    if (events.includes(null)) return 422;
    const keys = new Set();
    for (const { key, event } of events) {
      const repeated = this.acceptedEventKeys.has(key) || (id === 'batch' && keys.has(event.transaction));
      if (repeated) return 422;
      keys.add(event.transaction);
    }
    for (const { key, event } of events) {
      this.acceptedEventKeys.add(key);
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

  /** The customer's local day at an instant. */
  dayOf(customer, instant = this.now) {
    return localDay(instant, this.tzOf(customer));
  }
  utcDay() {
    return utcDay(this.now);
  }
}
