import { sql, type Insertable, type Selectable } from 'kysely';
import { importBounds } from '@tollgate/contracts';
import { insertRows, paginate, type Page, type TenantTransaction, type Transaction } from '@tollgate/platform';
import type { DataImportRowsTable, DataImportsTable } from '../../model/subscriptions/data-imports.tables.js';
import { tables } from '../../model/subscription.tables.js';

export type DataImportRow = Selectable<DataImportsTable>;
export type Outcome = NonNullable<DataImportRowsTable['outcome']>;
/** Counts of rows by outcome. */
export type Outcomes = Record<Outcome, number>;

const importsOf = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('subscription.data_imports')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

const rowsOf = (transaction: TenantTransaction, importId: string) =>
  tables(transaction)
    .selectFrom('subscription.data_import_rows')
    .where('organization_id', '=', transaction.organizationId)
    .where('data_import_id', '=', importId);

export async function insertImport(
  transaction: TenantTransaction,
  row: Insertable<DataImportsTable>,
  rows: { line: number; given: Record<string, unknown>; errors: object | null }[],
): Promise<DataImportRow> {
  const made = await tables(transaction)
    .insertInto('subscription.data_imports')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
  await insertRows(
    transaction,
    'subscription.data_import_rows',
    rows.map(({ line, given: fields, errors }) => ({
      organization_id: transaction.organizationId,
      data_import_id: made.id,
      line,
      given: errors ? null : fields,
      outcome: errors ? 'failed' : null,
      errors,
    })),
  );
  return made;
}

export async function findImport(transaction: TenantTransaction, id: string): Promise<DataImportRow | undefined> {
  return importsOf(transaction).where('id', '=', id).executeTakeFirst();
}

/** One page of imports, newest first. */
export async function listImports(transaction: TenantTransaction, page: Page) {
  return paginate(importsOf(transaction).orderBy('created_at', 'desc').orderBy('id', 'desc'), page);
}

export async function countUnfinishedImports(transaction: TenantTransaction): Promise<number> {
  const { count } = await tables(transaction)
    .selectFrom('subscription.data_imports')
    .select((expression) => expression.fn.countAll<bigint>().as('count'))
    .where('organization_id', '=', transaction.organizationId)
    .where('completed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Counts of rows by outcome, by import. */
export async function outcomesOf(transaction: TenantTransaction, importIds: string[]): Promise<Map<string, Outcomes>> {
  const outcomesById = new Map<string, Outcomes>(importIds.map((id) => [id, { created: 0, updated: 0, failed: 0 }]));
  if (importIds.length === 0) return outcomesById;
  const rows = await tables(transaction)
    .selectFrom('subscription.data_import_rows')
    .select(['data_import_id', 'outcome', (expression) => expression.fn.countAll<bigint>().as('count')])
    .where('organization_id', '=', transaction.organizationId)
    .where('data_import_id', 'in', importIds)
    .where('outcome', 'is not', null)
    .groupBy(['data_import_id', 'outcome'])
    .execute();
  for (const { data_import_id: id, outcome, count } of rows) {
    const outcomes = outcomesById.get(id);
    if (outcomes && outcome) outcomes[outcome] = Number(count);
  }
  return outcomesById;
}

/** The errors of the first failed lines. */
export async function errorsOfImport(transaction: TenantTransaction, importId: string) {
  const rows = await rowsOf(transaction, importId)
    .select(['line', 'errors'])
    .where('outcome', '=', 'failed')
    .orderBy('line')
    .limit(importBounds.errors)
    .execute();
  return rows.map(({ line, errors }) => ({ line, errors: errors ?? {} }));
}

/** Waiting lines, in order. */
export async function waitingLines(transaction: TenantTransaction, importId: string, limit: number): Promise<number[]> {
  const rows = await rowsOf(transaction, importId)
    .select('line')
    .where('outcome', 'is', null)
    .orderBy('line')
    .limit(limit)
    .execute();
  return rows.map(({ line }) => line);
}

/** Locks a line and returns its content; undefined if it is done. */
export async function takeLine(
  transaction: TenantTransaction,
  importId: string,
  line: number,
): Promise<Record<string, unknown> | undefined> {
  const row = await rowsOf(transaction, importId)
    .select('given')
    .where('line', '=', line)
    .where('outcome', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row?.given ?? undefined;
}

/** Stores the outcome of a line, unless it has one. */
export async function endLine(
  transaction: TenantTransaction,
  importId: string,
  line: number,
  { outcome, errors }: { outcome: Outcome; errors: object | null },
): Promise<void> {
  await tables(transaction)
    .updateTable('subscription.data_import_rows')
    .set({ outcome, errors: errors && JSON.stringify(errors), given: null })
    .where('organization_id', '=', transaction.organizationId)
    .where('data_import_id', '=', importId)
    .where('line', '=', line)
    .where('outcome', 'is', null)
    .execute();
}

/** Counts a try of a line with an unexpected error. @returns the number of tries */
export async function countTry(transaction: TenantTransaction, importId: string, line: number): Promise<number> {
  const row = await tables(transaction)
    .updateTable('subscription.data_import_rows')
    .set({ tries: sql`tries + 1` })
    .where('organization_id', '=', transaction.organizationId)
    .where('data_import_id', '=', importId)
    .where('line', '=', line)
    .returning('tries')
    .executeTakeFirst();
  return row?.tries ?? 0;
}

export async function completeImport(transaction: TenantTransaction, id: string, at: Date): Promise<void> {
  await tables(transaction)
    .updateTable('subscription.data_imports')
    .set({ completed_at: at })
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .execute();
}

/** Deletes old finished imports. @returns how many, `limit` at most */
export async function removeOldImports(transaction: Transaction, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ id: string }>`
    delete from subscription.data_imports
    where id in (
      select id from subscription.data_imports
      where kept_since < ${before} and completed_at is not null
      order by kept_since limit ${limit}
    )
    returning id
  `.execute(transaction);
  return rows.length;
}
