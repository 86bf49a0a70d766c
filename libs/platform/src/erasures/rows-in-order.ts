import { sql, type RawBuilder } from 'kysely';
import type { TenantTransaction } from '../database/transaction.js';
import type { ErasedStep } from './erasures.repository.js';

/** Rows that one step reads. */
const rowsAtOnce = 1_000;

/** The rows of a table that are about a customer, and what happens to them. */
export interface ScannedRows {
  /** `SCHEMA.TABLE`, with the key `id` and an `organization_id`. */
  table: string;
  /** SQL for rows of the customer; the table is `own`. */
  matches: RawBuilder<unknown>;
  /** SQL of assignments; absent: the rows are deleted. */
  set?: RawBuilder<unknown>;
  /** Does what belongs to changed rows, in the same transaction. */
  then?: (ids: string[]) => Promise<void>;
}

/**
 * One step through a table that no index serves. It reads the next rows of the organization in the order of their keys,
 * and changes those of the customer. It needs two statements, however large the table is.
 * @param reached the last key of the step before
 */
export async function eraseInOrder(
  transaction: TenantTransaction,
  { table, matches, set, then }: ScannedRows,
  reached: string | null,
): Promise<ErasedStep> {
  const name = sql.raw(table);
  const { rows: span } = await sql<{ last: string | null; found: number }>`
    select max(id::text)::uuid as last, count(*)::int as found from (
      select id from ${name} where organization_id = ${transaction.organizationId}
        and id > ${reached ?? '00000000-0000-0000-0000-000000000000'}::uuid
      order by id limit ${rowsAtOnce}) as span
  `.execute(transaction);
  const { last, found } = span[0] ?? { last: null, found: 0 };
  if (last === null) return { rows: 0 };
  const within = sql`own.organization_id = ${transaction.organizationId} and own.id <= ${last}::uuid
    and own.id > ${reached ?? '00000000-0000-0000-0000-000000000000'}::uuid and (${matches})`;
  const { rows } = await (
    set
      ? sql<{ id: string }>`update ${name} as own set ${set} where ${within} returning own.id`
      : sql<{ id: string }>`delete from ${name} as own where ${within} returning own.id`
  ).execute(transaction);
  await then?.(rows.map(({ id }) => id));
  return { rows: rows.length, ...(found < rowsAtOnce ? {} : { next: last }) };
}

/** Continues in several tables, one after the other. @param reached the place in the list, then the place in that table */
export async function eraseTables(
  transaction: TenantTransaction,
  tables: readonly ScannedRows[],
  reached: string | null,
): Promise<ErasedStep> {
  const [at = '0', key] = (reached ?? '0').split(' ');
  const table = tables[Number(at)];
  if (!table) return { rows: 0 };
  const step = await eraseInOrder(transaction, table, key ?? null);
  if (step.next !== undefined) return { ...step, next: `${at} ${step.next}` };
  const following = Number(at) + 1;
  return { rows: step.rows, ...(following < tables.length ? { next: `${following}` } : {}) };
}
