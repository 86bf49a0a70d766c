import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../../model/tables/ingestion.tables.js';

const retainedMs = 31 * 86_400_000;

/** Stores the result of an hour's check, and deletes hours of more than 31 days before. @param counts by error */
export async function storeErrorHour(
  transaction: TenantTransaction,
  hour: Date,
  counts: Record<string, number>,
): Promise<void> {
  const { organizationId } = transaction;
  await tables(transaction)
    .deleteFrom('ingestion.event_error_hours')
    .where('organization_id', '=', organizationId)
    .where((is) => is.or([is('hour', '=', hour), is('hour', '<', new Date(hour.getTime() - retainedMs))]))
    .execute();
  const rows = Object.entries(counts)
    .filter(([, events]) => events > 0)
    .map(([error, events]) => ({ organization_id: organizationId, hour, error, events }));
  if (rows.length > 0) await tables(transaction).insertInto('ingestion.event_error_hours').values(rows).execute();
}

/** The number of errors of events in the checked hours from an instant on, and the start of the last of these hours. */
export async function countCheckedErrors(
  transaction: TenantTransaction,
  from: Date,
): Promise<{ count: number; lastHour: Date | null }> {
  const row = await tables(transaction)
    .selectFrom('ingestion.event_error_hours')
    .select([sql<bigint>`coalesce(sum(events), 0)`.as('events'), sql<Date | null>`max(hour)`.as('last_hour')])
    .where('organization_id', '=', transaction.organizationId)
    .where('hour', '>=', from)
    .executeTakeFirst();
  return { count: Number(row?.events ?? 0n), lastHour: row?.last_hour ?? null };
}
