import type { Plan } from '../../../api/records.js';
import { api } from '../../../api/client.js';
import type { components } from '../../../api/schema.js';
import type { Values } from '../../../acts/field.js';
import { useEstimate } from '../../../acts/use-estimate.js';
import { createdPlan, pricedDraft } from '../draft-plan.js';

type Schemas = components['schemas'];
export type PlanDraft = Schemas['PlanCreate'];
export type ChargeDraft = Schemas['ChargeInPlan'] & { code: string };
export type PricedQuantity = Schemas['PricedQuantity'];
export type PricedCharge = Schemas['PricedCharge'];
export type PlanPrices = Schemas['PlanPrices'];
type Pricing = Schemas['PlanPricing'];

/** From the last key to the call. */
export const pauseMs = 300;

/** A form of a plan. @param form whether it makes a plan, or changes it */
export interface PlanForm {
  plan: Plan | null;
  values: Values;
  form: 'create' | 'edit';
}

/**
 * The plan of a form, to price it. Its charges have codes by which the answer names them; its name and its code change
 * no price, so that typing them sends no call.
 */
export function draftOf({ plan, values, form }: PlanForm): {
  plan: Omit<PlanDraft, 'name' | 'code'>;
  charges: ChargeDraft[];
} {
  const draft = form === 'edit' && plan ? pricedDraft(values, plan) : createdPlan(values, plan);
  const charges = (draft.charges ?? []).map((charge, place) => ({ ...charge, code: charge.code || `draft_${place}` }));
  const { name: _name, code: _code, description: _description, metadata: _metadata, ...plain } = draft;
  return { plan: { ...plain, charges }, charges };
}

/** The quantities of one call: those of the curve, and those that a person has chosen. */
export interface Requested {
  points: readonly string[];
  chosen: readonly string[];
}

/** Prices, with the quantities that they are of. */
export interface Answered extends Requested {
  prices: PlanPrices;
}

interface Body {
  input: Pricing;
  requested: Requested;
}

/**
 * Prices of a draft for quantities of one charge, all in one call, 300 ms after the last key.
 * @param charge null without usage charges: the fixed price alone
 * @param properties of the events, by which they match a filter of the charge
 */
export function usePrices(
  plan: Omit<PlanDraft, 'name' | 'code'> | null,
  charge: ChargeDraft | null,
  properties: Record<string, string>,
  requested: Requested,
) {
  const quantities = charge
    ? [...requested.points, ...requested.chosen].map((units) => ({
        charges: [{ charge_code: charge.code, units, properties }],
      }))
    : [{ units: '0' }];
  const body: Body | null =
    plan === null ? null : { input: { plan: plan as PlanDraft, quantities, explain: true }, requested };
  return useEstimate(
    'plan prices',
    body,
    async (headers, { input, requested: sent }: Body, signal) => {
      const { data, ...rest } = await api.POST('/plans/price', { headers, body: input, signal });
      return { ...rest, ...(data ? { data: { ...sent, prices: data.plan_prices } satisfies Answered } : {}) };
    },
    pauseMs,
  );
}

/** The price of a charge in a quantity. */
export const chargeIn = (quantity: PricedQuantity | undefined, code: string): PricedCharge | undefined =>
  quantity?.charges.find((charge) => charge.charge_code === code);
