import {
  FixedChargeInPlan,
  fixedChargeModels,
  FixedChargeUpdate,
  isBlank,
  type FixedChargeCreate,
  type FixedChargeModel,
  type RawInput,
} from '@tollgate/contracts';
import type { FixedChargeRow } from '../../model/plan-repositories/fixed-charges.repository.js';
import { draftOf, onlyKeys, type Draft } from '../../records.js';

/** The submitted names of an add-on, of any shape; the id wins. */
export interface AddOnName {
  id: unknown;
  code: unknown;
}

/** The submitted model. */
interface ModelDraft {
  /** Undefined if it is missing or unknown. */
  model: FixedChargeModel | undefined;
  /** Whether the body has no model at all. */
  isModelMissing: boolean;
}

/** A new fixed charge. */
export interface NewFixedChargeDraft extends ModelDraft {
  addOn: AddOnName;
  fields: Draft<typeof FixedChargeCreate | typeof FixedChargeInPlan>;
}

/** A change of a fixed charge. */
export interface FixedChargeChangeDraft extends ModelDraft {
  /** Whether the body has no units, or none that could be a number. */
  areUnitsMissing: boolean;
  fields: Draft<typeof FixedChargeUpdate>;
}

/**
 * An element of a plan's `fixed_charges`. Only the stored ones show whether it is a new fixed charge or a change, so it
 * is drafted as both.
 */
export interface FixedChargeInPlanDraft {
  /** In lower case; a change has the id of a stored fixed charge. */
  id: string;
  added: NewFixedChargeDraft;
  changed: FixedChargeChangeDraft;
}

/** A fixed charge in the overrides of one subscription: fields that are missing stay as they are. */
export interface FixedChargeOverrideDraft {
  id: string;
  changed: FixedChargeChangeDraft;
  hasName: boolean;
  hasProperties: boolean;
  hasUnits: boolean;
}

/** The fields that a subscription may override (subscriptions, section 3.6). */
const overridable = ['units', 'apply_units_immediately', 'invoice_display_name', 'properties', 'tax_codes'];

/** @param contract a standalone fixed charge needs a code; one inside a plan gets a generated one */
export const draftNewFixedCharge = (
  raw: RawInput,
  contract: typeof FixedChargeCreate | typeof FixedChargeInPlan,
): NewFixedChargeDraft => ({
  ...modelIn(raw),
  addOn: { id: raw['add_on_id'], code: raw['add_on_code'] },
  fields: draftOf<typeof FixedChargeCreate | typeof FixedChargeInPlan>(contract, raw),
});

export const draftFixedChargeChange = (raw: RawInput): FixedChargeChangeDraft => ({
  ...modelIn(raw),
  areUnitsMissing: isBlank(raw['units']) || typeof raw['units'] === 'object',
  fields: draftOf(FixedChargeUpdate, raw),
});

export const draftFixedChargeInPlan = (raw: RawInput): FixedChargeInPlanDraft => ({
  id: idIn(raw),
  added: draftNewFixedCharge(raw, FixedChargeInPlan),
  changed: draftFixedChargeChange(raw),
});

/** Blank units, and properties of another shape than an object, count as absent: the fixed charge keeps its own. */
export function draftFixedChargeOverride(raw: RawInput): FixedChargeOverrideDraft {
  const { units, properties, ...others } = onlyKeys(raw, overridable);
  const hasUnits = !isBlank(units);
  const hasProperties = typeof properties === 'object' && properties !== null;
  return {
    id: idIn(raw),
    changed: draftFixedChargeChange({
      ...others,
      ...(hasUnits ? { units } : {}),
      ...(hasProperties ? { properties } : {}),
    }),
    hasName: Object.hasOwn(others, 'invoice_display_name'),
    hasProperties,
    hasUnits,
  };
}

/** The change of a fixed charge by its overrides: its model never changes, and its own values fill missing fields. */
export function changeByOverride(draft: FixedChargeOverrideDraft, charge: FixedChargeRow): FixedChargeChangeDraft {
  const { changed, hasName, hasProperties, hasUnits } = draft;
  const { input, problems } = changed.fields;
  const ownValues = {
    ...(hasName ? {} : { invoice_display_name: charge.invoice_display_name }),
    ...(hasProperties ? {} : { properties: charge.properties }),
    ...(hasUnits ? {} : { units: charge.units }),
  };
  return {
    model: charge.charge_model,
    isModelMissing: false,
    areUnitsMissing: hasUnits && changed.areUnitsMissing,
    fields: { input: { ...input, ...ownValues }, problems },
  };
}

const idIn = (raw: RawInput): string => String(raw['id']).toLowerCase();

const modelIn = ({ charge_model: submitted }: RawInput): ModelDraft => ({
  model: fixedChargeModels.find((model) => model === submitted),
  isModelMissing: isBlank(submitted) || typeof submitted === 'object',
});
