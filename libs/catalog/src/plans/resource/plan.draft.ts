import { PlanCreate, PlanUpdate, readUsageThresholds, type RawInput } from '@tollgate/contracts';
import { draftChargeInPlan, type ChargeInPlanDraft } from '../charges/charge.draft.js';
import { draftFixedChargeInPlan, type FixedChargeInPlanDraft } from '../fixed-charges/fixed-charge.draft.js';
import { draftCommitment, type CommitmentDraft } from '../minimum-commitments/commitment.draft.js';
import { draftOf, type Draft } from '../../records.js';
import type { ThresholdsDraft } from '../usage-thresholds/usage-threshold.checks.js';

/** The records inside a plan's body; each is undefined if the body leaves it alone, or its list is malformed. */
export interface PlanPartsDraft {
  charges: ChargeInPlanDraft[] | undefined;
  fixedCharges: FixedChargeInPlanDraft[] | undefined;
  thresholds: ThresholdsDraft | undefined;
  commitment: CommitmentDraft | undefined;
}

export interface NewPlanDraft extends PlanPartsDraft {
  fields: Draft<typeof PlanCreate>;
}

export interface PlanChangeDraft extends PlanPartsDraft {
  fields: Draft<typeof PlanUpdate>;
}

export function draftNewPlan(raw: RawInput): NewPlanDraft {
  const fields = draftOf(PlanCreate, raw);
  return { ...partsOf(fields.input), fields };
}

export function draftPlanChange(raw: RawInput): PlanChangeDraft {
  const fields = draftOf(PlanUpdate, raw);
  return { ...partsOf(fields.input), fields };
}

/** The tax codes of a plan's body, with those of all records in it. */
export const taxCodesIn = ({ fields, charges, fixedCharges, commitment }: NewPlanDraft | PlanChangeDraft): string[] => [
  ...(fields.input.tax_codes ?? []),
  ...(charges ?? []).flatMap(({ added }) => added.taxCodes ?? []),
  ...(fixedCharges ?? []).flatMap(({ added }) => added.fields.input.tax_codes ?? []),
  ...(commitment?.fields.input.tax_codes ?? []),
];

interface PartsInput {
  charges?: RawInput[] | undefined;
  fixed_charges?: RawInput[] | undefined;
  usage_thresholds?: RawInput[] | undefined;
  minimum_commitment?: RawInput | undefined;
}

const partsOf = (input: PartsInput): PlanPartsDraft => ({
  charges: input.charges?.map(draftChargeInPlan),
  fixedCharges: input.fixed_charges?.map(draftFixedChargeInPlan),
  thresholds: input.usage_thresholds && readUsageThresholds(input.usage_thresholds),
  commitment: input.minimum_commitment && draftCommitment(input.minimum_commitment),
});
