import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
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
  withElements,
} from '../http/fields.js';
import { updatedListParameters } from '../http/lists.js';
import { query, type QueryInput } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { strictly } from '../http/strict.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { translated, translations } from '../http/translation-fields.js';
import { Charge, ChargeInPlan, ChargeInUpdatedPlan } from './charges.js';
import { PlanEntitlement } from './entitlements.js';
import { FixedCharge, FixedChargeInPlan, FixedChargeInUpdatedPlan } from './fixed-charges.js';
import { KeyedMetadata, keyedMetadataAnswer, KeyedMetadataInput, metadataField } from './keyed-metadata.js';
import { MinimumCommitment, MinimumCommitmentInput } from './minimum-commitments.js';
import { Tax } from './taxes.js';
import { ApplicableUsageThreshold, UsageThreshold, UsageThresholdInput } from './usage-thresholds.js';

/** A product with its charges (catalog, section 3). */
export const Plan = shape('A product with its charges', {
  svc_id: svcId(),
  name: described(z.string(), ...texts.name),
  invoice_display_name: described(z.string().nullable(), ...texts.invoiceDisplayName),
  invoice_display_name_translations: translated('de=Speicher'),
  created_at: createdAt(),
  code: described(z.string(), ...texts.code),
  interval: described(z.enum(intervals), ...texts.interval),
  description: described(z.string().nullable(), ...texts.description),
  amount_cents: described(cents(), ...texts.amountCents),
  amount_currency: described(z.string(), ...texts.amountCurrency),
  /** Days. */
  trial_period: described(z.number().nullable(), 'Days without a subscription fee at the start', 14),
  pay_in_advance: described(z.boolean(), ...texts.payInAdvance),
  bill_charges_monthly: described(
    z.boolean().nullable(),
    'Whether a yearly or half-yearly plan bills usage each month',
  ),
  bill_fixed_charges_monthly: described(
    z.boolean().nullable(),
    'Whether a yearly or half-yearly plan bills fixed charges each month',
  ),
  parent_id: described(id().nullable(), 'Plan that this one copies; null unless it is a copy'),
  retained_version: described(
    z.int().nullable(),
    'Version of its plan that this copy keeps for subscriptions; null for others',
  ),
  pending_deletion: described(z.boolean(), 'Whether its deletion is in progress'),
  customers_count: described(z.int(), 'Number of customers', 12),
  active_subscriptions_count: described(z.int(), 'Number of active subscriptions', 12),
  draft_invoices_count: described(z.literal(0), ...texts.alwaysZero),
  charges: z.array(Charge),
  fixed_charges: z.array(FixedCharge),
  entitlements: z.array(PlanEntitlement),
  /** Absent without metadata. */
  metadata: described(KeyedMetadata.optional(), ...texts.metadata),
  minimum_commitment: MinimumCommitment.optional(),
  usage_thresholds: z.array(UsageThreshold),
  /** Those in force: its own, or else those of its parent plan. */
  applicable_usage_thresholds: z.array(ApplicableUsageThreshold),
  taxes: z.array(Tax),
});
export type Plan = z.infer<typeof Plan>;

export const PlanCreate = bodyOf(Plan, {
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
  tax_codes: described(textList(), ...texts.taxCodes),
  minimum_commitment: strictly(record(), MinimumCommitmentInput),
  usage_thresholds: withElements(recordList(), UsageThresholdInput),
  charges: withElements(recordList(), ChargeInPlan),
  fixed_charges: withElements(recordList(), FixedChargeInPlan),
  metadata: metadataField(),
});
export type PlanCreate = BodyInput<typeof PlanCreate>;

export const PlanUpdate = bodyOf(Plan, {
  ...PlanCreate.shape,
  name: ifPresent(mandatoryText()),
  code: ifPresent(mandatoryText()),
  interval: ifPresent(mandatoryChoice(intervals)),
  amount_cents: ifPresent(mandatoryInteger()),
  amount_currency: ifPresent(mandatoryCurrency()),
  pay_in_advance: ifPresent(mandatoryFlag()),
  charges: withElements(recordList(), ChargeInUpdatedPlan),
  fixed_charges: withElements(recordList(), FixedChargeInUpdatedPlan),
  cascade_updates: described(flag(), ...texts.cascadeUpdates),
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
    validates: 'after loading',
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
    validates: 'after loading',
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
  validates: 'after loading',
  bodyOptional: true,
  answer: keyedMetadataAnswer,
} as const;

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
