import { type AddOnFilters, type SortsOf } from '@tollgate/contracts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import {
  NotFound,
  instantKey,
  integerKey,
  listForm,
  nameKey,
  narrowed,
  newestFirst,
  readList,
  type TenantTransaction,
} from '@tollgate/platform';
import { tables } from '../../model/tables/catalog.tables.js';
import type { AddOnsTable } from '../../model/tables/add-ons.tables.js';

export type AddOnRow = Selectable<AddOnsTable>;

const live = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('catalog.add_ons')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);

export async function insertAddOn(transaction: TenantTransaction, row: Insertable<AddOnsTable>): Promise<AddOnRow> {
  return tables(transaction).insertInto('catalog.add_ons').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateAddOn(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<AddOnsTable>,
): Promise<AddOnRow> {
  return tables(transaction)
    .updateTable('catalog.add_ons')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * A live add-on by its code.
 * @param lock changes take it, because they reach into the fixed charges of the add-on
 * @throws NotFound
 */
export async function existingAddOn(transaction: TenantTransaction, code: string, lock?: 'update'): Promise<AddOnRow> {
  const query = live(transaction).where('code', '=', code);
  const addOn = await (lock ? query.forUpdate() : query).executeTakeFirst();
  if (!addOn) throw new NotFound('add_on');
  return addOn;
}

/** Whether a live add-on has a code. */
export async function isAddOnCode(transaction: TenantTransaction, code: string): Promise<boolean> {
  return (await live(transaction).where('code', '=', code).executeTakeFirst()) !== undefined;
}

const list = listForm<SortsOf<AddOnFilters>>({
  updated: 'updated_at',
  keys: {
    created_at: instantKey('created_at'),
    name: nameKey('name'),
    code: nameKey('code'),
    amount_cents: integerKey('amount_cents'),
  },
  order: newestFirst,
  searched: ['name', 'code', 'description'],
});

/** The add-ons that match the filters of a list, unordered. */
export const addOnsFound = (transaction: TenantTransaction, filters: AddOnFilters) =>
  narrowed(live(transaction), list, filters);

/** One page of add-ons, newest first (catalog, section 1.6). */
export async function listAddOns(transaction: TenantTransaction, filters: AddOnFilters) {
  return readList(transaction, addOnsFound(transaction, filters), list, filters);
}

/**
 * Live add-ons by their ids or codes.
 * @param lock blocks deletion until the fixed charge that uses the add-on is written
 */
export async function liveAddOns(
  transaction: TenantTransaction,
  ids: string[],
  codes: string[],
  lock?: 'share',
): Promise<AddOnRow[]> {
  if (ids.length === 0 && codes.length === 0) return [];
  const query = live(transaction)
    .where((where) =>
      where.or([
        ...(ids.length > 0 ? [where('id', 'in', ids)] : []),
        ...(codes.length > 0 ? [where('code', 'in', codes)] : []),
      ]),
    )
    .orderBy('id');
  return (lock ? query.forShare() : query).execute();
}

/** Add-ons by their ids, deleted ones too. */
export async function addOnsById(transaction: TenantTransaction, ids: string[]): Promise<Map<string, AddOnRow>> {
  if (ids.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.add_ons')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
