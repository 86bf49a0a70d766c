import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/ingestion.tables.js';

/**
 * Which of some events are voided, by their ids. An event is recorded as voided before anything else is done about it, so that whoever
 * looks here before charging it never charges one that its owner took back, in whatever order messages come.
 */
export async function voidedAmong(transaction: TenantTransaction, eventIds: string[]): Promise<Set<string>> {
  if (eventIds.length === 0) return new Set();
  const rows = await tables(transaction)
    .selectFrom('ingestion.voided_events')
    .select('event_id')
    .where('organization_id', '=', transaction.organizationId)
    .where(sql<boolean>`event_id = any(${eventIds}::uuid[])`)
    .execute();
  return new Set(rows.map((row) => row.event_id));
}
