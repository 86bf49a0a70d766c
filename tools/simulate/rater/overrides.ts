// Plans of one subscription, and how new prices of the plan affect them (catalog, section 3.3; subscriptions, section
// 3.6).
import type { FilterRequest, PlanChanges, PlanOverrides, Properties } from '../requests.ts';
import type { Subscription } from './model.ts';
import type { Charge, Plan } from './catalog.ts';
import type { State } from './state.ts';

/** The charge of an id in a call. */
type ChargeBy = (id: string) => Charge;

/** Exact equality, ignoring the order of members. */
const isSame = (a: unknown, b: unknown) => JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, inOrder(one)]),
  );
}

/** Copies a plan for one subscription: without taxes and commitment. */
export function copyOf(
  plan: Plan,
  { amount_cents: amountCents = plan.amountCents, charges = [] }: PlanOverrides,
  chargeBy: ChargeBy,
): Plan {
  const overrides = new Map(charges.map((one) => [chargeBy(one.id), one]));
  const copied = plan.charges.map((charge): Charge => ({
    ...charge,
    parent: charge,
    properties: overrides.get(charge)?.properties ?? charge.properties,
    filters: overrides.get(charge)?.filters ?? charge.filters,
    taxes: [],
  }));
  return { ...plan, parent: plan, amountCents, taxes: [], commitmentCents: 0, commitmentTaxes: [], charges: copied };
}

/** Overrides a price of one subscription; the first override copies the plan. @returns the charge */
export function overrideCharge(
  subscription: Subscription,
  code: string,
  { properties }: { properties: Properties },
): Charge | undefined {
  const chargeOf = () => subscription.plan.charges.find(({ metric }) => metric.code === code);
  const original = chargeOf();
  if (!original) return undefined;
  if (!subscription.plan.parent) subscription.plan = copyOf(subscription.plan, {}, () => original);
  const charge = chargeOf();
  if (charge) charge.properties = properties;
  return charge;
}

/** Group keys apply to every copy, whatever its prices. */
function withKeysOf({ pricing_group_keys: keys }: Properties, properties: Properties): Properties {
  const copied: Properties = { ...properties, pricing_group_keys: keys };
  if (!keys) delete copied.pricing_group_keys;
  return copied;
}

/** Prices of a charge. */
interface Prices {
  properties: Properties;
  filters: FilterRequest[];
}

function spreadPrices(copy: Charge, old: Prices, fresh: Prices): void {
  copy.properties = isSame(copy.properties, old.properties)
    ? fresh.properties
    : withKeysOf(fresh.properties, copy.properties);
  copy.filters = copy.filters.map((filter) => {
    const [before, after] = [old, fresh].map(({ filters }) =>
      filters.find(({ values }) => isSame(values, filter.values)),
    );
    if (!before || !after || isSame(before.properties, after.properties)) return filter;
    const { properties } = filter;
    const unchanged = isSame(properties, before.properties);
    return { ...filter, properties: unchanged ? after.properties : withKeysOf(after.properties, properties) };
  });
}

/**
 * Sets a new amount and prices of a plan, and with `cascade` those of its unchanged copies.
 * @returns the copies with a changed amount
 */
export function reprice(
  world: State,
  plan: Plan,
  { amount_cents: amount, charges = [], cascade_updates: cascade }: PlanChanges,
  chargeBy: ChargeBy,
): Plan[] {
  const users = world.subscriptions.filter((one) => one.plan.parent === plan);
  const copies = [...new Set(users.map((one) => one.plan))];
  const running = users.filter(({ status }) => status === 'active' || status === 'pending').map((one) => one.plan);
  const cheaper: Plan[] = [];
  if (amount !== undefined) {
    if (cascade)
      for (const copy of copies.filter(({ amountCents }) => amountCents === plan.amountCents)) {
        copy.amountCents = amount;
        cheaper.push(copy);
      }
    plan.amountCents = amount;
  }
  for (const { id, properties, filters = [] } of charges) {
    const charge = chargeBy(id);
    const old = { properties: charge.properties, filters: charge.filters };
    Object.assign(charge, { properties, filters });
    if (!cascade) continue;
    for (const copy of copies.filter((one) => running.includes(one)))
      for (const ownCharge of copy.charges.filter(({ parent }) => parent === charge))
        spreadPrices(ownCharge, old, charge);
  }
  return cheaper;
}
