import {
  deleteFixedCharges,
  insertFixedCharges,
  updateFixedCharge,
  type FixedChargeRow,
} from '../../model/plan-repositories/fixed-charges.repository.js';
import type { Scope } from '../../scope.js';
import { applyFixedChargeTaxes, replaceFixedChargeTaxes } from '../../issuers/taxes/applied-taxes.js';
import { cascadeFixedCharge, cascadeFixedChargeRemoval, cascadeNewFixedCharge } from './fixed-charge-cascade.js';
import type { CheckedFixedCharges } from './fixed-charge-list.checks.js';
import type {
  AddedFixedCharge,
  ChangedFixedCharge,
  EditedFixedCharge,
  PreparedFixedCharge,
} from './prepared-fixed-charges.js';
import { unitChange, type UnitChange } from './unit-change.js';

/** Override plans that follow a write. */
export interface FollowingPlans {
  ids: ReadonlySet<string>;
  /** Whether new units are in force there when they are in their parent; else they are from the next period on. */
  immediately: boolean;
}

/** Written fixed charges. */
export interface WrittenFixedCharges {
  /** The stored rows, in input order. */
  rows: FixedChargeRow[];
  /** The new units, for subscriptions. */
  unitChanges: UnitChange[];
}

/**
 * Writes checked fixed charges of one plan: changes, then new ones as a set, then the removal of the dropped ones.
 * @param copies the override plans that follow, one fixed charge after another in input order; null for no cascade
 */
export async function writeFixedCharges(
  scope: Scope,
  { prepared, stored, dropped }: CheckedFixedCharges,
  copies: FollowingPlans | null,
): Promise<WrittenFixedCharges> {
  const changes = await writeChanges(scope, prepared, stored);
  const added = await writeAddedFixedCharges(
    scope,
    prepared.filter((charge) => charge.kind === 'added'),
  );
  const rowOf = (charge: PreparedFixedCharge) => changes.get(charge)?.after ?? added.get(charge.row.id) ?? charge.row;
  const unitChanges: UnitChange[] = [];
  for (const charge of prepared) {
    const change = changes.get(charge);
    if (!change || change.unitsChanged) unitChanges.push(unitChange(rowOf(charge), charge.immediately));
    if (!copies) continue;
    const immediately = copies.immediately && charge.immediately;
    unitChanges.push(
      ...(change
        ? await cascadeFixedCharge(scope, change, copies.ids, immediately)
        : await cascadeNewFixedCharge(scope, rowOf(charge), copies.ids, immediately)),
    );
  }
  if (copies) await cascadeFixedChargeRemoval(scope, dropped);
  await deleteFixedCharges(scope.transaction, dropped, scope.now);
  return { rows: prepared.map(rowOf), unitChanges };
}

/** Writes new fixed charges with their taxes, as sets. @returns the stored rows, by id */
export async function writeAddedFixedCharges(
  scope: Scope,
  added: AddedFixedCharge[],
): Promise<Map<string, FixedChargeRow>> {
  const rows = await insertFixedCharges(
    scope.transaction,
    added.map(({ row }) => row),
  );
  await applyFixedChargeTaxes(
    scope,
    added.map(({ row, taxIds }) => ({ ownerId: row.id, taxIds })),
  );
  return rows;
}

/** Writes changes in input order: one may take the code that an earlier one gave up. @returns them by fixed charge */
async function writeChanges(
  scope: Scope,
  prepared: PreparedFixedCharge[],
  stored: FixedChargeRow[],
): Promise<Map<PreparedFixedCharge, ChangedFixedCharge>> {
  const changes = new Map<PreparedFixedCharge, ChangedFixedCharge>();
  const latest = new Map(stored.map((row) => [row.id, row]));
  for (const charge of prepared) {
    if (charge.kind === 'added') continue;
    const after = await writeEditedFixedCharge(scope, charge);
    changes.set(charge, { ...charge, before: latest.get(after.id) ?? after, after });
    latest.set(after.id, after);
  }
  return changes;
}

/** Writes a changed fixed charge. @returns its stored row */
export async function writeEditedFixedCharge(
  scope: Scope,
  { row, taxIds }: EditedFixedCharge,
): Promise<FixedChargeRow> {
  const { id, code, invoice_display_name, invoice_display_name_translations, charge_model, properties } = row;
  const { units, revision, updated_at } = row;
  const after = await updateFixedCharge(scope.transaction, id, {
    code,
    invoice_display_name,
    invoice_display_name_translations,
    charge_model,
    properties: JSON.stringify(properties),
    units,
    revision,
    updated_at,
  });
  if (taxIds) await replaceFixedChargeTaxes(scope, { ownerId: id, taxIds });
  return after;
}
