import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
import { choice, decimal, flag, id, ifPresent, mandatoryText, record, text, textList } from '../http/fields.js';
import { pagination, query } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';
import { expected, strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { translated, translations } from '../http/translation-fields.js';
import { fixedChargeModels, FixedChargeProperties } from './charge-prices.js';
import { Removal } from './charges.js';
import { Tax } from './taxes.js';

/** A charge of a plan for a set number of units of an add-on (catalog, section 6). */
export const FixedCharge = shape('A price of a plan for a set number of units of an add-on', {
  svc_id: svcId(),
  svc_add_on_id: described(id(), 'Identifier of the add-on'),
  code: described(z.string(), 'Unique code for calls', 'seats'),
  invoice_display_name: described(z.string().nullable(), ...texts.invoiceDisplayName),
  invoice_display_name_translations: translated('de=Speicher'),
  add_on_code: described(z.string(), 'Code of the add-on', 'setup'),
  created_at: createdAt(),
  charge_model: described(z.enum(fixedChargeModels), ...texts.chargeModel),
  pay_in_advance: described(z.boolean(), ...texts.payInAdvance),
  prorated: described(z.boolean(), 'Whether a part of a period is prorated'),
  properties: strictly(z.record(z.string(), z.unknown()), FixedChargeProperties),
  units: described(z.number(), ...texts.units),
  svc_parent_id: described(id().nullable(), 'Charge that this one copies; null unless it is a copy'),
  taxes: z.array(Tax),
});
export type FixedCharge = z.infer<typeof FixedCharge>;

const fixedChargeFields = {
  add_on_id: described(idText(), 'Identifier of the add-on'),
  add_on_code: text(),
  charge_model: choice(fixedChargeModels),
  units: strictly(decimal(), z.number().nullish()),
  properties: strictly(record(), FixedChargeProperties),
  invoice_display_name: text(),
  invoice_display_name_translations: translations(),
  pay_in_advance: flag(),
  prorated: flag(),
  tax_codes: described(textList(), ...texts.taxCodes),
  apply_units_immediately: described(flag(), 'Whether new units apply now instead of from the next period'),
  cascade_updates: described(flag(), ...texts.cascadeUpdates),
};

/** A separate fixed charge, added to a plan. */
export const FixedChargeCreate = bodyOf(FixedCharge, {
  ...fixedChargeFields,
  charge_model: expected(choice(fixedChargeModels)),
  code: mandatoryText(),
});
export type FixedChargeCreate = BodyInput<typeof FixedChargeCreate>;

/** A new fixed charge inside a plan: without a code, it derives one from the add-on's. */
export const FixedChargeInPlan = described(
  bodyOf(FixedCharge, { ...fixedChargeFields, code: text() }),
  "A fixed charge within a plan; without a code it derives one from the add-on's",
);
export type FixedChargeInPlan = BodyInput<typeof FixedChargeInPlan>;

/** A fixed charge of an updated plan: the one with its identifier is updated, one without is created. */
export const FixedChargeInUpdatedPlan = described(
  body({ id: described(idText(), ...texts.assignedId), ...FixedChargeInPlan.shape }),
  'A fixed charge of the plan by its identifier; without one, a new fixed charge',
);

export const FixedChargeUpdate = bodyOf(FixedCharge, {
  charge_model: choice(fixedChargeModels),
  code: ifPresent(mandatoryText()),
  units: strictly(decimal(), z.number().nullish()),
  properties: strictly(record(), FixedChargeProperties),
  invoice_display_name: text(),
  invoice_display_name_translations: translations(),
  tax_codes: described(textList(), ...texts.taxCodes),
  apply_units_immediately: described(flag(), 'Whether new units apply now instead of from the next period'),
  cascade_updates: described(flag(), ...texts.cascadeUpdates),
});
export type FixedChargeUpdate = BodyInput<typeof FixedChargeUpdate>;

const shared = { service: 'catalog', permission: 'plan' } as const;
const fixedCharges = '/plans/:code/fixed_charges' as const;

export const fixedChargeRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: fixedCharges,
    summary: 'Add a fixed charge to a plan',
    wrapper: 'fixed_charge',
    body: FixedChargeCreate,
    validates: 'after loading',
    answer: { fixed_charge: FixedCharge },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: fixedCharges,
    summary: 'List the fixed charges of a plan',
    query: query(pagination),
    answer: { fixed_charges: z.array(FixedCharge), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: `${fixedCharges}/:fixed_charge_code`,
    summary: 'Read a fixed charge of a plan',
    answer: { fixed_charge: FixedCharge },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: `${fixedCharges}/:fixed_charge_code`,
    summary: 'Update a fixed charge of a plan',
    wrapper: 'fixed_charge',
    body: FixedChargeUpdate,
    validates: 'after loading',
    answer: { fixed_charge: FixedCharge },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: `${fixedCharges}/:fixed_charge_code`,
    summary: 'Delete a fixed charge of a plan',
    wrapper: 'fixed_charge',
    body: Removal,
    validates: 'after loading',
    bodyOptional: 'wrapper',
    answer: { fixed_charge: FixedCharge },
  }),
};
