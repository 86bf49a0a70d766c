import { cascadeCharge, cascadeChargeRemoval, cascadeNewCharge, type ChargeChange } from '../cascade/charge-cascade.js';
import { writeAddedCharges, writeEditedCharge } from '../charge-writes/charge-writes.js';
import type { EditedCharge, PreparedCharge } from '../charge-writes/prepared-charges.js';
import { deleteCharges, type ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import type { Scope } from '../../scope.js';
import type { CheckedCharges } from './charge-list.checks.js';

/**
 * Writes checked charges of one plan: changes, then new ones as a set, then the removal of the dropped ones.
 * @param copies ids of the override plans that follow, charge by charge in input order; null for no cascade
 * @returns the stored rows, in input order
 */
export async function writeCharges(
  scope: Scope,
  { prepared, stored, dropped }: CheckedCharges,
  copies: ReadonlySet<string> | null,
): Promise<ChargeRow[]> {
  const changes = await writeChanges(scope, prepared, stored);
  const added = await writeAddedCharges(
    scope,
    prepared.filter((charge) => charge.kind === 'added'),
  );
  if (copies) {
    for (const charge of prepared) {
      const change = changes.get(charge);
      if (change) await cascadeCharge(scope, change, copies);
      else await cascadeNewCharge(scope, added.get(charge.row.id) ?? charge.row, copies);
    }
    await cascadeChargeRemoval(scope, dropped, copies);
  }
  await deleteCharges(scope.transaction, dropped, scope.now);
  return prepared.map((charge) => changes.get(charge)?.after ?? added.get(charge.row.id) ?? charge.row);
}

/** Writes changes in input order: a charge may take the code that an earlier one gave up. @returns them by charge */
async function writeChanges(
  scope: Scope,
  prepared: PreparedCharge[],
  stored: CheckedCharges['stored'],
): Promise<Map<PreparedCharge, ChargeChange>> {
  const changes = new Map<PreparedCharge, ChargeChange>();
  const latest = new Map<string, ChargeChange>();
  for (const charge of prepared) {
    if (charge.kind === 'added') continue;
    const change = await writeChange(scope, charge, latest.get(charge.row.id) ?? unchanged(stored, charge));
    latest.set(charge.row.id, change);
    changes.set(charge, change);
  }
  return changes;
}

type Latest = Pick<ChargeChange, 'after' | 'filtersAfter'>;

/** A charge before the first change of the body. */
function unchanged(stored: CheckedCharges['stored'], { row }: EditedCharge): Latest {
  const before = stored.get(row.id);
  return { after: before?.row ?? row, filtersAfter: before?.filters ?? [] };
}

async function writeChange(
  scope: Scope,
  charge: EditedCharge,
  { after: before, filtersAfter: filtersBefore }: Latest,
): Promise<ChargeChange> {
  const { row: after, filters } = await writeEditedCharge(scope, charge);
  return { before, after, filtersBefore, filtersAfter: filters ?? filtersBefore };
}
