import { z } from 'zod';
import { body, type BodyInput } from '../http/body.js';
import { bounds } from '../http/bounds.js';
import { intervals } from '../http/enums.js';
import {
  cents,
  decimal,
  flag,
  id,
  ifPresent,
  mandatoryChoice,
  mandatoryCurrency,
  mandatoryFlag,
  mandatoryInteger,
  mandatoryText,
  prose,
  record,
  recordList,
  text,
  textList,
  timestamp,
  withElements,
} from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { translated, translations } from '../http/translation-fields.js';
import { Charge, ChargeInPlan, ChargeInUpdatedPlan } from './charges.js';
import { PlanEntitlement } from './entitlements.js';
import { FixedCharge, FixedChargeInPlan, FixedChargeInUpdatedPlan } from './fixed-charges.js';
import { KeyedMetadata, keyedMetadataAnswer, KeyedMetadataInput, metadataField } from './keyed-metadata.js';
import { MinimumCommitment, MinimumCommitmentInput } from './minimum-commitments.js';
import { Tax } from './taxes.js';
import { ApplicableUsageThreshold, UsageThreshold, UsageThresholdInput } from './usage-thresholds.js';

/** A product with its charges (catalog, section 3). */
export const Plan = z.object({
  svc_id: id(),
  name: z.string(),
  invoice_display_name: z.string().nullable(),
  invoice_display_name_translations: translated(),
  created_at: timestamp(),
  code: z.string(),
  interval: z.enum(intervals),
  description: z.string().nullable(),
  amount_cents: cents(),
  amount_currency: z.string(),
  /** Days. */
  trial_period: z.number().nullable(),
  pay_in_advance: z.boolean(),
  bill_charges_monthly: z.boolean().nullable(),
  bill_fixed_charges_monthly: z.boolean().nullable(),
  parent_id: id().nullable(),
  pending_deletion: z.boolean(),
  customers_count: z.int(),
  active_subscriptions_count: z.int(),
  draft_invoices_count: z.literal(0),
  charges: z.array(Charge),
  fixed_charges: z.array(FixedCharge),
  entitlements: z.array(PlanEntitlement),
  /** Absent without metadata. */
  metadata: KeyedMetadata.optional(),
  minimum_commitment: MinimumCommitment.optional(),
  usage_thresholds: z.array(UsageThreshold),
  /** Those in force: its own, or else those of its parent plan. */
  applicable_usage_thresholds: z.array(ApplicableUsageThreshold),
  taxes: z.array(Tax),
});
export type Plan = z.infer<typeof Plan>;

export const PlanCreate = body({
  name: mandatoryText(),
  code: mandatoryText(),
  interval: mandatoryChoice(intervals),
  amount_cents: mandatoryInteger(),
  amount_currency: mandatoryCurrency(),
  pay_in_advance: mandatoryFlag(),
  invoice_display_name: text(),
  invoice_display_name_translations: translations(),
  description: prose(),
  trial_period: strictly(decimal(0, bounds.days), z.number().min(0).max(bounds.days).nullish()),
  bill_charges_monthly: flag(),
  bill_fixed_charges_monthly: flag(),
  tax_codes: textList(),
  minimum_commitment: strictly(record(), MinimumCommitmentInput),
  usage_thresholds: withElements(recordList(), UsageThresholdInput),
  charges: withElements(recordList(), ChargeInPlan),
  fixed_charges: withElements(recordList(), FixedChargeInPlan),
  metadata: metadataField(),
});
export type PlanCreate = BodyInput<typeof PlanCreate>;

export const PlanUpdate = body({
  ...PlanCreate.shape,
  name: ifPresent(mandatoryText()),
  code: ifPresent(mandatoryText()),
  interval: ifPresent(mandatoryChoice(intervals)),
  amount_cents: ifPresent(mandatoryInteger()),
  amount_currency: ifPresent(mandatoryCurrency()),
  pay_in_advance: ifPresent(mandatoryFlag()),
  charges: withElements(recordList(), ChargeInUpdatedPlan),
  fixed_charges: withElements(recordList(), FixedChargeInUpdatedPlan),
  cascade_updates: flag(),
});
export type PlanUpdate = BodyInput<typeof PlanUpdate>;

/** Filters of the list. */
export const PlanFilters = query(updatedListParameters(['created_at', 'name', 'code', 'amount_cents']));
export type PlanFilters = QueryInput<typeof PlanFilters>;

const shared = { service: 'catalog', permission: 'plan' } as const;

export const planRoutes = {
  create: route({
    ...shared,
    method: 'POST',
    path: '/plans',
    summary: 'Create a plan with its charges',
    wrapper: 'plan',
    body: PlanCreate,
    answer: { plan: Plan },
  }),
  list: route({
    ...shared,
    method: 'GET',
    path: '/plans',
    summary: 'List plans',
    query: PlanFilters,
    answer: { plans: z.array(Plan), meta: Meta },
  }),
  read: route({ ...shared, method: 'GET', path: '/plans/:code', summary: 'Read a plan', answer: { plan: Plan } }),
  update: route({
    ...shared,
    method: 'PUT',
    path: '/plans/:code',
    summary: 'Update a plan',
    wrapper: 'plan',
    body: PlanUpdate,
    answer: { plan: Plan },
  }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/plans/:code',
    summary: 'Delete a plan and terminate its subscriptions',
    answer: { plan: Plan },
  }),
};

const metadata = {
  ...shared,
  path: '/plans/:code/metadata',
  body: KeyedMetadataInput,
  bodyOptional: true,
  answer: keyedMetadataAnswer,
};

export const planMetadataRoutes = {
  replace: route({ ...metadata, method: 'POST', summary: 'Replace the metadata of a plan' }),
  merge: route({ ...metadata, method: 'PATCH', summary: 'Merge the metadata of a plan' }),
  put: route({ ...metadata, method: 'PUT', summary: 'Merge the metadata of a plan' }),
  remove: route({
    ...shared,
    method: 'DELETE',
    path: '/plans/:code/metadata',
    summary: 'Delete the metadata of a plan',
    answer: keyedMetadataAnswer,
  }),
  removeKey: route({
    ...shared,
    method: 'DELETE',
    path: '/plans/:code/metadata/:key',
    summary: 'Delete a metadata entry of a plan',
    answer: keyedMetadataAnswer,
  }),
};
