import { sql } from 'kysely';
import type { Instant, TenantTransaction, Transaction } from '@tollgate/platform';

/** How far the usage of an organization is computed. */
export interface UsageProgress {
  /** The last day on which every customer's usage was searched; `owed_days` holds what is left of it. */
  through: string;
  /** As in `usage_days`. */
  computedUntil: Date | null;
  computedAt: Date | null;
  /** The first stale day; null without any. */
  staleFrom: string | null;
}

/** Null before the first run. */
export async function readProgress(transaction: TenantTransaction): Promise<UsageProgress | null> {
  const { rows } = await sql<UsageProgress>`
    select through::text as through, looked_until as "computedUntil", looked_at as "computedAt",
           (select min(from_date)::text from invoicing.owed_days stale where stale.organization_id = looked.organization_id) as "staleFrom"
    from invoicing.usage_days looked where organization_id = ${transaction.organizationId}
  `.execute(transaction);
  return rows[0] ?? null;
}

/** Begins after a day, unless the organization has begun. */
export async function beginAfter(transaction: TenantTransaction, day: string): Promise<void> {
  await sql`
    insert into invoicing.usage_days (organization_id, through) values (${transaction.organizationId}, ${day}::date)
    on conflict do nothing
  `.execute(transaction);
}

/** The progress of a run; absent fields remain. No field goes back. */
export interface ProgressUpdate {
  through?: string;
  computedUntil?: Date;
  computedAt?: Date;
}

export async function recordProgress(
  transaction: TenantTransaction,
  { through, computedUntil, computedAt }: ProgressUpdate,
): Promise<void> {
  await sql`
    update invoicing.usage_days
    set through = greatest(through, ${through ?? null}::date),
        looked_until = greatest(looked_until, ${computedUntil ?? null}::timestamptz),
        looked_at = greatest(looked_at, ${computedAt ?? null}::timestamptz)
    where organization_id = ${transaction.organizationId}
  `.execute(transaction);
}

/** The instants up to which organizations are computed, by their own clocks (Unix ms). */
export async function computedUntilByOrganization(transaction: Transaction): Promise<Map<string, Instant>> {
  const { rows } = await sql<Record<'organization_id', string> & Record<'looked_until', Date>>`
    select organization_id, looked_until from invoicing.usage_days where looked_until is not null
  `.execute(transaction);
  return new Map(rows.map(({ organization_id: id, looked_until: at }) => [id, at.getTime()]));
}
