import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/tables/ingestion.tables.js';

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

/** A voided event of a subscription. */
export interface VoidedEventOf {
  id: string;
  voidedAt: Date;
}

/** Most voided events of a list; earlier voids of a subscription with more are unknown to it. */
const mostVoids = 1_000;

/**
 * The events of a subscription and code that were voided, the latest void first, 1,000 at most.
 * @param span Unix microseconds of the events, both inclusive
 */
export async function voidsOfUsage(
  transaction: TenantTransaction,
  { externalSubscriptionId, code }: { externalSubscriptionId: string; code: string },
  span: { from: number; to: number },
): Promise<VoidedEventOf[]> {
  const rows = await tables(transaction)
    .selectFrom('ingestion.voided_events')
    .select(['event_id', 'voided_at'])
    .where('organization_id', '=', transaction.organizationId)
    .where('external_subscription_id', '=', externalSubscriptionId)
    .where('code', '=', code)
    .where('timestamp', '>=', String(span.from))
    .where('timestamp', '<=', String(span.to))
    .orderBy('voided_at', 'desc')
    .limit(mostVoids)
    .execute();
  return rows.map(({ event_id: id, voided_at: voidedAt }) => ({ id, voidedAt }));
}
