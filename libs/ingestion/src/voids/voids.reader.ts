import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/ingestion.tables.js';

/**
 * The voided ones among some event ids. Voiding records an event before any other step. A caller that checks here
 * before charging therefore never charges a voided event, in whatever order messages arrive.
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
