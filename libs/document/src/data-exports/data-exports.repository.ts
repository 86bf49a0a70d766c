import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { DataExportFilters } from '@tollgate/contracts';
import { paginate, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { tables, type DataExportPartsTable, type DataExportsTable } from '../tables/document.tables.js';

export type DataExportRow = Selectable<DataExportsTable>;
export type NewDataExport = Insertable<DataExportsTable>;

const exportsOf = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('document.data_exports')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

export async function insertDataExport(transaction: TenantTransaction, row: NewDataExport): Promise<DataExportRow> {
  return tables(transaction).insertInto('document.data_exports').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findDataExport(transaction: TenantTransaction, id: string): Promise<DataExportRow | undefined> {
  return exportsOf(transaction).where('id', '=', id).executeTakeFirst();
}

/** Reads one page of exports, newest first. */
export async function listDataExports(transaction: TenantTransaction, filters: DataExportFilters) {
  const { status, data_export_schedule_id: schedule } = filters;
  let query = exportsOf(transaction);
  if (status !== undefined) query = query.where('status', '=', status);
  if (schedule !== undefined) query = query.where('schedule_id', '=', schedule);
  return paginate(query.orderBy('created_at', 'desc').orderBy('id', 'desc'), filters);
}

/** Counts the unfinished exports. */
export async function countUnfinished(transaction: TenantTransaction): Promise<number> {
  const { count } = await tables(transaction)
    .selectFrom('document.data_exports')
    .select((expression) => expression.fn.countAll<bigint>().as('count'))
    .where('organization_id', '=', transaction.organizationId)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The latest run of a series that has all of its rows; its files may be deleted meanwhile. */
export async function lastCompleted(
  transaction: TenantTransaction,
  series: string,
): Promise<DataExportRow | undefined> {
  return exportsOf(transaction)
    .where('series', '=', series)
    .where('status', 'in', ['completed', 'expired'])
    .orderBy('until', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Whether a run of a series is under way. */
export async function isRunning(transaction: TenantTransaction, series: string): Promise<boolean> {
  const row = await exportsOf(transaction)
    .where('series', '=', series)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes an export unless another worker advanced it: of two concurrent writes of a part, one succeeds. */
export async function advance(
  transaction: TenantTransaction,
  { id, parts, position, sent_parts: sent }: DataExportRow,
  changes: Updateable<DataExportsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(transaction)
    .updateTable('document.data_exports')
    .set(changes)
    .where('id', '=', id)
    .where('parts', '=', parts)
    .where('sent_parts', '=', sent)
    .where(sql<boolean>`position is not distinct from ${position}`)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The content of a part. */
export type PartContent = Partial<
  Omit<Selectable<DataExportPartsTable>, 'organization_id' | 'data_export_id' | 'number'>
>;

export async function insertPart(
  transaction: TenantTransaction,
  exportId: string,
  number: number,
  content: PartContent,
): Promise<void> {
  await tables(transaction)
    .insertInto('document.data_export_parts')
    .values({
      organization_id: transaction.organizationId,
      data_export_id: exportId,
      number,
      ...{ content: null, bytes: null, summary: null, rows: null, size_bytes: null, sha256: null },
      ...content,
    })
    .execute();
}

const partsOf = (transaction: TenantTransaction, exportId: string) =>
  tables(transaction)
    .selectFrom('document.data_export_parts')
    .where('organization_id', '=', transaction.organizationId)
    .where('data_export_id', '=', exportId);

/** The text of a part; undefined for a deleted one. */
export async function readPart(
  transaction: TenantTransaction,
  exportId: string,
  number: number,
): Promise<string | undefined> {
  const row = await partsOf(transaction, exportId).select('content').where('number', '=', number).executeTakeFirst();
  return row?.content ?? undefined;
}

/** The bytes of a part; undefined for a deleted one. */
export async function readBytes(
  transaction: TenantTransaction,
  exportId: string,
  number: number,
): Promise<Buffer | undefined> {
  const row = await partsOf(transaction, exportId)
    .select(['content', 'bytes'])
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.bytes ?? (row?.content == null ? undefined : Buffer.from(row.content));
}

/** The summaries of all parts for the end of the file, in order. */
export async function summariesOf(transaction: TenantTransaction, exportId: string): Promise<Buffer[]> {
  const rows = await partsOf(transaction, exportId).select('summary').orderBy('number').execute();
  return rows.flatMap(({ summary }) => summary ?? []);
}

/** The parts of an export without their bytes, in order. */
export async function describedParts(transaction: TenantTransaction, exportId: string) {
  return partsOf(transaction, exportId).select(['number', 'rows', 'size_bytes', 'sha256']).orderBy('number').execute();
}

/** Removes the bytes of a part that is elsewhere. */
export async function emptyPart(transaction: TenantTransaction, exportId: string, number: number): Promise<void> {
  await tables(transaction)
    .updateTable('document.data_export_parts')
    .set({ bytes: Buffer.alloc(0), summary: null })
    .where('organization_id', '=', transaction.organizationId)
    .where('data_export_id', '=', exportId)
    .where('number', '=', number)
    .execute();
}

/** Ends an unfinished export by a call. @returns the export; undefined for one that has ended */
export async function cancelExport(transaction: TenantTransaction, id: string): Promise<DataExportRow | undefined> {
  return tables(transaction)
    .updateTable('document.data_exports')
    .set({ status: 'canceled', expires_at: new Date() })
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .returningAll()
    .executeTakeFirst();
}

/** Unfinished exports of all organizations that were requested before an instant, the oldest first. */
export async function unfinishedBefore(
  transaction: Transaction,
  before: Date,
  limit: number,
): Promise<DataExportRow[]> {
  return tables(transaction)
    .selectFrom('document.data_exports')
    .selectAll()
    .where('status', 'in', ['pending', 'processing'])
    .where('requested_at', '<=', before)
    .orderBy('requested_at')
    .limit(limit)
    .execute();
}

/** Deletes expired files. @returns the number of exports, `limit` at most */
export async function expire(transaction: Transaction, now: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with old as (
      select id from document.data_exports
      where expires_at <= ${now} and status in ('completed', 'failed', 'canceled')
      order by expires_at limit ${limit} for update skip locked
    ), gone as (
      delete from document.data_export_parts part using old where part.data_export_id = old.id
    )
    update document.data_exports
    set status = case status when 'completed' then 'expired' else status end, expires_at = null
    from old where data_exports.id = old.id
    returning data_exports.id
  `.execute(transaction);
  return rows.length;
}
