import { writeCharges } from '../charges/charge-writes.js';
import { writeFixedCharges } from '../fixed-charges/fixed-charge-writes.js';
import { publishUnitChanges } from '../fixed-charges/unit-change.js';
import { writeCommitment } from '../minimum-commitments/commitment-writes.js';
import { insertPlan, repriceCopies, updatePlan, type PlanRow } from '../../model/plan-repositories/plans.repository.js';
import type { Scope } from '../../scope.js';
import { applyPlanTaxes, replacePlanTaxes } from '../../issuers/taxes/applied-taxes.js';
import { insertThresholds, replaceThresholds } from '../usage-thresholds/usage-thresholds.repository.js';
import type { CheckedNewPlan, CheckedPlanChange } from './plan.checks.js';

/** Writes a checked plan with all of its parts, and publishes it. @returns the stored row */
export async function writeNewPlan(scope: Scope, checked: CheckedNewPlan): Promise<PlanRow> {
  const { transaction, now } = scope;
  const { row, taxIds, thresholds, charges, fixedCharges, commitment } = checked;
  const plan = await insertPlan(transaction, row);
  await applyPlanTaxes(scope, { ownerId: plan.id, taxIds });
  await insertThresholds(scope, plan.id, thresholds);
  await writeCharges(scope, charges, null);
  await writeFixedCharges(scope, fixedCharges, null);
  if (commitment) await writeCommitment(scope, plan.id, commitment);
  await transaction.append('plan.created', plan.id, { plan_id: plan.id }, now.getTime());
  return plan;
}

/**
 * Writes a checked change of a plan with all of its parts, and publishes it.
 * @param copies ids of the override plans that follow; null for no cascade
 * @returns the stored row
 */
export async function writePlanChange(
  scope: Scope,
  plan: PlanRow,
  checked: CheckedPlanChange,
  copies: ReadonlySet<string> | null,
): Promise<PlanRow> {
  const { transaction, now } = scope;
  const changed = await updatePlan(transaction, plan.id, checked.changes);
  if (checked.taxIds) await replacePlanTaxes(scope, { ownerId: plan.id, taxIds: checked.taxIds });
  if (checked.thresholds) {
    await replaceThresholds(scope, plan.id, checked.thresholds);
    await transaction.append('plan.thresholds_changed', plan.id, { plan_id: plan.id }, now.getTime());
  }
  if (checked.charges) await writeCharges(scope, checked.charges, copies);
  if (checked.fixedCharges) {
    const followers = copies && { ids: copies, immediately: true };
    const { unitChanges } = await writeFixedCharges(scope, checked.fixedCharges, followers);
    await publishUnitChanges(scope, plan.id, unitChanges);
  }
  if (checked.commitment) await writeCommitment(scope, plan.id, checked.commitment);
  await publishChange(scope, plan, changed, checked.cascades);
  return changed;
}

/** Publishes a changed plan; a cascade sets a changed price on the copies that still have the old one. */
async function publishChange(scope: Scope, plan: PlanRow, changed: PlanRow, cascades: boolean): Promise<void> {
  const { transaction, now } = scope;
  const amountChanged = changed.amount_cents !== plan.amount_cents;
  const repriced = amountChanged && cascades ? await repriceCopies(transaction, plan, changed.amount_cents, now) : [];
  const payload = { plan_id: plan.id, amount_changed: amountChanged, repriced_copies: repriced };
  await transaction.append('plan.updated', plan.id, payload, now.getTime());
}
