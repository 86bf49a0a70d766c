// Calls about customers, subscriptions and events.
import type {
  CustomerRequest,
  EventRequest,
  Properties,
  ProviderRequest,
  SubscriptionRequest,
  UnitsRequest,
} from '../requests.ts';
import { chargeInAdvance } from './advance.ts';
import type { Call, Calls } from './calls.ts';
import { replanUnits } from './fixed-units.ts';
import { need } from './impossible.ts';
import * as lifecycle from './lifecycle.ts';
import type { Subscription, UsageEvent } from './model.ts';
import type { Customer } from './catalog.ts';
import { rescheduleAfterMove } from './moves.ts';
import { copyOf, overrideCharge } from './overrides.ts';
import { yearlyAmount } from './plan-fee.ts';
import { setMethod } from './provider-payments.ts';
import { rational } from './rational.ts';
import type { State } from './state.ts';
import { checkThresholds } from './thresholds.ts';
import { beginWaiting } from './waiting-starts.ts';
import { rescheduleRules } from './top-up-rules.ts';

/** A change of one subscription has one of these. */
interface SubscriptionChange {
  charge?: { properties: Properties };
  fixed_charge?: UnitsRequest;
  subscription?: Required<Pick<SubscriptionRequest, 'usage_thresholds'>>;
}

/** A list replaces the previous one; an empty list restores the plan's (charges, section 7.1). */
function setThresholds(
  world: State,
  id: string,
  active: Subscription | undefined,
  { usage_thresholds: thresholds }: Required<Pick<SubscriptionRequest, 'usage_thresholds'>>,
): number {
  const all = world.subscriptions.filter((one) => one.externalId === id);
  const target = active ?? (all.length === 1 ? all[0] : undefined);
  if (!target) return 404;
  target.ownThresholds = thresholds;
  checkThresholds(world, target);
  return 200;
}

const newCustomer = (externalId: string): Customer => ({
  externalId,
  tz: null,
  grace: 0,
  taxes: [],
  coupons: [],
  method: null,
});

/** An event, and the key under which a second one is a repetition; null if the service refuses it. */
function eventOf(world: State, e: EventRequest): { key: string; event: Omit<UsageEvent, 'arrival'> } | null {
  const blank = (value: unknown) => value === undefined || value === null || String(value).trim() === '';
  const { code, timestamp } = e;
  if (blank(e.transaction_id) || code === null || blank(code)) return null;
  if (timestamp !== undefined && timestamp !== null && !/^\d+(\.\d+)?$/.test(String(timestamp))) return null;
  const event = {
    subscription: e.external_subscription_id,
    code,
    at: timestamp === undefined || timestamp === null ? world.now : Number(rational(timestamp).times(1000n).floor()),
    transaction: e.transaction_id,
    properties: e.properties ?? {},
    price: e.precise_total_amount_cents,
  };
  return { key: JSON.stringify([e.external_subscription_id, e.transaction_id]), event };
}

const lastWord = (call: Call) => call.do.split('/').at(-1) ?? '';

export const subscriptionCalls: Calls = {
  'POST customers'(world, { customer: c }: { customer: CustomerRequest }) {
    const customer = world.customers.get(c.external_id) ?? newCustomer(c.external_id);
    const before = world.tzOf(customer);
    if (c.timezone !== undefined) customer.tz = c.timezone;
    if (before !== world.tzOf(customer)) {
      rescheduleAfterMove(world, customer, before);
      replanUnits(world, customer);
      rescheduleRules(world, customer);
    }
    if (c.tax_codes) customer.taxes = world.taxesBy(c.tax_codes);
    if (c.billing_configuration) customer.grace = c.billing_configuration.invoice_grace_period ?? 0;
    world.customers.set(c.external_id, customer);
  },

  'POST payment_providers'() {},

  'PUT customers'(world, { payment_provider: link }: { payment_provider: ProviderRequest }, id) {
    setMethod(world, need(world.customers.get(id), 'customer'), need(link.provider_method_id, 'method'));
  },

  'DELETE customers'(world, _body, id) {
    const customer = need(world.customers.get(id), 'customer');
    lifecycle.deleteCustomer(world, customer);
    world.customers.delete(id);
  },

  'POST subscriptions'(world, { subscription: s }: { subscription: SubscriptionRequest }) {
    const customer = need(world.customers.get(s.external_customer_id), 'customer');
    const parent = need(world.plans.get(s.plan_code), 'plan');
    const chargeBy = (id: string) => world.saved.charges.need(id);
    const plan = s.plan_overrides ? copyOf(parent, s.plan_overrides, chargeBy) : parent;
    const current = world.subscriptions.find(
      (one) =>
        one.customer === customer &&
        one.externalId === s.external_id &&
        (one.status === 'active' || (one.status === 'pending' && !one.predecessor)),
    );
    if (current) {
      if (current.plan === plan) return undefined;
      if (current.status === 'pending') current.plan = plan;
      else if (yearlyAmount(plan) >= yearlyAmount(current.plan)) lifecycle.upgrade(world, current, plan);
      else lifecycle.scheduleDowngrade(world, current, plan);
      return undefined;
    }
    const fields = {
      customer,
      plan,
      externalId: s.external_id,
      billingTime: s.billing_time ?? 'calendar',
      subscriptionAt: s.subscription_at ? Date.parse(s.subscription_at) : world.now,
      endingAt: s.ending_at ? Date.parse(s.ending_at) : null,
      ownThresholds: s.usage_thresholds ?? [],
    };
    if (s.activation_rules) return beginWaiting(world, fields);
    const created = lifecycle.begin(world, fields);
    // New thresholds are checked at once (charges, section 7.1): a price may have a flat amount without usage.
    if (s.usage_thresholds) checkThresholds(world, created);
    return undefined;
  },

  'PUT subscriptions'(world, { charge, fixed_charge: change, subscription }: SubscriptionChange, id, call) {
    const active = world.subscriptions.find((one) => one.externalId === id && one.status === 'active');
    if (subscription) return setThresholds(world, id, active, subscription);
    if (charge) return active && overrideCharge(active, lastWord(call), charge) ? 200 : 404;
    const fixed = active?.plan.fixedCharges.find((one) => one.addOn === lastWord(call));
    if (!active || !fixed || !change) return 404;
    active.ownUnits.add(fixed);
    lifecycle.changeUnits(world, active, fixed, change.units, change.apply_units_immediately);
  },

  'DELETE subscriptions'(world, _body, id, call) {
    const status = call.do.includes('status=pending') ? 'pending' : 'active';
    const target = world.subscriptions.find((one) => one.externalId === id && one.status === status);
    if (!target) return 404;
    if (status === 'pending') target.status = 'canceled';
    else lifecycle.terminate(world, target, world.now);
  },

  'POST events'(world, body: { event: EventRequest } | { events: EventRequest[] }, id) {
    const sentEvents = 'events' in body ? body.events : [body.event];
    if (sentEvents.length === 0 || sentEvents.length > 100) return 422;
    const events = sentEvents.flatMap((event) => eventOf(world, event) ?? []);
    if (events.length < sentEvents.length) return 422;
    const keys = new Set<string>();
    for (const { key, event } of events) {
      const repeated = world.acceptedEventKeys.has(key) || (id === 'batch' && keys.has(event.transaction));
      if (repeated) return 422;
      keys.add(event.transaction);
    }
    for (const { key, event } of events) {
      world.acceptedEventKeys.add(key);
      const stored = { ...event, arrival: world.arrivals++ };
      world.events.push(stored);
      chargeInAdvance(world, stored);
      lifecycle.refreshUsage(world, event.subscription);
    }
  },
};
