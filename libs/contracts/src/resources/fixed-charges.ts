import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import {
  choice,
  decimal,
  flag,
  id,
  ifPresent,
  mandatoryText,
  record,
  text,
  textList,
  timestamp,
} from '../http/fields.js';
import { pagination, query } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';
import { expected, strictly } from '../http/strict.js';
import { translated, translations } from '../http/translation-fields.js';
import { fixedChargeModels, FixedChargeProperties } from './charge-prices.js';
import { Removal } from './charges.js';
import { Tax } from './taxes.js';

/** A charge of a plan for a set number of units of an add-on (catalog, section 6). */
export const FixedCharge = z.object({
  svc_id: id(),
  svc_add_on_id: id(),
  code: z.string(),
  invoice_display_name: z.string().nullable(),
  invoice_display_name_translations: translated(),
  add_on_code: z.string(),
  created_at: timestamp(),
  charge_model: z.enum(fixedChargeModels),
  pay_in_advance: z.boolean(),
  prorated: z.boolean(),
  properties: strictly(z.record(z.string(), z.unknown()), FixedChargeProperties),
  units: z.number(),
  svc_parent_id: id().nullable(),
  taxes: z.array(Tax),
});
export type FixedCharge = z.infer<typeof FixedCharge>;

const fixedChargeFields = {
  add_on_id: idText(),
  add_on_code: text(),
  charge_model: choice(fixedChargeModels),
  units: strictly(decimal(), z.number().nullish()),
  properties: strictly(record(), FixedChargeProperties),
  invoice_display_name: text(),
  invoice_display_name_translations: translations(),
  pay_in_advance: flag(),
  prorated: flag(),
  tax_codes: textList(),
  apply_units_immediately: flag(),
  cascade_updates: flag(),
};

/** A separate fixed charge, added to a plan. */
export const FixedChargeCreate = body({
  ...fixedChargeFields,
  charge_model: expected(choice(fixedChargeModels)),
  code: mandatoryText(),
});
export type FixedChargeCreate = BodyInput<typeof FixedChargeCreate>;

/** A new fixed charge inside a plan: without a code, it derives one from the add-on's. */
export const FixedChargeInPlan = body({ ...fixedChargeFields, code: text() });
export type FixedChargeInPlan = BodyInput<typeof FixedChargeInPlan>;

/** A fixed charge of an updated plan: the one with its identifier is updated, one without is created. */
export const FixedChargeInUpdatedPlan = body({ id: idText(), ...FixedChargeInPlan.shape });

export const FixedChargeUpdate = body({
  charge_model: choice(fixedChargeModels),
  code: ifPresent(mandatoryText()),
  units: strictly(decimal(), z.number().nullish()),
  properties: strictly(record(), FixedChargeProperties),
  invoice_display_name: text(),
  invoice_display_name_translations: translations(),
  tax_codes: textList(),
  apply_units_immediately: flag(),
  cascade_updates: flag(),
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
    answer: { fixed_charge: FixedCharge },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: `${fixedCharges}/:fixed_charge_code`,
    summary: 'Delete a fixed charge of a plan',
    wrapper: 'fixed_charge',
    body: Removal,
    answer: { fixed_charge: FixedCharge },
  }),
};
