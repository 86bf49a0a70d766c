import type { ApplicableUsageThreshold, PlanUpdate } from '@tollgate/contracts';
import { newId, NotFound, ValidationFailed } from '@tollgate/platform';
import { copiedCharge } from '../cascade/copied-charges.js';
import type { AddedCharge, EditedCharge } from '../charge-writes/prepared-charges.js';
import { checkChargeOverride } from '../charges/charge.checks.js';
import { copiedFixedCharge } from '../fixed-charges/copied-fixed-charges.js';
import { checkFixedChargeOverride } from '../fixed-charges/fixed-charge.checks.js';
import type { AddedFixedCharge, EditedFixedCharge } from '../fixed-charges/prepared-fixed-charges.js';
import { checkCommitment, type PreparedCommitment } from '../minimum-commitments/commitment.checks.js';
import type { PlanRow } from '../../model/plan-repositories/plans.repository.js';
import { checkList, checkRecord, type Draft } from '../../records.js';
import type { Stamp } from '../../scope.js';
import { taxIdsOf } from '../../issuers/taxes/named-taxes.js';
import { checkThresholds } from '../usage-thresholds/usage-threshold.checks.js';
import type { OverridesDraft } from './plan-copy.draft.js';
import type { CopyChangeLookups, PlanCopyLookups } from './plan-copy.lookups.js';

/** A copy of a plan whose overrides passed their checks: charges are copied, then edited. */
export interface CheckedPlanCopy {
  row: PlanRow;
  taxIds: string[];
  thresholds: ApplicableUsageThreshold[];
  charges: { added: AddedCharge[]; edited: EditedCharge[] };
  fixedCharges: { added: AddedFixedCharge[]; edited: EditedFixedCharge[] };
  commitment: PreparedCommitment | null;
}

/** A change of a copy that passed its checks; null for each part that stays, empty lists too. */
export interface CheckedCopyChange {
  columns: OverriddenColumns;
  taxIds: string[] | null;
  thresholds: ApplicableUsageThreshold[] | null;
  charges: EditedCharge[];
  fixedCharges: RestatedFixedCharge[];
  commitment: PreparedCommitment | null;
}

/** An edited fixed charge of a copy, and whether the request has units of it, even the stored ones. */
export interface RestatedFixedCharge {
  edited: EditedFixedCharge;
  isRestated: boolean;
}

type OverriddenColumns = ReturnType<typeof checkColumns>['columns'];

/** Checks the overridable fields of a plan itself. @throws ValidationFailed */
function checkColumns(fields: Draft<typeof PlanUpdate>) {
  const {
    amount_cents: amount,
    tax_codes: taxCodes,
    minimum_commitment: _commitment,
    usage_thresholds: _thresholds,
    charges: _charges,
    fixed_charges: _fixedCharges,
    metadata: _notOverridable,
    cascade_updates: _cascades,
    ...columns
  } = checkRecord(fields);
  return { columns: { ...columns, ...(amount === undefined ? {} : { amount_cents: BigInt(amount) }) }, taxCodes };
}

/**
 * Checks the overrides of a plan, and prepares its copy: all charges, but no taxes and no metadata. The stages are the
 * plan itself, taxes, thresholds, charges and fixed charges in the order of the plan, commitment.
 * @param units the units of fixed charges that the subscription overrides already, by id
 * @throws ValidationFailed, NotFound
 */
export function checkPlanCopy(
  draft: OverridesDraft,
  found: PlanCopyLookups,
  units: Record<string, string>,
  stamp: Stamp,
): CheckedPlanCopy {
  const { parent, taxes } = found;
  const { columns, taxCodes } = checkColumns(draft.fields);
  const row: PlanRow = {
    ...parent,
    ...columns,
    metadata: null,
    // Its documents take those of the parent while the names are the same.
    invoice_display_name_translations: {},
    id: newId(),
    // Copies of retained versions are copies of their plan: its changes and bills go on there.
    parent_id: parent.parent_id ?? parent.id,
    retained_version: null,
    created_at: stamp.now,
    updated_at: stamp.now,
  };
  return {
    row,
    taxIds: taxIdsOf(taxes, taxCodes ?? []),
    thresholds: draft.thresholds ? checkThresholds(draft.thresholds) : found.retainedThresholds,
    charges: copyCharges(draft, found, row.id, stamp),
    fixedCharges: copyFixedCharges(draft, found, { planId: row.id, units }, stamp),
    commitment: draft.commitment ? checkCommitment(draft.commitment, row.id, null, taxes, stamp) : null,
  };
}

function copyCharges(
  draft: OverridesDraft,
  { parentCharges, charges: found }: PlanCopyLookups,
  planId: string,
  stamp: Stamp,
): CheckedPlanCopy['charges'] {
  checkList(draft.lists, 'charges');
  const overrides = new Map(draft.charges.map((override) => [override.id, override]));
  const charges: CheckedPlanCopy['charges'] = { added: [], edited: [] };
  for (const parent of parentCharges) {
    const added = copiedCharge(parent, { planId, code: parent.row.code, now: stamp.now });
    charges.added.push(added);
    const override = overrides.get(parent.row.id);
    const copy = { ...added, lastPosition: added.filters.length };
    if (override) charges.edited.push(checkChargeOverride(override, copy, found, stamp));
  }
  return charges;
}

function copyFixedCharges(
  draft: OverridesDraft,
  { parentFixedCharges, taxes }: PlanCopyLookups,
  target: { planId: string; units: Record<string, string> },
  stamp: Stamp,
): CheckedPlanCopy['fixedCharges'] {
  checkList(draft.lists, 'fixed_charges');
  const overrides = new Map(draft.fixedCharges.map((override) => [override.id, override]));
  const charges: CheckedPlanCopy['fixedCharges'] = { added: [], edited: [] };
  for (const parent of parentFixedCharges) {
    const added = copiedFixedCharge(parent, { ...target, now: stamp.now });
    charges.added.push(added);
    const override = overrides.get(parent.id);
    if (override) charges.edited.push(checkFixedChargeOverride(override, added.row, taxes, stamp));
  }
  return charges;
}

/** Checks a change of a copy: only the submitted fields change (charges, section 9.1). @throws ValidationFailed, NotFound */
export function checkCopyChange(draft: OverridesDraft, found: CopyChangeLookups, stamp: Stamp): CheckedCopyChange {
  const { copy, taxes } = found;
  checkList(draft.lists, 'charges');
  const { columns, taxCodes } = checkColumns(draft.fields);
  return {
    columns,
    taxIds: taxCodes ? taxIdsOf(taxes, taxCodes) : null,
    thresholds: draft.thresholds ? checkThresholds(draft.thresholds) : null,
    charges: changeCharges(draft, found, stamp),
    fixedCharges: changeFixedCharges(draft, found, stamp),
    commitment: draft.commitment ? checkCommitment(draft.commitment, copy.id, found.commitment, taxes, stamp) : null,
  };
}

/** Checks changes of charges by their ids; the others stay. @throws ValidationFailed, NotFound */
const changeCharges = (draft: OverridesDraft, { charges: found }: CopyChangeLookups, stamp: Stamp): EditedCharge[] =>
  draft.charges.map((override) => {
    const stored = found.stored.get(override.id);
    if (!stored) throw new ValidationFailed({ charges: ['charge_not_found'] });
    return checkChargeOverride(override, stored, found, stamp);
  });

/** Checks changes of fixed charges by their ids; the others stay. @throws NotFound, ValidationFailed */
function changeFixedCharges(
  draft: OverridesDraft,
  { fixedChargeRows, taxes }: CopyChangeLookups,
  stamp: Stamp,
): RestatedFixedCharge[] {
  checkList(draft.lists, 'fixed_charges');
  return draft.fixedCharges.map((override) => {
    const row = fixedChargeRows.find(({ id }) => id === override.id);
    if (!row) throw new NotFound('fixed_charge');
    return { edited: checkFixedChargeOverride(override, row, taxes, stamp), isRestated: override.hasUnits };
  });
}
