import { sql, type Selectable } from 'kysely';
import { insertRows, type TenantTransaction } from '@tollgate/platform';
import type { EventBackfillObjectsTable } from '../../model/tables/event-backfills.tables.js';
import { tables } from '../../model/tables/ingestion.tables.js';

/** An object without its content. */
export type BackfillObject = Omit<Selectable<EventBackfillObjectsTable>, 'content'>;

/** An object as it is found: in a bucket, or uploaded with its content. */
export interface FoundObject {
  name: string;
  bytes: number;
  version: string;
  content: Buffer | null;
}

/** Stores the objects of a bucket, or one upload, in the order of their reading. */
export async function insertObjects(
  transaction: TenantTransaction,
  backfillId: string,
  objects: FoundObject[],
): Promise<void> {
  const rows = objects.map(({ name, bytes, version }, index) => ({
    organization_id: transaction.organizationId,
    event_backfill_id: backfillId,
    number: index + 1,
    name,
    bytes,
    version,
  }));
  await insertRows(transaction, 'ingestion.event_backfill_objects', rows);
  const [upload] = objects;
  if (!upload?.content) return;
  await tables(transaction)
    .updateTable('ingestion.event_backfill_objects')
    .set({ content: upload.content })
    .where('organization_id', '=', transaction.organizationId)
    .where('event_backfill_id', '=', backfillId)
    .execute();
}

/** An object of a backfill by its number, which begins with 1. */
export async function findObject(
  transaction: TenantTransaction,
  backfillId: string,
  number: number,
): Promise<BackfillObject | undefined> {
  return tables(transaction)
    .selectFrom('ingestion.event_backfill_objects')
    .select(['organization_id', 'event_backfill_id', 'number', 'name', 'bytes', 'version', 'columns'])
    .select(['bytes_read', 'rows_read'])
    .where('organization_id', '=', transaction.organizationId)
    .where('event_backfill_id', '=', backfillId)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** Stores how far an object is read. */
export async function advanceObject(
  transaction: TenantTransaction,
  object: BackfillObject,
  read: { bytes: number; rows: number; columns: string[] | null },
): Promise<void> {
  await tables(transaction)
    .updateTable('ingestion.event_backfill_objects')
    .set({
      bytes_read: BigInt(read.bytes),
      rows_read: BigInt(read.rows),
      columns: read.columns && JSON.stringify(read.columns),
    })
    .where('organization_id', '=', transaction.organizationId)
    .where('event_backfill_id', '=', object.event_backfill_id)
    .where('number', '=', object.number)
    .execute();
}

/** A part of an uploaded file; null once its content is deleted. @param start first byte @param end behind the last one */
export async function readContent(
  transaction: TenantTransaction,
  { event_backfill_id: id, number }: Pick<BackfillObject, 'event_backfill_id' | 'number'>,
  start: number,
  end: number,
): Promise<Buffer | null> {
  const { rows } = await sql<{ part: Buffer | null }>`
    select substring(content from ${start + 1}::integer for ${end - start}::integer) as part
    from ingestion.event_backfill_objects
    where organization_id = ${transaction.organizationId} and event_backfill_id = ${id} and number = ${number}
  `.execute(transaction);
  return rows[0]?.part ?? null;
}

/** Deletes the uploaded content of a backfill. */
export async function deleteContent(transaction: TenantTransaction, backfillId: string): Promise<void> {
  await tables(transaction)
    .updateTable('ingestion.event_backfill_objects')
    .set({ content: null })
    .where('organization_id', '=', transaction.organizationId)
    .where('event_backfill_id', '=', backfillId)
    .where('content', 'is not', null)
    .execute();
}
