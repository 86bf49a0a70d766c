import { sql, type Selectable, type Updateable } from 'kysely';
import { isId, NotFound, paginate, updateRows, type Page, type TenantTransaction } from '@tollgate/platform';
import { batchesOf } from '../../batches.js';
import { tables } from '../tables/catalog.tables.js';
import type { MetricFilterView } from '../../views.js';
import type { ChargeFiltersTable } from '../tables/charge-filters.tables.js';
import { trimFilterValues } from './trimmed-filters.js';

export type ChargeFilterRow = Selectable<ChargeFiltersTable>;

const live = (transaction: TenantTransaction) =>
  tables(transaction).selectFrom('catalog.charge_filters').where('deleted_at', 'is', null);

/** A filter has twelve parameters. */
const rowsOfStatement = 5_000;

/** Inserts filters of any number of charges. @returns the stored rows, in the order of `rows` */
export async function insertFilters(
  transaction: TenantTransaction,
  rows: ChargeFilterRow[],
): Promise<ChargeFilterRow[]> {
  const stored: ChargeFilterRow[] = [];
  for (const batch of batchesOf(rows, rowsOfStatement)) {
    const values = batch.map((row) => ({
      ...row,
      properties: JSON.stringify(row.properties),
      values: JSON.stringify(row.values),
    }));
    stored.push(
      ...(await tables(transaction).insertInto('catalog.charge_filters').values(values).returningAll().execute()),
    );
  }
  return stored;
}

export async function updateFilter(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<ChargeFiltersTable>,
): Promise<ChargeFilterRow> {
  return tables(transaction)
    .updateTable('catalog.charge_filters')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Changes of a stored filter; all of a statement name the same columns. */
export type FilterUpdate = Pick<ChargeFilterRow, 'id'> & Partial<ChargeFilterRow>;

/** Writes changes of any number of filters, in one statement. */
export const updateFilters = (transaction: TenantTransaction, changes: FilterUpdate[]): Promise<void> =>
  updateRows(transaction, 'catalog.charge_filters', changes);

/** A live filter of a charge. @throws NotFound */
export async function existingFilter(
  transaction: TenantTransaction,
  chargeId: string,
  id: string,
): Promise<ChargeFilterRow> {
  const filter = isId(id)
    ? await live(transaction).selectAll().where('charge_id', '=', chargeId).where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!filter) throw new NotFound('charge_filter');
  return filter;
}

/** A filter by its id with the code of its charge, a removed one too. */
export async function findWrittenFilter(
  transaction: TenantTransaction,
  id: string,
): Promise<ChargeFilterRow & { charge_code: string }> {
  return tables(transaction)
    .selectFrom('catalog.charge_filters as filter')
    .innerJoin('catalog.charges as charge', 'charge.id', 'filter.charge_id')
    .selectAll('filter')
    .select('charge.code as charge_code')
    .where('filter.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** One page of a charge's filters, by last write. */
export async function listFilters(transaction: TenantTransaction, chargeId: string, page: Page) {
  return paginate(live(transaction).selectAll().where('charge_id', '=', chargeId).orderBy('position'), page);
}

/** The number of filters of a charge. */
export async function countFilters(transaction: TenantTransaction, chargeId: string): Promise<number> {
  const { filters } = await live(transaction)
    .select(({ fn }) => fn.countAll<string>().as('filters'))
    .where('charge_id', '=', chargeId)
    .executeTakeFirstOrThrow();
  return Number(filters);
}

/** Filters of charges, by charge and last write. */
export async function filtersOfCharges(
  transaction: TenantTransaction,
  chargeIds: string[],
): Promise<Map<string, ChargeFilterRow[]>> {
  const byCharge = new Map<string, ChargeFilterRow[]>(chargeIds.map((id) => [id, []]));
  if (chargeIds.length === 0) return byCharge;
  const rows = await live(transaction).selectAll().where('charge_id', 'in', chargeIds).orderBy('position').execute();
  for (const row of rows) byCharge.get(row.charge_id)?.push(row);
  return byCharge;
}

/** The positions of the last written filters of charges, deleted ones too; a charge without filters is missing. */
export async function lastPositions(transaction: TenantTransaction, chargeIds: string[]): Promise<Map<string, number>> {
  if (chargeIds.length === 0) return new Map();
  const rows = await tables(transaction)
    .selectFrom('catalog.charge_filters')
    .select((expression) => ['charge_id', expression.fn.max('position').as('last')])
    .where('charge_id', 'in', chargeIds)
    .groupBy('charge_id')
    .execute();
  return new Map(rows.map(({ charge_id: id, last }) => [id, last]));
}

/** The position of the next written filter of a charge. */
export const nextPosition = async (transaction: TenantTransaction, chargeId: string): Promise<number> =>
  ((await lastPositions(transaction, [chargeId])).get(chargeId) ?? 0) + 1;

export async function deleteFilters(transaction: TenantTransaction, ids: string[], at: Date): Promise<number> {
  if (ids.length === 0) return 0;
  const { numUpdatedRows } = await tables(transaction)
    .updateTable('catalog.charge_filters')
    .set({ deleted_at: at })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** The filters of charges that lose values or all keys by a change of their metric's filters. */
export async function trimmedFilters(
  transaction: TenantTransaction,
  metricId: string,
  metricFilters: MetricFilterView[],
): Promise<{ changed: Pick<ChargeFilterRow, 'id' | 'values'>[]; emptied: string[] }> {
  const rows = await tables(transaction)
    .selectFrom('catalog.charge_filters as filter')
    .innerJoin('catalog.charges as charge', 'charge.id', 'filter.charge_id')
    .select(['filter.id', 'filter.values'])
    .where('charge.billable_metric_id', '=', metricId)
    .where('charge.deleted_at', 'is', null)
    .where('filter.deleted_at', 'is', null)
    .execute();
  const trimmed = rows.map(({ id, values }) => ({ id, values, left: trimFilterValues(values, metricFilters) }));
  const isChanged = ({ values, left }: (typeof trimmed)[number]) => JSON.stringify(left) !== JSON.stringify(values);
  return {
    changed: trimmed
      .filter((one) => one.left.length > 0 && isChanged(one))
      .map(({ id, left }) => ({ id, values: left })),
    emptied: trimmed.filter(({ left }) => left.length === 0).map(({ id }) => id),
  };
}

/** Applies a change of a metric's filters to all charges: trims removed values and deletes filters without any key. */
export async function trimChargeFilters(
  transaction: TenantTransaction,
  metricId: string,
  metricFilters: MetricFilterView[],
  at: Date,
): Promise<void> {
  const { changed, emptied } = await trimmedFilters(transaction, metricId, metricFilters);
  for (const batch of batchesOf(changed, rowsOfStatement)) await updateFilters(transaction, batch);
  await deleteFilters(transaction, emptied, at);
}
