import { writeAddedCharges, writeEditedCharge } from '../charge-writes/charge-writes.js';
import { writeAddedFixedCharges, writeEditedFixedCharge } from '../fixed-charges/fixed-charge-writes.js';
import { publishUnitChanges, unitChange, type UnitChange } from '../fixed-charges/unit-change.js';
import { writeCommitment } from '../minimum-commitments/commitment-writes.js';
import { insertPlan, updatePlan, type PlanRow } from '../../model/plan-repositories/plans.repository.js';
import type { Scope } from '../../scope.js';
import { applyPlanTaxes, replacePlanTaxes } from '../../issuers/taxes/applied-taxes.js';
import { insertThresholds, replaceThresholds } from '../usage-thresholds/usage-thresholds.repository.js';
import type { CheckedCopyChange, CheckedPlanCopy } from './plan-copy.checks.js';

/** Writes the copy of a plan with all of its parts, then its overrides. @returns its id */
export async function writePlanCopy(scope: Scope, checked: CheckedPlanCopy): Promise<string> {
  const { row, taxIds, thresholds, charges, fixedCharges, commitment } = checked;
  await insertPlan(scope.transaction, row);
  await applyPlanTaxes(scope, { ownerId: row.id, taxIds });
  await insertThresholds(scope, row.id, thresholds);
  await writeAddedCharges(scope, charges.added);
  for (const charge of charges.edited) await writeEditedCharge(scope, charge);
  await writeAddedFixedCharges(scope, fixedCharges.added);
  for (const charge of fixedCharges.edited) await writeEditedFixedCharge(scope, charge);
  if (commitment) await writeCommitment(scope, row.id, commitment);
  return row.id;
}

/**
 * Writes a change of a copy. Publishes units, too: the subscription uses them even if the requesting call dies before
 * it stores them. @returns the stored row
 */
export async function writeCopyChange(scope: Scope, copyId: string, checked: CheckedCopyChange): Promise<PlanRow> {
  const { columns, taxIds, thresholds, charges, fixedCharges, commitment } = checked;
  const changed = await updatePlan(scope.transaction, copyId, { ...columns, updated_at: scope.now });
  if (taxIds) await replacePlanTaxes(scope, { ownerId: copyId, taxIds });
  if (thresholds) await replaceThresholds(scope, copyId, thresholds);
  for (const charge of charges) await writeEditedCharge(scope, charge);
  const unitChanges: UnitChange[] = [];
  for (const { edited, isRestated } of fixedCharges) {
    const row = await writeEditedFixedCharge(scope, edited);
    if (isRestated) unitChanges.push(unitChange(row, edited.immediately));
  }
  await publishUnitChanges(scope, copyId, unitChanges);
  if (commitment) await writeCommitment(scope, copyId, commitment);
  return changed;
}
