import { PlanUpdate, readUsageThresholds, type RawInput } from '@tollgate/contracts';
import { draftChargeOverride, type ChargeOverrideDraft } from '../charges/charge.draft.js';
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

/** The overrides of one subscription: each charge changes at most in the submitted fields, unlisted ones stay. */
export interface OverridesDraft {
  /** The overridable fields of the plan itself. */
  fields: Draft<typeof PlanUpdate>;
  /** The lists of charges. Their checks come later. */
  lists: Draft<typeof PlanUpdate>;
  charges: ChargeOverrideDraft[];
  fixedCharges: FixedChargeOverrideDraft[];
  thresholds: ThresholdsDraft | undefined;
  commitment: CommitmentDraft | undefined;
}

export function draftOverrides(raw: RawInput): OverridesDraft {
  const plan = draftOf(PlanUpdate, raw);
  const { usage_thresholds: thresholds, minimum_commitment: commitment } = plan.input;
  return {
    fields: draftOnly(plan, overridable),
    lists: draftOnly(plan, ['charges', 'fixed_charges']),
    charges: byId((plan.input.charges ?? []).map(draftChargeOverride)),
    fixedCharges: byId((plan.input.fixed_charges ?? []).map(draftFixedChargeOverride)),
    thresholds: thresholds && readUsageThresholds(thresholds),
    commitment: commitment && draftCommitment(commitment),
  };
}

/** Of several entries with one id, the last one counts, in the place of the first. */
const byId = <T extends { id: string }>(drafts: T[]): T[] => [
  ...new Map(drafts.map((draft) => [draft.id, draft])).values(),
];

/** The tax codes of overrides, with those of all records in them. */
export const taxCodesOfOverrides = (draft: OverridesDraft): string[] => [
  ...(draft.fields.input.tax_codes ?? []),
  ...draft.charges.flatMap(({ changed }) => changed.taxCodes ?? []),
  ...draft.fixedCharges.flatMap(({ changed }) => changed.fields.input.tax_codes ?? []),
  ...(draft.commitment?.fields.input.tax_codes ?? []),
];
