import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';

/**
 * Ends the backfills of uploaded files, and deletes these: they may have personal properties that are erased meanwhile.
 * @returns the number of files
 */
export async function endUploads(transaction: TenantTransaction): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    with gone as (
      update ingestion.event_backfill_objects set content = null
      where organization_id = ${transaction.organizationId} and content is not null
      returning event_backfill_id
    ), ended as (
      update ingestion.event_backfills backfill
      set status = 'failed', error = 'personal_data_erased', step = step + 1, worked_at = clock_timestamp()
      from gone where backfill.id = gone.event_backfill_id and backfill.status <> 'completed' returning 1
    )
    select (select count(*) from gone)::int as files
  `.execute(transaction);
  return rows[0]?.files ?? 0;
}
