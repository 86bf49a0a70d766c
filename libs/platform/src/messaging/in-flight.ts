import { sql } from 'kysely';
import type { TenantTransaction, Transaction } from '../database/transaction.js';

/** Records pieces of work of an organization with a test clock, all at once. */
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

/** Records that pieces of work, of whichever organizations the transaction sees, are done or given up. */
export async function clearAllInFlight(transaction: Transaction, workIds: string[]): Promise<void> {
  if (workIds.length > 0)
    await sql`delete from platform.in_flight where id = any(${workIds}::text[])`.execute(transaction);
}

/** Records that a job is done, or given up. */
export async function clearInFlight(transaction: TenantTransaction, workId: string): Promise<void> {
  await sql`delete from platform.in_flight where organization_id = ${transaction.organizationId} and id = ${workId}`.execute(
    transaction,
  );
}

/** What a test clock waits for: how much of it there is, and its youngest piece, so that progress can be told from standing still. */
export interface InFlight {
  count: number;
  /** Changes whenever a piece of work ends or begins, as far as that can be told. */
  signature: string;
  /** Some of it, for the log. */
  examples: string[];
}

/** Messages, jobs and other recorded work of an organization with a test clock that are not done yet. */
export async function inFlight(transaction: TenantTransaction): Promise<InFlight> {
  const { rows } = await sql<InFlight>`
    select count(*)::int as count, md5(coalesce(string_agg(work, ' ' order by work), '')) as signature,
           (coalesce(array_agg(work order by work), '{}'))[1:5] as examples
    from (
      select id as work from platform.in_flight where organization_id = ${transaction.organizationId}
      union all
      select job || '/' || id from platform.pending_jobs where organization_id = ${transaction.organizationId}
    ) known
  `.execute(transaction);
  return rows[0] as InFlight;
}

/** Whether there is any. */
export async function isInFlight(transaction: TenantTransaction): Promise<boolean> {
  const { rows } = await sql`
    (select 1 from platform.in_flight where organization_id = ${transaction.organizationId} limit 1)
    union all
    (select 1 from platform.pending_jobs where organization_id = ${transaction.organizationId} limit 1)
  `.execute(transaction);
  return rows.length > 0;
}
