import { sql } from 'kysely';
import type { Transaction } from '@tollgate/platform';

/** Those of one sweep; the next one takes the others. */
const limit = 500;
/** Minutes of real time after which work that waits is looked at. */
const waitsAfter = 1;
/** A check has a job of its own, which is taken for lost later. */
const lostAfter = 5;

export interface IdleLane {
  organization_id: string;
  lane: number;
}

/** How the locks of lanes are named, by their table. */
const lockNames = { billing_runs: 'billing', advance_queue: 'advance' } as const;

/** Lanes in which something waits and at which nobody works now. */
export async function idleLanes(transaction: Transaction, table: keyof typeof lockNames): Promise<IdleLane[]> {
  const { rows } = await sql<IdleLane>`
    with waiting as materialized (
      select organization_id, lane from ${sql.table(`invoicing.${table}`)}
      where queued_at < clock_timestamp() - make_interval(mins => ${waitsAfter})
      group by organization_id, lane order by min(queued_at) limit ${limit}
    )
    select organization_id, lane from waiting
    where pg_try_advisory_xact_lock(hashtextextended(${lockNames[table]} || ' ' || organization_id || '/' || lane, 0))
  `.execute(transaction);
  return rows;
}

/** How much waits in a queue, and for how long the oldest has been. */
export async function waitingIn(
  transaction: Transaction,
  table: keyof typeof lockNames,
): Promise<{ waiting: number; oldest_seconds: number }> {
  const { rows } = await sql<{ waiting: number; oldest_seconds: number }>`
    select count(*)::int as waiting,
           coalesce(greatest(extract(epoch from clock_timestamp() - min(queued_at)), 0), 0)::float8 as oldest_seconds
    from invoicing.${sql.raw(table)}
  `.execute(transaction);
  return rows[0] ?? { waiting: 0, oldest_seconds: 0 };
}

/** Checks of thresholds that were asked for long ago; they count as queued now. */
export async function lostChecks(
  transaction: Transaction,
): Promise<{ organization_id: string; subscription_id: string }[]> {
  const { rows } = await sql<{ organization_id: string; subscription_id: string }>`
    update invoicing.threshold_checks set queued_at = clock_timestamp()
    where subscription_id in (
      select subscription_id from invoicing.threshold_checks
      where queued_at < clock_timestamp() - make_interval(mins => ${lostAfter})
      order by queued_at limit ${limit} for update skip locked)
    returning organization_id, subscription_id
  `.execute(transaction);
  return rows;
}

/** Invoices that are to be made once more. */
export async function pendingInvoices(transaction: Transaction): Promise<{ organization_id: string; id: string }[]> {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    select organization_id, id from invoicing.invoices where status = 'pending' order by updated_at limit ${limit}
  `.execute(transaction);
  return rows;
}
