import { sql } from 'kysely';
import { callKeyStart } from './repetition.js';
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

/** Those of the keys that have an answer. */
export async function storedKeys(
  transaction: TenantTransaction,
  schema: SchemaName,
  keys: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select idempotency_key as key from ${sql.table(`${schema}.command_answers`)}
    where organization_id = ${transaction.organizationId} and idempotency_key = any(${keys}::text[])
  `.execute(transaction);
  return new Set(rows.map(({ key }) => key));
}

/**
 * Deletes the stored answers of calls of an organization that name one of these identifiers, for an erasure. Answers of
 * commands stay: they are between services, and repeated by them alone.
 * @returns the number of answers
 */
export async function deleteAnswers(
  transaction: TenantTransaction,
  schema: SchemaName,
  identifiers: string[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(`${schema}.command_answers`)}
    where organization_id = ${transaction.organizationId} and starts_with(idempotency_key, ${callKeyStart})
      and exists (select from unnest(${identifiers}::text[]) as named (id) where position(named.id in answer::text) > 0)
  `.execute(transaction);
  return Number(numAffectedRows ?? 0n);
}
