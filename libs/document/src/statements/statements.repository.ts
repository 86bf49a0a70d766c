import type { Selectable } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables, type StatementsTable } from '../tables/document.tables.js';

export type StatementRow = Selectable<StatementsTable>;

/** Stores what a statement says in short, once. */
export async function insertStatement(transaction: TenantTransaction, row: StatementRow): Promise<void> {
  await tables(transaction)
    .insertInto('document.statements')
    .values({ ...row, summary: JSON.stringify(row.summary) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function findStatement(transaction: TenantTransaction, id: string): Promise<StatementRow | undefined> {
  return tables(transaction)
    .selectFrom('document.statements')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}
