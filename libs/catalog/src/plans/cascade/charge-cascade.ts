import { batchesOf } from '../../batches.js';
import { writeAddedCharges } from '../charge-writes/charge-writes.js';
import type { StoredCharge } from '../charge-writes/prepared-charges.js';
import { readStoredCharges } from '../charge-writes/stored-charges.js';
import type { ChargeFilterRow } from '../../model/plan-repositories/charge-filters.repository.js';
import {
  chargeCodesOfPlans,
  copiesOfCharges,
  deleteCharges,
  updateCharges,
  type ChargeRow,
} from '../../model/plan-repositories/charges.repository.js';
import { chargeCode } from '../prices/charge-code.js';
import type { Scope } from '../../scope.js';
import { copiedCharge } from './copied-charges.js';
import { cascadeFilters } from './filter-cascade.js';
import { withGroupKeysOf } from './group-keys.js';
import { sameJson } from './same-json.js';

/** A charge of a plan before and after a change, with its filters. */
export interface ChargeChange {
  before: ChargeRow;
  after: ChargeRow;
  filtersBefore: ChargeFilterRow[];
  filtersAfter: ChargeFilterRow[];
}

const plansOfStatement = 1_000;

/** Adds a new charge to override plans as well, once. @param copies ids of the override plans to change */
export async function cascadeNewCharge(scope: Scope, charge: ChargeRow, copies: ReadonlySet<string>): Promise<void> {
  const { transaction, now } = scope;
  const plansWithCopy = new Set((await copiesOfCharges(transaction, [charge.id])).map((copy) => copy.plan_id));
  const planIds = [...copies].filter((id) => !plansWithCopy.has(id));
  if (planIds.length === 0) return;
  const parent = (await readStoredCharges(transaction, [charge])).get(charge.id) as StoredCharge;
  for (const batch of batchesOf(planIds, plansOfStatement)) {
    const codes = await chargeCodesOfPlans(transaction, batch);
    await writeAddedCharges(
      scope,
      batch.map((planId) =>
        copiedCharge(parent, { planId, code: chargeCode(charge.code, codes.get(planId) ?? []), now }),
      ),
    );
  }
}

/**
 * Copies a changed charge to its copies: the price unless the copy overrides it, group keys and code always, name,
 * taxes and minimum never (catalog, section 3.3).
 */
export async function cascadeCharge(
  scope: Scope,
  { before, after, filtersBefore, filtersAfter }: ChargeChange,
  copies: ReadonlySet<string>,
): Promise<void> {
  const following = (await followingCharges(scope, [before.id], copies)).filter(
    ({ charge_model: model }) => model === after.charge_model,
  );
  for (const batch of batchesOf(following, plansOfStatement)) {
    const codes =
      after.code === before.code
        ? null
        : await chargeCodesOfPlans(
            scope.transaction,
            batch.map(({ plan_id: planId }) => planId),
          );
    const mayTakeCode = ({ plan_id: planId }: ChargeRow) => codes !== null && !codes.get(planId)?.includes(after.code);
    await updateCharges(
      scope.transaction,
      batch.map((copy) => ({
        id: copy.id,
        code: mayTakeCode(copy) ? after.code : copy.code,
        properties: copiedProperties(copy, { before, after }),
        updated_at: scope.now,
      })),
    );
  }
  await cascadeFilters(scope, following, filtersBefore, filtersAfter);
}

/** The changed properties, or those of a copy that overrides them, with the changed group keys. */
function copiedProperties(copy: ChargeRow, { before, after }: Pick<ChargeChange, 'before' | 'after'>) {
  const untouched = copy.charge_model === before.charge_model && sameJson(copy.properties, before.properties);
  return untouched ? after.properties : withGroupKeysOf(copy.properties, after.properties);
}

/** Removes the copies of removed charges. */
export async function cascadeChargeRemoval(scope: Scope, ids: string[], copies: ReadonlySet<string>): Promise<void> {
  const charges = await followingCharges(scope, ids, copies);
  await deleteCharges(
    scope.transaction,
    charges.map(({ id }) => id),
    scope.now,
  );
}

/** The copies of charges in the override plans to change. */
export async function followingCharges(
  { transaction }: Scope,
  chargeIds: string[],
  copies: ReadonlySet<string>,
): Promise<ChargeRow[]> {
  return (await copiesOfCharges(transaction, chargeIds)).filter((copy) => copies.has(copy.plan_id));
}
