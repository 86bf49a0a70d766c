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
 * Copies changed filters of a charge to its copy. A copied filter follows its parent, whatever the values of the two
 * became; one without a parent follows the filter with its values (charges, section 9). The copy's price stays if the
 * customer overrides it (catalog, section 3.3).
 */
export async function cascadeFilters(
  scope: Scope,
  copy: ChargeRow,
  before: ChargeFilterRow[],
  after: ChargeFilterRow[],
): Promise<void> {
  const copyFilters = (await filtersOfCharges(scope.transaction, [copy.id])).get(copy.id) ?? [];
  const [oldById, newById] = [byId(before), byId(after)];
  const gone = before.filter(({ id }) => !newById.has(id)).flatMap((filter) => copyOf(filter, copyFilters) ?? []);
  await deleteFilters(
    scope.transaction,
    gone.map(({ id }) => id),
    scope.now,
  );
  for (const filter of after) {
    const old = oldById.get(filter.id);
    if (!old) {
      const own = copyFilters.find((each) => isFree(each, newById) && sameValues(each.values, filter.values));
      if (own) await updateFilter(scope.transaction, own.id, { parent_id: filter.id });
      else await addCopy(scope, copy.id, filter);
    } else if (!isUnchanged(old, filter)) {
      const copied = copyOf(old, copyFilters);
      if (copied) await changeCopy(scope, copied, old, filter);
    }
  }
}

const byId = (filters: ChargeFilterRow[]) => new Map(filters.map((filter) => [filter.id, filter]));

/** The filter of a copy that follows a filter of its parent. */
const copyOf = (filter: ChargeFilterRow, copyFilters: ChargeFilterRow[]): ChargeFilterRow | undefined =>
  copyFilters.find((copy) => copy.parent_id === filter.id) ??
  copyFilters.find((copy) => copy.parent_id === null && sameValues(copy.values, filter.values));

/** Whether a filter of a copy follows no live filter of its parent. */
const isFree = ({ parent_id: parent }: ChargeFilterRow, live: ReadonlyMap<string, ChargeFilterRow>): boolean =>
  parent === null || !live.has(parent);

const isUnchanged = (old: ChargeFilterRow, filter: ChargeFilterRow) =>
  sameJson(old.properties, filter.properties) && old.invoice_display_name === filter.invoice_display_name;

async function addCopy({ transaction, now }: Scope, chargeId: string, filter: ChargeFilterRow): Promise<void> {
  await insertFilters(transaction, [
    {
      ...filter,
      id: newId(),
      charge_id: chargeId,
      parent_id: filter.id,
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
    parent_id: filter.id,
    updated_at: now,
  });
}
