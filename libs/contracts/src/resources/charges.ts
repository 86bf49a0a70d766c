import { z } from 'zod';
import { body, bodyOf, type BodyInput } from '../http/body.js';
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
  withElements,
} from '../http/fields.js';
import { pagination, query } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { idText } from '../http/strict-fields.js';
import { expected, strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { translated, translations } from '../http/translation-fields.js';
import { chargeModels, ChargeProperties } from './charge-prices.js';
import { AppliedPricingUnit, AppliedPricingUnitInput } from './pricing-units.js';
import { Tax } from './taxes.js';

/** The value of a charge filter that stands for every value of its key. */
export const everyFilterValue = '__ALL_FILTER_VALUES__';

const properties = () => strictly(z.record(z.string(), z.unknown()), ChargeProperties);
const propertiesInput = () => strictly(record(), ChargeProperties);

/** The price of a part of a charge's usage (catalog, section 5). */
export const ChargeFilter = shape("The price of a part of a charge's usage", {
  svc_id: svcId(),
  charge_code: described(z.string(), ...texts.chargeCode),
  invoice_display_name: described(z.string().nullable(), ...texts.invoiceDisplayName),
  invoice_display_name_translations: translated('de=Speicher'),
  properties: properties(),
  values: described(z.record(z.string(), z.array(z.string())), 'Values of matching events, by key', 'eu'),
  svc_parent_id: described(id().nullable(), 'Filter that this one copies; null unless it is a copy'),
});
export type ChargeFilter = z.infer<typeof ChargeFilter>;

export const Charge = shape('A price of a plan for usage', {
  svc_id: svcId(),
  svc_billable_metric_id: described(id(), 'Identifier of the billable metric'),
  code: described(z.string(), 'Unique code for calls', 'storage'),
  invoice_display_name: described(z.string().nullable(), ...texts.invoiceDisplayName),
  invoice_display_name_translations: translated('de=Speicher'),
  billable_metric_code: described(z.string(), ...texts.metricCode),
  created_at: createdAt(),
  charge_model: described(z.enum(chargeModels), ...texts.chargeModel),
  invoiceable: described(z.boolean(), 'Whether its fees are invoiced'),
  regroup_paid_fees: described(
    z.enum(['invoice']).nullable(),
    'Whether fees that were paid separately are grouped on one invoice',
  ),
  pay_in_advance: described(z.boolean(), ...texts.payInAdvance),
  prorated: described(z.boolean(), 'Whether a part of a period is prorated'),
  min_amount_cents: described(cents(), 'Minimum amount for a period, in the smallest unit of the currency', 0),
  accepts_target_wallet: described(z.boolean(), 'Whether events may name the wallet to charge'),
  properties: properties(),
  applied_pricing_unit: AppliedPricingUnit.nullable(),
  svc_parent_id: described(id().nullable(), 'Charge that this one copies; null unless it is a copy'),
  filters: z.array(ChargeFilter),
  taxes: z.array(Tax),
});
export type Charge = z.infer<typeof Charge>;

export const ChargeFilterCreate = described(
  bodyOf(ChargeFilter, {
    invoice_display_name: text(),
    invoice_display_name_translations: translations(),
    properties: expected(propertiesInput()),
    values: expected(strictly(record(), z.record(z.string(), z.array(z.string())))),
    cascade_updates: described(flag(), ...texts.cascadeUpdates),
  }),
  'The price of a part of the usage: of events with these values',
);
export type ChargeFilterCreate = BodyInput<typeof ChargeFilterCreate>;

const chargeFields = {
  billable_metric_id: described(idText(), 'Identifier of the billable metric'),
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
  tax_codes: described(textList(), ...texts.taxCodes),
  cascade_updates: described(flag(), ...texts.cascadeUpdates),
  applied_pricing_unit: strictly(record(), AppliedPricingUnitInput),
};

/** A separate charge, added to a plan. */
export const ChargeCreate = bodyOf(Charge, {
  ...chargeFields,
  billable_metric_id: described(expected(idText()), 'Identifier of the billable metric'),
  charge_model: expected(choice(chargeModels)),
  code: mandatoryText(),
});
export type ChargeCreate = BodyInput<typeof ChargeCreate>;

/** A new charge inside a plan: without a code, it derives one from the metric's. */
export const ChargeInPlan = described(
  bodyOf(Charge, { ...chargeFields, code: text() }),
  "A charge within a plan; without a code it derives one from the metric's",
);
export type ChargeInPlan = BodyInput<typeof ChargeInPlan>;

/** A charge of an updated plan: the one with its identifier is updated, one without is created (catalog, section 3.2). */
export const ChargeInUpdatedPlan = described(
  body({ id: described(idText(), ...texts.assignedId), ...ChargeInPlan.shape }),
  'A charge of the plan by its identifier; without one, a new charge',
);

export const ChargeUpdate = bodyOf(Charge, { ...chargeFields, code: ifPresent(mandatoryText()) });
export type ChargeUpdate = BodyInput<typeof ChargeUpdate>;

export const ChargeFilterUpdate = bodyOf(ChargeFilter, {
  invoice_display_name: text(),
  invoice_display_name_translations: translations(),
  properties: propertiesInput(),
  cascade_updates: described(flag(), ...texts.cascadeUpdates),
});

/** A removal from a plan that its copies may follow (catalog, section 3.2). */
export const Removal = described(
  body({ cascade_updates: described(flag(), ...texts.cascadeUpdates) }),
  'Whether the removal applies to copies of the plan',
);
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
    validates: 'after loading',
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
    validates: 'after loading',
    answer: { charge: Charge },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: `${charges}/:charge_code`,
    summary: 'Delete a charge of a plan',
    wrapper: 'charge',
    body: Removal,
    validates: 'after loading',
    bodyOptional: 'wrapper',
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
    validates: 'after loading',
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
    validates: 'after loading',
    answer: { filter: ChargeFilter },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: `${filters}/:filter_id`,
    summary: 'Delete a filter of a charge',
    wrapper: 'filter',
    body: Removal,
    validates: 'after loading',
    bodyOptional: 'wrapper',
    answer: { filter: ChargeFilter },
  }),
};
