import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import {
  cents,
  choice,
  flag,
  id,
  ifPresent,
  integer,
  mandatoryText,
  record,
  recordList,
  text,
  textList,
  timestamp,
  withElements,
} from '../http/fields.js';
import { pagination, query } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';
import { expected, strictly } from '../http/strict.js';
import { translated, translations } from '../http/translation-fields.js';
import { chargeModels, ChargeProperties } from './charge-prices.js';
import { AppliedPricingUnit, AppliedPricingUnitInput } from './pricing-units.js';
import { Tax } from './taxes.js';

/** The value of a charge filter that stands for every value of its key. */
export const everyFilterValue = '__ALL_FILTER_VALUES__';

const properties = () => strictly(z.record(z.string(), z.unknown()), ChargeProperties);
const propertiesInput = () => strictly(record(), ChargeProperties);

/** The price of a part of a charge's usage (catalog, section 5). */
export const ChargeFilter = z.object({
  svc_id: id(),
  charge_code: z.string(),
  invoice_display_name: z.string().nullable(),
  invoice_display_name_translations: translated(),
  properties: properties(),
  values: z.record(z.string(), z.array(z.string())),
  svc_parent_id: id().nullable(),
});
export type ChargeFilter = z.infer<typeof ChargeFilter>;

export const Charge = z.object({
  svc_id: id(),
  svc_billable_metric_id: id(),
  code: z.string(),
  invoice_display_name: z.string().nullable(),
  invoice_display_name_translations: translated(),
  billable_metric_code: z.string(),
  created_at: timestamp(),
  charge_model: z.enum(chargeModels),
  invoiceable: z.boolean(),
  regroup_paid_fees: z.enum(['invoice']).nullable(),
  pay_in_advance: z.boolean(),
  prorated: z.boolean(),
  min_amount_cents: cents(),
  accepts_target_wallet: z.boolean(),
  properties: properties(),
  applied_pricing_unit: AppliedPricingUnit.nullable(),
  svc_parent_id: id().nullable(),
  filters: z.array(ChargeFilter),
  taxes: z.array(Tax),
});
export type Charge = z.infer<typeof Charge>;

export const ChargeFilterCreate = body({
  invoice_display_name: text(),
  invoice_display_name_translations: translations(),
  properties: expected(propertiesInput()),
  values: expected(strictly(record(), z.record(z.string(), z.array(z.string())))),
  cascade_updates: flag(),
});
export type ChargeFilterCreate = BodyInput<typeof ChargeFilterCreate>;

const chargeFields = {
  billable_metric_id: idText(),
  charge_model: choice(chargeModels),
  properties: propertiesInput(),
  invoice_display_name: text(),
  invoice_display_name_translations: translations(),
  pay_in_advance: flag(),
  prorated: flag(),
  invoiceable: flag(),
  regroup_paid_fees: choice(['invoice']),
  min_amount_cents: integer(0),
  accepts_target_wallet: flag(),
  filters: withElements(recordList(), ChargeFilterCreate),
  tax_codes: textList(),
  cascade_updates: flag(),
  applied_pricing_unit: strictly(record(), AppliedPricingUnitInput),
};

/** A separate charge, added to a plan. */
export const ChargeCreate = body({
  ...chargeFields,
  billable_metric_id: expected(idText()),
  charge_model: expected(choice(chargeModels)),
  code: mandatoryText(),
});
export type ChargeCreate = BodyInput<typeof ChargeCreate>;

/** A new charge inside a plan: without a code, it derives one from the metric's. */
export const ChargeInPlan = body({ ...chargeFields, code: text() });
export type ChargeInPlan = BodyInput<typeof ChargeInPlan>;

/** A charge of an updated plan: the one with its identifier is updated, one without is created (catalog, section 3.2). */
export const ChargeInUpdatedPlan = body({ id: idText(), ...ChargeInPlan.shape });

export const ChargeUpdate = body({ ...chargeFields, code: ifPresent(mandatoryText()) });
export type ChargeUpdate = BodyInput<typeof ChargeUpdate>;

export const ChargeFilterUpdate = body({
  invoice_display_name: text(),
  invoice_display_name_translations: translations(),
  properties: propertiesInput(),
  cascade_updates: flag(),
});

/** A removal from a plan that its copies may follow (catalog, section 3.2). */
export const Removal = body({ cascade_updates: flag() });
export type ChargeFilterUpdate = BodyInput<typeof ChargeFilterUpdate>;

const shared = { service: 'catalog', permission: 'plan' } as const;
const charges = '/plans/:code/charges' as const;
const filters = `${charges}/:charge_code/filters` as const;

export const chargeRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: charges,
    summary: 'Add a charge to a plan',
    wrapper: 'charge',
    body: ChargeCreate,
    answer: { charge: Charge },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: charges,
    summary: 'List the charges of a plan',
    query: query(pagination),
    answer: { charges: z.array(Charge), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: `${charges}/:charge_code`,
    summary: 'Read a charge of a plan',
    answer: { charge: Charge },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: `${charges}/:charge_code`,
    summary: 'Update a charge of a plan',
    wrapper: 'charge',
    body: ChargeUpdate,
    answer: { charge: Charge },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: `${charges}/:charge_code`,
    summary: 'Delete a charge of a plan',
    wrapper: 'charge',
    body: Removal,
    answer: { charge: Charge },
  }),
};

export const chargeFilterRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: filters,
    summary: 'Add a filter to a charge',
    wrapper: 'filter',
    body: ChargeFilterCreate,
    answer: { filter: ChargeFilter },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: filters,
    summary: 'List the filters of a charge',
    query: query(pagination),
    answer: { filters: z.array(ChargeFilter), meta: Meta },
  }),
  read: route({
    ...shared,
    method: 'GET',
    path: `${filters}/:filter_id`,
    summary: 'Read a filter of a charge',
    answer: { filter: ChargeFilter },
  }),
  update: route({
    ...shared,
    method: 'PUT',
    path: `${filters}/:filter_id`,
    summary: 'Update a filter of a charge',
    wrapper: 'filter',
    body: ChargeFilterUpdate,
    answer: { filter: ChargeFilter },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: `${filters}/:filter_id`,
    summary: 'Delete a filter of a charge',
    wrapper: 'filter',
    body: Removal,
    answer: { filter: ChargeFilter },
  }),
};
