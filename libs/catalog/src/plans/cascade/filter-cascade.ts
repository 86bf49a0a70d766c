import { newId } from '@tollgate/platform';
import { batchesOf } from '../../batches.js';
import { sameValues } from '../prices/filter-values.js';
import {
  deleteFilters,
  filtersOfCharges,
  insertFilters,
  lastPositions,
  updateFilters,
  type ChargeFilterRow,
  type FilterUpdate,
} from '../../model/plan-repositories/charge-filters.repository.js';
import type { ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import type { Scope } from '../../scope.js';
import { withGroupKeysOf } from './group-keys.js';
import { sameJson, samePrices } from './same-json.js';

/** Filters that are read and written together, of all copies. */
const filtersAtOnce = 20_000;

/** Changed filters of a charge, and those of a copy that follow them. */
interface CopyChanges {
  removed: string[];
  updated: FilterUpdate[];
  added: ChargeFilterRow[];
}

/**
 * Copies changed filters of a charge to its copies, in sets. A copied filter follows its parent, whatever the values of
 * the two became; one without a parent follows the filter with its values (charges, section 9). The copy's price stays if
 * the customer overrides it (catalog, section 3.3).
 */
export async function cascadeFilters(
  scope: Scope,
  copies: ChargeRow[],
  before: ChargeFilterRow[],
  after: ChargeFilterRow[],
): Promise<void> {
  const change = changeOf(before, after);
  if (!change) return;
  const copiesAtOnce = Math.max(1, Math.floor(filtersAtOnce / Math.max(before.length, after.length)));
  for (const batch of batchesOf(copies, copiesAtOnce)) await cascadeTo(scope, batch, change);
}

/** The filters of a charge before and after a change. */
interface FiltersChange {
  newById: Map<string, ChargeFilterRow>;
  gone: ChargeFilterRow[];
  added: ChargeFilterRow[];
  changed: { old: ChargeFilterRow; filter: ChargeFilterRow }[];
}

function changeOf(before: ChargeFilterRow[], after: ChargeFilterRow[]): FiltersChange | null {
  const [oldById, newById] = [byId(before), byId(after)];
  const gone = before.filter(({ id }) => !newById.has(id));
  const added = after.filter(({ id }) => !oldById.has(id));
  const changed = after.flatMap((filter) => {
    const old = oldById.get(filter.id);
    return old && !isUnchanged(old, filter) ? [{ old, filter }] : [];
  });
  return gone.length + added.length + changed.length > 0 ? { newById, gone, added, changed } : null;
}

async function cascadeTo(scope: Scope, copies: ChargeRow[], change: FiltersChange): Promise<void> {
  const { transaction, now } = scope;
  const ids = copies.map(({ id }) => id);
  const filters = await filtersOfCharges(transaction, ids);
  const positions = change.added.length > 0 ? await lastPositions(transaction, ids) : new Map<string, number>();
  const changes = ids.map((id) =>
    changesOfCopy({ id, filters: filters.get(id) ?? [], lastPosition: positions.get(id) ?? 0, now }, change),
  );
  await deleteFilters(
    transaction,
    changes.flatMap(({ removed }) => removed),
    now,
  );
  await updateFilters(
    transaction,
    changes.flatMap(({ updated }) => updated),
  );
  await insertFilters(
    transaction,
    changes.flatMap(({ added }) => added),
  );
}

/** A copied charge with its live filters. */
interface Copy {
  id: string;
  filters: ChargeFilterRow[];
  lastPosition: number;
  now: Date;
}

function changesOfCopy(copy: Copy, { newById, gone, added, changed }: FiltersChange): CopyChanges {
  const copied = changed.flatMap(({ old, filter }) => {
    const own = copyOf(old, copy.filters);
    return own ? [changedCopy(own, old, filter, copy.now)] : [];
  });
  // A filter of the copy with the values of an added one follows it from now on.
  const ownOf = new Map(
    added.map((filter) => [
      filter.id,
      copy.filters.find((each) => isFree(each, newById) && sameValues(each.values, filter.values)),
    ]),
  );
  const followed = added.flatMap((filter) => {
    const own = ownOf.get(filter.id);
    return own ? [updateOf(own, { parent_id: filter.id })] : [];
  });
  return {
    removed: gone.flatMap((filter) => copyOf(filter, copy.filters)?.id ?? []),
    updated: [...copied, ...followed],
    added: added.filter(({ id }) => !ownOf.get(id)).map((filter, index) => newCopy(copy, filter, index)),
  };
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

function newCopy({ id, lastPosition, now }: Copy, filter: ChargeFilterRow, index: number): ChargeFilterRow {
  return {
    ...filter,
    id: newId(),
    charge_id: id,
    // Its documents take those of the parent while the names are the same.
    invoice_display_name_translations: {},
    parent_id: filter.id,
    position: lastPosition + index + 1,
    created_at: now,
    updated_at: now,
  };
}

function changedCopy(copied: ChargeFilterRow, old: ChargeFilterRow, filter: ChargeFilterRow, now: Date): FilterUpdate {
  const untouched = samePrices(copied.properties, old.properties);
  return updateOf(copied, {
    properties: untouched ? filter.properties : withGroupKeysOf(copied.properties, filter.properties),
    ...(untouched ? { invoice_display_name: filter.invoice_display_name } : {}),
    parent_id: filter.id,
    updated_at: now,
  });
}

const updateOf = (
  { id, properties, invoice_display_name, parent_id, updated_at }: ChargeFilterRow,
  changes: Partial<ChargeFilterRow>,
): FilterUpdate => ({ id, properties, invoice_display_name, parent_id, updated_at, ...changes });
