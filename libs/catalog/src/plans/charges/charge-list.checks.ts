import type { PreparedCharge, StoredCharge } from '../charge-writes/prepared-charges.js';
import type { ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import type { OwningPlan } from '../prices/owning-plan.js';
import type { Stamp } from '../../scope.js';
import { afterEdit, checkChargeChange, checkNewCharge } from './charge.checks.js';
import type { ChargeInPlanDraft } from './charge.draft.js';
import type { ChargeLookups, ChargePair } from './charge.lookups.js';

/** Charges of a plan that passed their checks, in the order of the body. */
export interface CheckedCharges {
  prepared: PreparedCharge[];
  /** The changed charges as they were, by id. */
  stored: ReadonlyMap<string, StoredCharge>;
  /** The ids of charges that the body leaves out. */
  dropped: string[];
}

/** Matches the charges of a body with the stored ones that they change. */
export function pairWithStored(items: ChargeInPlanDraft[], rows: ChargeRow[]): ChargePair[] {
  const rowById = new Map(rows.map((row) => [row.id, row]));
  return items.map(({ id, added, changed }) => {
    const charge = rowById.get(id);
    return charge ? { draft: changed, charge } : { draft: added, charge: null };
  });
}

/**
 * Checks the charges of a body in input order; the first invalid one fails. An entry with the id of a stored charge
 * changes that one, other entries are new. Missing ones are deleted last, so they reserve their codes until then
 * (catalog, section 3.2).
 * @param rows the stored charges of the plan
 * @throws ValidationFailed, NotFound
 */
export function checkChargeList(
  items: ChargeInPlanDraft[],
  rows: ChargeRow[],
  plan: Omit<OwningPlan, 'codes'>,
  found: ChargeLookups,
  stamp: Stamp,
): CheckedCharges {
  const codes = new Map(rows.map(({ id, code }) => [id, code]));
  const current = new Map(found.stored);
  const dropped = new Set(rows.map(({ id }) => id));
  const prepared = items.map(({ id, added, changed }) => {
    const stored = current.get(id);
    const owner = { ...plan, codes: [...codes.values()] };
    const charge = stored
      ? checkChargeChange(changed, stored, owner, found, stamp)
      : checkNewCharge(added, owner, found, stamp);
    if (stored && charge.kind === 'edited') current.set(id, afterEdit(stored, charge));
    codes.set(charge.row.id, charge.row.code);
    dropped.delete(charge.row.id);
    return charge;
  });
  return { prepared, stored: found.stored, dropped: [...dropped] };
}
