import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { paginate, type Page, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { tables, type DataExportsTable } from '../tables/document.tables.js';

export type DataExportRow = Selectable<DataExportsTable>;

const exportsOf = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('document.data_exports')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

export async function insertDataExport(
  transaction: TenantTransaction,
  row: Insertable<DataExportsTable>,
): Promise<DataExportRow> {
  return tables(transaction).insertInto('document.data_exports').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findDataExport(transaction: TenantTransaction, id: string): Promise<DataExportRow | undefined> {
  return exportsOf(transaction).where('id', '=', id).executeTakeFirst();
}

/** Reads one page of exports, newest first. */
export async function listDataExports(transaction: TenantTransaction, page: Page) {
  return paginate(exportsOf(transaction).orderBy('created_at', 'desc').orderBy('id', 'desc'), page);
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

/** Changes an export unless another worker advanced it: of two concurrent writes of a part, one succeeds. */
export async function advance(
  transaction: TenantTransaction,
  { id, parts }: DataExportRow,
  changes: Updateable<DataExportsTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tables(transaction)
    .updateTable('document.data_exports')
    .set(changes)
    .where('id', '=', id)
    .where('parts', '=', parts)
    .where('status', 'in', ['pending', 'processing'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertPart(
  transaction: TenantTransaction,
  exportId: string,
  number: number,
  content: string,
): Promise<void> {
  await tables(transaction)
    .insertInto('document.data_export_parts')
    .values({ organization_id: transaction.organizationId, data_export_id: exportId, number, content })
    .execute();
}

export async function readPart(
  transaction: TenantTransaction,
  exportId: string,
  number: number,
): Promise<string | undefined> {
  const row = await tables(transaction)
    .selectFrom('document.data_export_parts')
    .select('content')
    .where('organization_id', '=', transaction.organizationId)
    .where('data_export_id', '=', exportId)
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.content;
}

/** Deletes expired files. @returns the number of exports, `limit` at most */
export async function expire(transaction: Transaction, now: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    with old as (
      select id from document.data_exports
      where expires_at <= ${now} and status in ('completed', 'failed')
      order by expires_at limit ${limit} for update skip locked
    ), gone as (
      delete from document.data_export_parts part using old where part.data_export_id = old.id
    )
    update document.data_exports set status = case status when 'failed' then 'failed' else 'expired' end, expires_at = null
    from old where data_exports.id = old.id
    returning data_exports.id
  `.execute(transaction);
  return rows.length;
}
