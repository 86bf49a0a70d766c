import { FixedChargeInPlan } from '@tollgate/contracts';
import { newId } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { batchesOf } from '../../batches.js';
import { sameJson } from '../cascade/same-json.js';
import {
  copiesOfFixedCharges,
  deleteFixedCharges,
  fixedChargeCodesOfPlans,
  insertFixedCharges,
  updateFixedCharges,
  type FixedChargeRow,
} from '../../model/plan-repositories/fixed-charges.repository.js';
import { chargeCode } from '../prices/charge-code.js';
import { checkRecord, draftOf } from '../../records.js';
import type { Scope } from '../../scope.js';
import type { ChangedFixedCharge } from './prepared-fixed-charges.js';
import { unitChange, type UnitChange } from './unit-change.js';

const plansOfStatement = 1_000;

/** The generated code of a copy has the bound of a submitted one. @throws ValidationFailed */
function boundedCode(code: string): string {
  checkRecord(draftOf(FixedChargeInPlan, { code }));
  return code;
}

/**
 * Adds a new fixed charge, without its taxes, to override plans as well, once.
 * @param copies ids of the override plans to change
 */
export async function cascadeNewFixedCharge(
  { transaction, now }: Scope,
  charge: FixedChargeRow,
  copies: ReadonlySet<string>,
  immediately: boolean,
): Promise<UnitChange[]> {
  const plansWithCopy = new Set((await copiesOfFixedCharges(transaction, [charge.id])).map((copy) => copy.plan_id));
  const planIds = [...copies].filter((id) => !plansWithCopy.has(id));
  const changes: UnitChange[] = [];
  for (const batch of batchesOf(planIds, plansOfStatement)) {
    const codes = await fixedChargeCodesOfPlans(transaction, batch);
    const rows = batch.map((planId) => ({
      ...charge,
      id: newId(),
      plan_id: planId,
      parent_id: charge.id,
      code: boundedCode(chargeCode(charge.code, codes.get(planId) ?? [])),
      revision: 0,
      created_at: now,
      updated_at: now,
    }));
    const stored = await insertFixedCharges(transaction, rows);
    changes.push(...rows.map((row) => unitChange(stored.get(row.id) ?? row, immediately)));
  }
  return changes;
}

/**
 * Copies new units and properties of a fixed charge to its copies, unless a copy overrides model, properties or
 * units (catalog, section 3.3).
 */
export async function cascadeFixedCharge(
  scope: Scope,
  change: ChangedFixedCharge,
  copies: ReadonlySet<string>,
  immediately: boolean,
): Promise<UnitChange[]> {
  const { before, after, unitsChanged } = change;
  const following = (await copiesOfFixedCharges(scope.transaction, [before.id])).filter(
    (copy) => copies.has(copy.plan_id) && followsChange(copy, change),
  );
  for (const batch of batchesOf(following, plansOfStatement))
    await updateFixedCharges(
      scope.transaction,
      batch.map(({ id, revision }) => ({
        id,
        properties: after.properties,
        units: after.units,
        revision: revision + (unitsChanged ? 1 : 0),
        updated_at: scope.now,
      })),
    );
  if (!unitsChanged) return [];
  return following.map((copy) => unitChange({ ...copy, units: after.units, revision: copy.revision + 1 }, immediately));
}

/** Whether a copy overrides neither model, properties nor units. */
const followsChange = (copy: FixedChargeRow, { before, requestedModel }: ChangedFixedCharge): boolean =>
  copy.charge_model === requestedModel &&
  copy.charge_model === before.charge_model &&
  sameJson(copy.properties, before.properties) &&
  new Decimal(copy.units).equals(before.units);

/** Removes the copies of removed fixed charges. */
export async function cascadeFixedChargeRemoval(scope: Scope, ids: string[]): Promise<void> {
  const copies = await copiesOfFixedCharges(scope.transaction, ids);
  await deleteFixedCharges(
    scope.transaction,
    copies.map(({ id }) => id),
    scope.now,
  );
}
