import { sql } from 'kysely';
import { followsWallClock } from '@tollgate/identity/reader';
import type { TenantTransaction, Transaction } from '@tollgate/platform';
import { tables } from '../../model/tables/ingestion.tables.js';

/** Most organizations of one pass. */
const maximumOrganizations = 5_000;

export async function insertChecks(
  transaction: TenantTransaction,
  checks: { hour: Date; due_at: Date }[],
): Promise<void> {
  await tables(transaction)
    .insertInto('ingestion.event_checks')
    .values(checks.map((check) => ({ organization_id: transaction.organizationId, ...check })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function nextCheck(transaction: TenantTransaction): Promise<Date | null> {
  const row = await tables(transaction)
    .selectFrom('ingestion.event_checks')
    .select('due_at')
    .where('organization_id', '=', transaction.organizationId)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row?.due_at ?? null;
}

/** Organizations on the wall clock with a due hour, in random order, so that none is always last. */
export async function organizationsWithChecks(transaction: Transaction, until: Date): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('ingestion.event_checks')
    .select('organization_id')
    .where('due_at', '<=', until)
    .where(sql<boolean>`${sql.raw(followsWallClock('ingestion.event_checks.organization_id'))}`)
    .groupBy('organization_id')
    .orderBy(sql`random()`)
    .limit(maximumOrganizations)
    .execute();
  return rows.map((row) => row.organization_id);
}

/** Takes the oldest due hour, exclusively for this transaction; null when there is none. */
export async function takeCheck(transaction: TenantTransaction, until: Date): Promise<Date | null> {
  const oldest = tables(transaction)
    .selectFrom('ingestion.event_checks')
    .select('hour')
    .where('organization_id', '=', transaction.organizationId)
    .where('due_at', '<=', until)
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked();
  const row = await tables(transaction)
    .deleteFrom('ingestion.event_checks')
    .where('organization_id', '=', transaction.organizationId)
    .where('hour', 'in', oldest)
    .returning('hour')
    .executeTakeFirst();
  return row?.hour ?? null;
}
