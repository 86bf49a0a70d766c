// Plans of one subscription, and what new prices of the plan do to them (catalog, section 3.3; subscriptions, section 3.6).

/** Exact, whatever the order of members. */
const same = (a, b) => JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));
function inOrder(value) {
  if (Array.isArray(value)) return value.map(inOrder);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, inOrder(value[key])]),
  );
}

/** A copy of a plan for one subscription: without taxes and commitment. */
export function copyOf(plan, { amount_cents: amountCents = plan.amountCents, charges = [] }, chargeBy) {
  const given = new Map(charges.map((one) => [chargeBy(one.id), one]));
  const copied = plan.charges.map((charge) => ({
    ...charge,
    parent: charge,
    properties: given.get(charge)?.properties ?? charge.properties,
    filters: given.get(charge)?.filters ?? charge.filters,
    taxes: [],
  }));
  return { ...plan, parent: plan, amountCents, taxes: [], commitmentCents: 0, commitmentTaxes: [], charges: copied };
}

/** Gives one subscription a price of its own; the first one makes the copy. @returns the charge */
export function overrideCharge(subscription, code, { properties }) {
  if (!subscription.plan.charges.some(({ metric }) => metric.code === code)) return undefined;
  if (!subscription.plan.parent) subscription.plan = copyOf(subscription.plan, {});
  const own = subscription.plan.charges.find(({ metric }) => metric.code === code);
  own.properties = properties;
  return own;
}

/** Group keys go to every copy, however its prices are. */
function withKeysOf({ pricing_group_keys: keys }, properties) {
  const copied = { ...properties, pricing_group_keys: keys };
  if (!keys) delete copied.pricing_group_keys;
  return copied;
}

function spread(own, old, fresh) {
  own.properties = same(own.properties, old.properties)
    ? fresh.properties
    : withKeysOf(fresh.properties, own.properties);
  own.filters = own.filters.map((filter) => {
    const [before, after] = [old, fresh].map(({ filters }) =>
      filters.find(({ values }) => same(values, filter.values)),
    );
    if (!before || !after || same(before.properties, after.properties)) return filter;
    const { properties } = filter;
    const unchanged = same(properties, before.properties);
    return { ...filter, properties: unchanged ? after.properties : withKeysOf(after.properties, properties) };
  });
}

/**
 * New amount and prices of a plan, and with `cascade` those of its copies that were not changed.
 * @returns the copies whose amount has changed
 */
export function reprice(world, plan, { amount_cents: amount, charges = [], cascade_updates: cascade }, chargeBy) {
  const users = world.subscriptions.filter((one) => one.plan.parent === plan);
  const copies = [...new Set(users.map((one) => one.plan))];
  const running = users.filter(({ status }) => status === 'active' || status === 'pending').map((one) => one.plan);
  const cheaper = [];
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
      for (const own of copy.charges.filter(({ parent }) => parent === charge)) spread(own, old, charge);
  }
  return cheaper;
}
