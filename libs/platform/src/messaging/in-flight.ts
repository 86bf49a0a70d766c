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

/** Notes that a job is done, or given up. */
export async function clearInFlight(transaction: Transaction, organizationId: string, workId: string): Promise<void> {
  await sql`delete from platform.in_flight where organization_id = ${organizationId} and id = ${workId}`.execute(transaction);
}

/** Whether messages or jobs of an organization with a test clock are not done yet. */
export async function isInFlight(transaction: Transaction, organizationId: string): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`select id from platform.in_flight where organization_id = ${organizationId} limit 1`.execute(transaction);
  return rows.length > 0;
}
