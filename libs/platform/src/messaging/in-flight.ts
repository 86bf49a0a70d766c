import { sql } from 'kysely';
import type { Transaction } from '../database/database.js';

/** Notes that a job of an organization with a test clock is queued; other organizations are not tracked. @returns whether it was noted now */
export async function noteInFlight(transaction: Transaction, organizationId: string, workId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into platform.in_flight (organization_id, id)
    select organization_id, ${workId} from identity.test_clocks where organization_id = ${organizationId}
    on conflict do nothing
    returning true as noted
  `.execute(transaction);
  return rows.length > 0;
}

/** Notes pieces of work of an organization with a test clock, all at once. */
export async function noteAllInFlight(transaction: Transaction, organizationId: string, workIds: string[]): Promise<void> {
  if (workIds.length === 0) return;
  await sql`
    insert into platform.in_flight (organization_id, id)
    select clock.organization_id, work.id
    from identity.test_clocks clock cross join unnest(${workIds}::text[]) work (id)
    where clock.organization_id = ${organizationId}
    on conflict do nothing
  `.execute(transaction);
}

/** Notes that pieces of work, of whichever organizations the transaction sees, are done or given up. */
export async function clearAllInFlight(transaction: Transaction, workIds: string[]): Promise<void> {
  if (workIds.length > 0) await sql`delete from platform.in_flight where id = any(${workIds}::text[])`.execute(transaction);
}

/** Notes that a job is done, or given up. */
export async function clearInFlight(transaction: Transaction, organizationId: string, workId: string): Promise<void> {
  await sql`delete from platform.in_flight where organization_id = ${organizationId} and id = ${workId}`.execute(transaction);
}

/** Whether messages or jobs of an organization with a test clock are not done yet. */
export async function isInFlight(transaction: Transaction, organizationId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`select id from platform.in_flight where organization_id = ${organizationId} limit 1`.execute(transaction);
  return rows.length > 0;
}
