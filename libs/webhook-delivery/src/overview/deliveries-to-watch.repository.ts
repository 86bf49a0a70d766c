import { sql } from 'kysely';
import { tablesOf, type ParkedTables, type TenantTransaction } from '@tollgate/platform';
import { pausedEndpoints } from '../partitions/endpoint-pauses.js';

/** The number of endpoints that get no webhooks now: paused by the service, or by the organization. */
export async function countPausedEndpoints(transaction: TenantTransaction): Promise<number> {
  return (await pausedEndpoints(transaction).execute()).length;
}

/** The number of some objects, and the creation of the oldest one. */
export interface Watched {
  count: number;
  oldest_at: Date | null;
}

/** Webhooks created since an instant that were given up. */
export async function countFailedWebhooks(transaction: TenantTransaction, since: Date, most: number): Promise<Watched> {
  const { rows } = await sql<Watched>`
    select count(*)::int as count, min(created_at) as oldest_at from (
      select created_at from webhook_delivery.webhook_messages
      where organization_id = ${transaction.organizationId} and status = 'failed' and created_at >= ${since}
      limit ${most}) failed
  `.execute(transaction);
  return rows[0] ?? { count: 0, oldest_at: null };
}

/** Work of the organization that the service set aside. */
export async function countParkedItems(transaction: TenantTransaction): Promise<number> {
  const row = await tablesOf<ParkedTables>(transaction)
    .selectFrom('platform.parked')
    .select(sql<bigint>`count(*)`.as('count'))
    .where('organization_id', '=', transaction.organizationId)
    .executeTakeFirst();
  return Number(row?.count ?? 0n);
}
