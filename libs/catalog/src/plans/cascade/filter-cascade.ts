import { newId } from '@tollgate/platform';
import { sameValues } from '../prices/filter-values.js';
import {
  deleteFilters,
  filtersOfCharges,
  insertFilters,
  nextPosition,
  updateFilter,
  type ChargeFilterRow,
} from '../../model/plan-repositories/charge-filters.repository.js';
import type { ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import type { Scope } from '../../scope.js';
import { withGroupKeysOf } from './group-keys.js';
import { sameJson, samePrices } from './same-json.js';

/**
 * Copies changed filters of a charge to its copy; equal values identify a filter. The copy's price stays if the
 * customer overrides it (catalog, section 3.3).
 */
export async function cascadeFilters(
  scope: Scope,
  copy: ChargeRow,
  before: ChargeFilterRow[],
  after: ChargeFilterRow[],
): Promise<void> {
  const copyFilters = (await filtersOfCharges(scope.transaction, [copy.id])).get(copy.id) ?? [];
  const sameIn = (filters: ChargeFilterRow[], filter: ChargeFilterRow) =>
    filters.find(({ values }) => sameValues(values, filter.values));
  const gone = before.filter((filter) => !sameIn(after, filter)).flatMap((filter) => sameIn(copyFilters, filter) ?? []);
  await deleteFilters(
    scope.transaction,
    gone.map(({ id }) => id),
    scope.now,
  );
  for (const filter of after) {
    const old = sameIn(before, filter);
    const copied = sameIn(copyFilters, filter);
    if (!old) {
      if (!copied) await addCopy(scope, copy.id, filter);
    } else if (copied && !isUnchanged(old, filter)) {
      await changeCopy(scope, copied, old, filter);
    }
  }
}

const isUnchanged = (old: ChargeFilterRow, filter: ChargeFilterRow) =>
  sameJson(old.properties, filter.properties) && old.invoice_display_name === filter.invoice_display_name;

async function addCopy({ transaction, now }: Scope, chargeId: string, filter: ChargeFilterRow): Promise<void> {
  await insertFilters(transaction, [
    {
      ...filter,
      id: newId(),
      charge_id: chargeId,
      position: await nextPosition(transaction, chargeId),
      created_at: now,
      updated_at: now,
    },
  ]);
}

async function changeCopy(
  { transaction, now }: Scope,
  copied: ChargeFilterRow,
  old: ChargeFilterRow,
  filter: ChargeFilterRow,
): Promise<void> {
  const untouched = samePrices(copied.properties, old.properties);
  await updateFilter(transaction, copied.id, {
    properties: JSON.stringify(untouched ? filter.properties : withGroupKeysOf(copied.properties, filter.properties)),
    ...(untouched ? { invoice_display_name: filter.invoice_display_name } : {}),
    updated_at: now,
  });
}
