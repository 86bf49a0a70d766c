import type { AddOnRow } from '../../products/add-ons/add-ons.repository.js';
import type { FixedChargeRow } from '../../model/plan-repositories/fixed-charges.repository.js';
import type { OwningPlan } from '../prices/owning-plan.js';
import type { Stamp } from '../../scope.js';
import type { NamedTaxes } from '../../issuers/taxes/named-taxes.js';
import { checkFixedChargeChange, checkNewFixedCharge } from './fixed-charge.checks.js';
import type { FixedChargeInPlanDraft } from './fixed-charge.draft.js';
import { addOnNamed } from './fixed-charge.lookups.js';
import type { PreparedFixedCharge } from './prepared-fixed-charges.js';

/** Fixed charges of a plan that passed their checks, in the order of the body. */
export interface CheckedFixedCharges {
  prepared: PreparedFixedCharge[];
  /** The stored ones as they were. */
  stored: FixedChargeRow[];
  /** The ids of fixed charges that the body leaves out. */
  dropped: string[];
}

/**
 * Checks the fixed charges of a body in input order; the first invalid one fails. An entry with the id of a stored one
 * changes that one, other entries are new. Missing ones are deleted last, so they reserve their codes until then
 * (catalog, section 3.2).
 * @param stored the stored fixed charges of the plan
 * @throws ValidationFailed, NotFound
 */
export function checkFixedChargeList(
  items: FixedChargeInPlanDraft[],
  stored: FixedChargeRow[],
  plan: Omit<OwningPlan, 'codes'>,
  { addOns, taxes }: { addOns: AddOnRow[]; taxes: NamedTaxes },
  stamp: Stamp,
): CheckedFixedCharges {
  const codes = new Map(stored.map(({ id, code }) => [id, code]));
  const current = new Map(stored.map((row) => [row.id, row]));
  const dropped = new Set(current.keys());
  const prepared = items.map(({ id, added, changed }) => {
    const before = current.get(id);
    const owner = { ...plan, codes: [...codes.values()] };
    const charge = before
      ? checkFixedChargeChange(changed, before, owner, taxes, stamp)
      : checkNewFixedCharge(added, addOnNamed(addOns, added.addOn), owner, taxes, stamp);
    if (before) current.set(id, charge.row);
    codes.set(charge.row.id, charge.row.code);
    dropped.delete(charge.row.id);
    return charge;
  });
  return { prepared, stored, dropped: [...dropped] };
}
