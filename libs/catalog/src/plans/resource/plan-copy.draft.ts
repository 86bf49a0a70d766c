import { PlanUpdate, readUsageThresholds, type RawInput } from '@tollgate/contracts';
import {
  draftChargeInPlan,
  draftChargeOverride,
  type ChargeInPlanDraft,
  type ChargeOverrideDraft,
} from '../charges/charge.draft.js';
import { draftFixedChargeOverride, type FixedChargeOverrideDraft } from '../fixed-charges/fixed-charge.draft.js';
import { draftCommitment, type CommitmentDraft } from '../minimum-commitments/commitment.draft.js';
import { draftOf, draftOnly, type Draft } from '../../records.js';
import type { ThresholdsDraft } from '../usage-thresholds/usage-threshold.checks.js';

/** The fields of a plan that one subscription may override (subscriptions, section 3.6). */
const overridable = [
  'amount_cents',
  'amount_currency',
  'description',
  'name',
  'invoice_display_name',
  'trial_period',
  'tax_codes',
  'minimum_commitment',
  'usage_thresholds',
];

/** The overrides of one subscription. */
interface OverridesDraft {
  /** The overridable fields of the plan itself. */
  fields: Draft<typeof PlanUpdate>;
  /** The lists of charges. Their checks come later. */
  lists: Draft<typeof PlanUpdate>;
  fixedCharges: FixedChargeOverrideDraft[];
  thresholds: ThresholdsDraft | undefined;
  commitment: CommitmentDraft | undefined;
}

/** Overrides that make a copy of a plan: each of its charges changes at most in the submitted fields. */
export interface PlanCopyDraft extends OverridesDraft {
  charges: ChargeOverrideDraft[];
}

/** Overrides that edit a copy: a list of charges is complete. */
export interface CopyChangeDraft extends OverridesDraft {
  charges: ChargeInPlanDraft[] | undefined;
}

export function draftPlanCopy(raw: RawInput): PlanCopyDraft {
  const overrides = overridesOf(raw);
  return { ...overrides, charges: byId((overrides.lists.input.charges ?? []).map(draftChargeOverride)) };
}

export function draftCopyChange(raw: RawInput): CopyChangeDraft {
  const overrides = overridesOf(raw);
  return { ...overrides, charges: overrides.lists.input.charges?.map(draftChargeInPlan) };
}

function overridesOf(raw: RawInput): OverridesDraft {
  const plan = draftOf(PlanUpdate, raw);
  const { usage_thresholds: thresholds, minimum_commitment: commitment, fixed_charges: fixedCharges } = plan.input;
  return {
    fields: draftOnly(plan, overridable),
    lists: draftOnly(plan, ['charges', 'fixed_charges']),
    fixedCharges: byId((fixedCharges ?? []).map(draftFixedChargeOverride)),
    thresholds: thresholds && readUsageThresholds(thresholds),
    commitment: commitment && draftCommitment(commitment),
  };
}

/** Of several entries with one id, the last one counts, in the place of the first. */
const byId = <T extends { id: string }>(drafts: T[]): T[] => [
  ...new Map(drafts.map((draft) => [draft.id, draft])).values(),
];

/** The tax codes of overrides, with those of all records in them. */
export const taxCodesOfOverrides = (draft: PlanCopyDraft | CopyChangeDraft): string[] => [
  ...(draft.fields.input.tax_codes ?? []),
  ...[...(draft.charges ?? [])].flatMap(({ changed }) => changed.taxCodes ?? []),
  ...draft.fixedCharges.flatMap(({ changed }) => changed.fields.input.tax_codes ?? []),
  ...(draft.commitment?.fields.input.tax_codes ?? []),
];
