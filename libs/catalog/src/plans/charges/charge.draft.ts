import {
  ChargeInPlan,
  chargeModels,
  ChargeUpdate,
  isBlank,
  type ChargeCreate,
  type ChargeModelName,
  type RawInput,
} from '@tollgate/contracts';
import { draftFilter, type FilterDraft } from '../charge-filters/charge-filter.draft.js';
import type { ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import { draftPricingUnit, type PricingUnitDraft } from '../../products/pricing-units/pricing-unit.draft.js';
import { draftOf, draftOnly, type Draft } from '../../records.js';

/** The common part of all drafts of a charge in a body. */
export interface ChargeTermsDraft {
  /** The submitted id of its metric, of any shape. */
  metricId: unknown;
  /** The submitted model; undefined if it is missing or unknown. */
  model: ChargeModelName | undefined;
  /** Whether the body has no model at all. */
  isModelMissing: boolean;
  /** Undefined if the body leaves them alone, or its list is malformed. */
  filters: FilterDraft[] | undefined;
  taxCodes: string[] | undefined;
  unit: PricingUnitDraft | undefined;
}

/** A new charge. */
export interface NewChargeDraft extends ChargeTermsDraft {
  fields: Draft<typeof ChargeCreate | typeof ChargeInPlan>;
}

/** A change of a charge. */
export interface ChargeChangeDraft extends ChargeTermsDraft {
  fields: Draft<typeof ChargeUpdate>;
}

/**
 * An element of a plan's `charges`. Only the stored charges show whether it is a new charge or a change, so it is
 * drafted as both.
 */
export interface ChargeInPlanDraft {
  /** In lower case; a change has the id of a stored charge. */
  id: string;
  added: NewChargeDraft;
  changed: ChargeChangeDraft;
}

/** A charge in the overrides of one subscription: fields that are missing stay as they are. */
export interface ChargeOverrideDraft {
  id: string;
  changed: ChargeChangeDraft;
  hasName: boolean;
  hasProperties: boolean;
}

/** @param contract a standalone charge needs a code; a charge inside a plan gets a generated one */
export function draftNewCharge(raw: RawInput, contract: typeof ChargeCreate | typeof ChargeInPlan): NewChargeDraft {
  const fields = draftOf<typeof ChargeCreate | typeof ChargeInPlan>(contract, raw);
  return { ...termsOf(raw, fields.input), fields };
}

export function draftChargeChange(raw: RawInput): ChargeChangeDraft {
  const fields = draftOf(ChargeUpdate, raw);
  return { ...termsOf(raw, fields.input), fields };
}

export function draftChargeInPlan(raw: RawInput): ChargeInPlanDraft {
  const added = draftNewCharge(raw, ChargeInPlan);
  return { id: idIn(raw), added, changed: { ...added, fields: draftOf(ChargeUpdate, raw) } };
}

/** Properties of another shape than an object count as absent: the charge keeps its own. */
export function draftChargeOverride(raw: RawInput): ChargeOverrideDraft {
  const hasProperties = typeof raw['properties'] === 'object' && raw['properties'] !== null;
  const { properties, ...others } = raw;
  return {
    id: idIn(raw),
    changed: draftChargeChange(hasProperties ? { ...others, properties } : others),
    hasName: Object.hasOwn(raw, 'invoice_display_name'),
    hasProperties,
  };
}

/** The change of a charge by its overrides: its model never changes, and its own values fill missing fields. */
export function changeByOverride(
  { changed, hasName, hasProperties }: ChargeOverrideDraft,
  charge: ChargeRow,
): ChargeChangeDraft {
  const { input, problems } = changed.fields;
  const ownValues = {
    ...(hasName ? {} : { invoice_display_name: charge.invoice_display_name }),
    ...(hasProperties ? {} : { properties: charge.properties }),
  };
  const fields: ChargeChangeDraft['fields'] = { input: { ...input, ...ownValues }, problems };
  return { ...changed, model: charge.charge_model, isModelMissing: false, fields };
}

/** The minimum in the overrides of a charge; it is checked after all other fields. */
export const minimumOf = ({ changed }: ChargeOverrideDraft): ChargeChangeDraft['fields'] =>
  draftOnly(changed.fields, ['min_amount_cents']);

const idIn = (raw: RawInput): string => String(raw['id']).toLowerCase();

interface TermsInput {
  filters?: RawInput[] | undefined;
  tax_codes?: string[] | undefined;
  applied_pricing_unit?: RawInput | undefined;
}

const termsOf = (raw: RawInput, input: TermsInput): ChargeTermsDraft => ({
  metricId: raw['billable_metric_id'],
  model: chargeModels.find((model) => model === raw['charge_model']),
  isModelMissing: isBlank(raw['charge_model']) || typeof raw['charge_model'] === 'object',
  filters: input.filters?.map(draftFilter),
  taxCodes: input.tax_codes,
  unit: input.applied_pricing_unit && draftPricingUnit(input.applied_pricing_unit),
});
