import { sql } from 'kysely';
import type { TenantTransaction, Transaction } from '../database/transaction.js';

/** Records in-flight work of an organization with a test clock, in one statement. */
export async function recordAllInFlight(transaction: TenantTransaction, workIds: string[]): Promise<void> {
  if (workIds.length === 0) return;
  await sql`
    insert into platform.in_flight (organization_id, id)
    select clock.organization_id, work.id
    from identity.test_clocks clock cross join unnest(${workIds}::text[]) work (id)
    where clock.organization_id = ${transaction.organizationId}
    on conflict do nothing
  `.execute(transaction);
}

/** Clears in-flight work that is done or given up, of all organizations that the transaction sees. */
export async function clearAllInFlight(transaction: Transaction, workIds: string[]): Promise<void> {
  if (workIds.length > 0)
    await sql`delete from platform.in_flight where id = any(${workIds}::text[])`.execute(transaction);
}

/** Clears the in-flight record of a job that is done or given up. */
export async function clearInFlight(transaction: TenantTransaction, workId: string): Promise<void> {
  await sql`delete from platform.in_flight where organization_id = ${transaction.organizationId} and id = ${workId}`.execute(
    transaction,
  );
}

/** The work that a test clock waits for: its count and its youngest piece, to distinguish progress from standstill. */
export interface InFlight {
  count: number;
  /** Changes whenever a piece of work ends or begins, as far as the records show it. */
  signature: string;
  /** Some of the work, for the log. */
  examples: string[];
}

/** Counts unfinished messages, jobs and other recorded work of an organization with a test clock. */
export async function inFlight(transaction: TenantTransaction): Promise<InFlight> {
  const { rows } = await sql<InFlight>`
    select count(*)::int as count, md5(coalesce(string_agg(work, ' ' order by work), '')) as signature,
           (coalesce(array_agg(work order by work), '{}'))[1:5] as examples
    from (
      select id as work from platform.in_flight where organization_id = ${transaction.organizationId}
      union all
      select job || '/' || id from platform.pending_jobs
      where organization_id = ${transaction.organizationId} and blocks_test_clock
    ) known
  `.execute(transaction);
  return rows[0] as InFlight;
}

/** Counts unfinished work as `inFlight` does, up to a number. */
export async function unfinishedWork(transaction: TenantTransaction, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from platform.in_flight where organization_id = ${transaction.organizationId}
      union all
      select 1 from platform.pending_jobs
      where organization_id = ${transaction.organizationId} and blocks_test_clock
      limit ${most}
    ) known
  `.execute(transaction);
  return rows[0]?.count ?? 0;
}

/** Whether work is in flight. */
export async function isInFlight(transaction: TenantTransaction): Promise<boolean> {
  const { rows } = await sql`
    (select 1 from platform.in_flight where organization_id = ${transaction.organizationId} limit 1)
    union all
    (select 1 from platform.pending_jobs
      where organization_id = ${transaction.organizationId} and blocks_test_clock limit 1)
  `.execute(transaction);
  return rows.length > 0;
}
