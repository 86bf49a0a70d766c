import { sql } from 'kysely';
import type { TenantTransaction } from './transaction.js';
import type { SchemaName } from './tenancy.js';

/**
 * Reserves the key of a command in the transaction that does its work. A concurrent call with the same key waits for
 * the end of that transaction.
 * @returns the answer when the work is already done
 * @throws Error when the key belongs to another organization
 */
export async function reserveAnswer(
  transaction: TenantTransaction,
  schema: SchemaName,
  key: string,
): Promise<object | null> {
  const table = sql.table(`${schema}.command_answers`);
  const { rows: reserved } = await sql`
    insert into ${table} (idempotency_key, organization_id, answer) values (${key}, ${transaction.organizationId}, '{}'::jsonb)
    on conflict (idempotency_key) do nothing returning true
  `.execute(transaction);
  if (reserved.length > 0) return null;
  const { rows } = await sql<{ answer: object }>`select answer from ${table} where idempotency_key = ${key}`.execute(
    transaction,
  );
  const [known] = rows;
  if (!known) throw new Error('An idempotency key is in use elsewhere');
  return known.answer;
}

/** Stores the answer under the reserved key. */
export async function storeAnswer(
  transaction: TenantTransaction,
  schema: SchemaName,
  key: string,
  answer: object,
): Promise<void> {
  await sql`
    update ${sql.table(`${schema}.command_answers`)} set answer = ${JSON.stringify(answer)}::jsonb where idempotency_key = ${key}
  `.execute(transaction);
}
