import type { ApplicableUsageThreshold, Interval } from '@tollgate/contracts';
import { checkedMetadata, newId, NotFound, storedMetadata } from '@tollgate/platform';
import type { Updateable } from 'kysely';
import type { ChargeInPlanDraft } from '../charges/charge.draft.js';
import { checkChargeList, type CheckedCharges } from '../charges/charge-list.checks.js';
import { metricIdsOf, type NamedMetrics } from '../charges/charge.lookups.js';
import { checkFixedChargeList, type CheckedFixedCharges } from '../fixed-charges/fixed-charge-list.checks.js';
import { checkAddOns } from '../fixed-charges/fixed-charge.lookups.js';
import { checkCommitment, type PreparedCommitment } from '../minimum-commitments/commitment.checks.js';
import type { PlanRow } from '../../model/plan-repositories/plans.repository.js';
import { checkList, checkRecord, draftOnly } from '../../records.js';
import type { Stamp } from '../../scope.js';
import type { PlansTable } from '../../model/tables/plans.tables.js';
import { taxIdsOf } from '../../issuers/taxes/named-taxes.js';
import { checkThresholds } from '../usage-thresholds/usage-threshold.checks.js';
import type { NewPlanDraft, PlanChangeDraft } from './plan.draft.js';
import type { PlanChangeLookups, PlanLookups } from './plan.lookups.js';

/** A new plan that passed its checks. */
export interface CheckedNewPlan {
  row: PlanRow;
  taxIds: string[];
  thresholds: ApplicableUsageThreshold[];
  charges: CheckedCharges;
  fixedCharges: CheckedFixedCharges;
  commitment: PreparedCommitment | null;
}

/** A change of a plan that passed its checks; null for each part that stays. */
export interface CheckedPlanChange {
  changes: Updateable<PlansTable>;
  taxIds: string[] | null;
  thresholds: ApplicableUsageThreshold[] | null;
  charges: CheckedCharges | null;
  fixedCharges: CheckedFixedCharges | null;
  commitment: PreparedCommitment | null;
  /** Whether override plans follow. */
  cascades: boolean;
}

/** The fields of a plan that can change once it has a subscription (catalog, section 3.2). */
const editableWhenAttached = [
  'name',
  'invoice_display_name',
  'invoice_display_name_translations',
  'description',
  'amount_cents',
  'tax_codes',
  'charges',
  'fixed_charges',
  'minimum_commitment',
  'usage_thresholds',
  'metadata',
  'cascade_updates',
] as const;

/**
 * Checks a new plan, stage by stage: the names in its records, the plan itself, metadata, taxes, thresholds, charges,
 * fixed charges, commitment. The first stage that fails is the answer (catalog, section 3.1).
 * @throws NotFound, ValidationFailed
 */
export function checkNewPlan(draft: NewPlanDraft, found: PlanLookups, stamp: Stamp): CheckedNewPlan {
  checkNamed(draft, found);
  const input = checkRecord(draft.fields, (_, add) => {
    if (found.isCodeTaken) add('code', 'value_already_exist');
  });
  const row: PlanRow = {
    id: newId(),
    organization_id: stamp.organizationId,
    parent_id: null,
    retained_version: null,
    code: input.code,
    name: input.name,
    invoice_display_name: input.invoice_display_name ?? null,
    invoice_display_name_translations: input.invoice_display_name_translations ?? {},
    description: input.description ?? null,
    interval: input.interval,
    amount_cents: BigInt(input.amount_cents),
    amount_currency: input.amount_currency,
    pay_in_advance: input.pay_in_advance,
    trial_period: input.trial_period ?? null,
    ...monthlyBilling(input.interval, input),
    metadata: input.metadata ? checkedMetadata(input.metadata) : null,
    pending_deletion: false,
    created_at: stamp.now,
    updated_at: stamp.now,
    deleted_at: null,
  };
  const plan = { id: row.id, attached: false };
  return {
    row,
    taxIds: taxIdsOf(found.taxes, input.tax_codes ?? []),
    thresholds: draft.thresholds ? checkThresholds(draft.thresholds) : [],
    charges: checkChargeList(draft.charges ?? [], [], plan, found.charges, stamp),
    fixedCharges: checkFixedChargeList(draft.fixedCharges ?? [], [], plan, found, stamp),
    commitment: draft.commitment ? checkCommitment(draft.commitment, row.id, null, found.taxes, stamp) : null,
  };
}

/**
 * Checks a change of a plan, in the stages of a new one. A plan with subscriptions ignores the fields that its
 * customers agreed to (catalog, section 3.2). @throws NotFound, ValidationFailed
 */
export function checkPlanChange(draft: PlanChangeDraft, found: PlanChangeLookups, stamp: Stamp): CheckedPlanChange {
  checkNamed(draft, found);
  const { plan, attached, taxes } = found;
  const fields = attached ? draftOnly(draft.fields, editableWhenAttached) : draft.fields;
  const input = checkRecord(fields, (_, add) => {
    if (found.isCodeTaken) add('code', 'value_already_exist');
  });
  const {
    tax_codes: taxCodes,
    charges: _charges,
    fixed_charges: _fixedCharges,
    cascade_updates: cascades,
    amount_cents: amount,
    minimum_commitment: _commitment,
    usage_thresholds: _thresholds,
    metadata,
    ...columns
  } = input;
  const changes = {
    ...columns,
    ...(amount === undefined ? {} : { amount_cents: BigInt(amount) }),
    ...(metadata ? { metadata: storedMetadata(checkedMetadata(metadata)) } : {}),
    ...(attached ? {} : monthlyBilling(input.interval, input)),
    updated_at: stamp.now,
  };
  const { charges, fixedCharges, commitment, thresholds } = draft;
  const planTerms = { id: plan.id, attached };
  return {
    changes,
    taxIds: taxCodes ? taxIdsOf(taxes, taxCodes) : null,
    thresholds: thresholds ? checkThresholds(thresholds) : null,
    charges: charges ? checkChargeList(charges, found.chargeRows, planTerms, found.charges, stamp) : null,
    fixedCharges: fixedCharges
      ? checkFixedChargeList(fixedCharges, found.fixedChargeRows, planTerms, found, stamp)
      : null,
    commitment: commitment ? checkCommitment(commitment, plan.id, found.commitment, taxes, stamp) : null,
    cascades: cascades ?? false,
  };
}

/** Refuses malformed lists, then add-ons and metrics that do not exist (catalog, section 3.1). */
function checkNamed(draft: NewPlanDraft | PlanChangeDraft, { addOns, metrics }: PlanLookups): void {
  checkList(draft.fields, 'charges');
  checkList(draft.fields, 'fixed_charges');
  checkAddOns(
    (draft.fixedCharges ?? []).map(({ added }) => added.addOn),
    addOns,
  );
  checkMetrics(draft.charges ?? [], metrics);
}

/** @throws NotFound `billable_metrics_not_found` if a charge of a body names no live metric */
export function checkMetrics(charges: ChargeInPlanDraft[], metrics: NamedMetrics): void {
  const ids = metricIdsOf(charges.map(({ added }) => added.metricId));
  if (ids.length < charges.length || ids.some((id) => !metrics.has(id))) throw new NotFound('billable_metrics');
}

interface MonthlyFlags {
  bill_charges_monthly?: boolean | null | undefined;
  bill_fixed_charges_monthly?: boolean | null | undefined;
}

/**
 * Only long intervals can bill charges every month; for other or absent intervals the flags are null
 * (catalog, section 3.2).
 */
function monthlyBilling(interval: Interval | undefined, flags: MonthlyFlags) {
  const long = interval === 'yearly' || interval === 'semiannual';
  return {
    bill_charges_monthly: long ? (flags.bill_charges_monthly ?? false) : null,
    bill_fixed_charges_monthly: long ? (flags.bill_fixed_charges_monthly ?? false) : null,
  };
}
