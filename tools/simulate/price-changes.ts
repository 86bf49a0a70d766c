// Prices of one subscription, and new prices of plans with or without a cascade.
import { otherProperties } from './catalog.ts';
import type { Has } from './dimensions.ts';
import type { ChargeRequest, PlanOverrides, PlanRequest } from './requests.ts';
import type { Life, LifeSubscription } from './life-state.ts';
import type { Random } from './random.ts';

/** @param reference `{{code}}` */
const nameIn = (reference: string) => /\w+/.exec(reference)?.[0] ?? reference;
const codeOf = (charge: ChargeRequest) => nameIn(charge.billable_metric_id);
const nameOf = (plan: PlanRequest, charge: ChargeRequest) => `${plan.code}_${codeOf(charge)}`;

/** Names under which a plan's charge ids are saved. */
export const chargeNames = (plan: PlanRequest): Record<string, string> =>
  Object.fromEntries(plan.charges.map((charge, i) => [nameOf(plan, charge), `plan.charges.${i}.svc_id`]));

/** `plan_overrides` of a new subscription. */
export function randomOverrides(life: Life, plan: PlanRequest, has: Has): PlanOverrides {
  const { more } = life;
  const charges = more.some(plan.charges, 0.4).map((charge) => ({
    id: `{{${nameOf(plan, charge)}}}`,
    properties: otherProperties(life, charge, has),
  }));
  return {
    ...(more.chance(0.4) || charges.length === 0 ? { amount_cents: more.int(1, 40000) } : {}),
    ...(charges.length > 0 ? { charges } : {}),
  };
}

/** Changes the prices of a plan, with or without its copies, or of one running subscription. */
export function changePrices(life: Life, running: LifeSubscription[], has: Has): void {
  const { more } = life;
  if (more.chance(0.3) && running.length > 0) overrideSubscription(life, more.pick(running), has);
  else changePlanPrices(life, more.pick(life.plans), has);
}

function overrideSubscription(life: Life, subscription: LifeSubscription, has: Has): void {
  if (subscription.changed) return; // its present plan is unknown here
  const charges = subscription.plan.charges.filter((charge) => charge.min_amount_cents === undefined);
  if (charges.length === 0) return;
  const charge = life.more.pick(charges);
  life.do(`PUT /subscriptions/${subscription.external}/charges/${codeOf(charge)}`, {
    charge: { properties: otherProperties(life, charge, has) },
  });
}

function changePlanPrices(life: Life, plan: PlanRequest, has: Has): void {
  const { more } = life;
  if (plan.charges.length === 0) return;
  for (const charge of plan.charges) {
    if (more.chance(0.5)) charge.properties = otherProperties(life, charge, has);
    for (const filter of charge.filters ?? [])
      if (more.chance(0.4)) filter.properties = otherProperties(life, charge, has);
  }
  const amount = has('price_changes') && more.chance(0.3) ? more.int(1, 40000) : undefined;
  if (amount !== undefined) plan.amount_cents = amount;
  const charges = plan.charges.map((charge) => ({ id: `{{${nameOf(plan, charge)}}}`, ...structuredClone(charge) }));
  life.do(`PUT /plans/${plan.code}`, {
    plan: {
      ...(amount === undefined ? {} : { amount_cents: amount }),
      charges,
      ...(more.chance(0.7) ? { cascade_updates: true } : {}),
    },
  });
}

/** Sets a new price, often close to another plan's. */
export function reprice(life: Life, plan: PlanRequest): void {
  const { random } = life;
  const amount = random.chance(0.5)
    ? random.int(1, 40000)
    : Math.max(0, random.pick(life.plans).amount_cents + random.int(-1, 1));
  plan.amount_cents = amount;
  life.do(`PUT /plans/${plan.code}`, { plan: { amount_cents: amount } });
}

/** Changes the units of a fixed charge, for one subscription or a plan. */
export function changeUnits(life: Life, running: LifeSubscription[], random: Random = life.random): void {
  const fixed = life.plans.flatMap((plan) =>
    (plan.fixed_charges ?? []).map((charge) => ({ plan, charge, code: nameIn(charge.add_on_id) })),
  );
  if (fixed.length === 0) return;
  const { plan, charge, code } = random.pick(fixed);
  const subscribers = running.filter((one) => one.plan === plan);
  const units = random.pick([0, charge.units, random.int(0, 30), charge.units + random.int(1, 5)]);
  // The reference does not define which of several simultaneous invoices takes a credit first.
  const alone = new Set(life.subscriptions.map(({ customer }) => customer)).size === life.subscriptions.length;
  const body = { units, apply_units_immediately: random.chance(0.6) };
  if (subscribers.length > 0 && random.chance(0.6))
    life.do(`PUT /subscriptions/${random.pick(subscribers).external}/fixed_charges/${code}`, { fixed_charge: body });
  else if (alone || !body.apply_units_immediately) {
    charge.units = units;
    life.do(`PUT /plans/${plan.code}/fixed_charges/${code}`, {
      fixed_charge: { ...body, charge_model: charge.charge_model, properties: charge.properties },
    });
  }
}
