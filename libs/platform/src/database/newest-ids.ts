import { sql } from 'kysely';
import type { IndexedTable } from './indexed-texts.js';
import type { TenantTransaction } from './transaction.js';

/** Ids of the rows of a customer in a table with `customer_id`, the newest first. */
export async function newestIds(
  transaction: TenantTransaction,
  table: IndexedTable,
  customerId: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.raw(table)} where organization_id = ${transaction.organizationId} and customer_id = ${customerId}
    order by created_at desc, id desc limit ${limit}
  `.execute(transaction);
  return rows.map(({ id }) => id);
}
