import type { Plan } from '../../api/records.js';
import type { components } from '../../api/schema.js';
import { gridOf, type Values } from '../../acts/field.js';
import { addedCharges, isPriceChanged, ownCharges } from './charge-fields.js';
import { chargesOfRows } from './charges-of-rows.js';
import { planBody } from './plan-body.js';

type Schemas = components['schemas'];
type Create = Schemas['PlanCreate'];

/** The new plan that a form describes. @param from the plan that it copies; it gives what the form does not show */
export function createdPlan(values: Values, from: Plan | null): Create {
  const { name = '', code = '', interval, amount_cents: cents, trial_period: trial } = values;
  return {
    ...(from ? planBody(from) : {}),
    name,
    code,
    interval: interval as Create['interval'],
    amount_cents: Number(cents),
    amount_currency: (values['amount_currency'] ?? '').toUpperCase() as Create['amount_currency'],
    pay_in_advance: values['pay_in_advance'] === 'true',
    charges: [...chargesOfRows(gridOf(values, 'charges')), ...addedCharges(values, from?.charges ?? [])],
    ...(trial || from ? { trial_period: trial ? Number(trial) : null } : {}),
  };
}

/** The changes of a plan. Its charges are named only where a price has changed, because they are replaced as a whole. */
export function changedPlan(values: Values, plan: Plan): Schemas['PlanUpdate'] {
  const { name = '', amount_cents: cents, description = '' } = values;
  const isPriced = plan.charges.some((charge, place) => isPriceChanged(values, charge, place));
  const charges = isPriced ? { charges: ownCharges(values, plan.charges) } : {};
  return { name, amount_cents: Number(cents), description, ...charges };
}

/** A changed plan as the body of a creation, to price it. */
export function pricedDraft(values: Values, plan: Plan): Create {
  const charges = ownCharges(values, plan.charges).map(({ id: _, ...charge }) => charge);
  return { ...planBody(plan), amount_cents: Number(values['amount_cents']), charges };
}
