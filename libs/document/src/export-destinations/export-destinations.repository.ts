import type { Selectable } from 'kysely';
import { paginate, type Page, type SecretPlace, type TenantTransaction } from '@tollgate/platform';
import { tables, type DataExportDestinationsTable } from '../tables/document.tables.js';

export type DestinationRow = Selectable<DataExportDestinationsTable>;

const live = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('document.data_export_destinations')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('deleted_at', 'is', null);

export async function insertDestination(transaction: TenantTransaction, row: DestinationRow): Promise<void> {
  await tables(transaction).insertInto('document.data_export_destinations').values(row).execute();
}

export async function findDestination(transaction: TenantTransaction, id: string): Promise<DestinationRow | undefined> {
  return live(transaction).where('id', '=', id).executeTakeFirst();
}

/** Holds a destination, so that none is deleted while an export that needs it is written. */
export async function holdDestination(transaction: TenantTransaction, id: string): Promise<DestinationRow | undefined> {
  return live(transaction).where('id', '=', id).forShare().executeTakeFirst();
}

export async function countDestinations(transaction: TenantTransaction): Promise<number> {
  const rows = await live(transaction).execute();
  return rows.length;
}

/** Reads one page of destinations, newest first. */
export async function listDestinations(transaction: TenantTransaction, page: Page) {
  return paginate(live(transaction).orderBy('created_at', 'desc').orderBy('id', 'desc'), page);
}

/** Whether a schedule or an unfinished export needs a destination. */
export async function isDestinationUsed(transaction: TenantTransaction, id: string): Promise<boolean> {
  const schedule = await tables(transaction)
    .selectFrom('document.data_export_schedules')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('destination_id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  const unfinished = await tables(transaction)
    .selectFrom('document.data_exports')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('destination_id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirst();
  return schedule !== undefined || unfinished !== undefined;
}

/** Deletes a destination with its secret. @returns whether it still existed */
export async function deleteDestination(transaction: TenantTransaction, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tables(transaction)
    .updateTable('document.data_export_destinations')
    .set({ deleted_at: at, secret_access_key: '' })
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks a destination before it is deleted. */
export async function lockDestination(transaction: TenantTransaction, id: string): Promise<DestinationRow | undefined> {
  return live(transaction).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Where the secret of a destination is stored. */
export const placeOfSecret = ({
  id,
  organization_id: organizationId,
}: Pick<DestinationRow, 'id' | 'organization_id'>): SecretPlace => ({
  schema: 'document',
  table: 'data_export_destinations',
  column: 'secret_access_key',
  id,
  organizationId,
});
