import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';

/** A subscription with the first of its days to compute. */
export interface StaleDays {
  subscriptionId: string;
  /** `YYYY-MM-DD`, in the customer's time zone. */
  from: string;
}

/** Stale days as read; a later request increases their version. */
export interface StaleRow extends StaleDays {
  version: string;
}

/** Records days as stale, once for repeated requests; sorted, which prevents deadlocks. */
export async function markDaysStale(transaction: TenantTransaction, stale: StaleDays[]): Promise<void> {
  if (stale.length === 0) return;
  await sql`
    insert into invoicing.owed_days as known (organization_id, subscription_id, from_date)
    select ${transaction.organizationId}::uuid, id, min(day) from unnest(
      ${stale.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${stale.map(({ from }) => from)}::date[]) as given (id, day)
    group by id order by id
    on conflict (subscription_id) do update
      set from_date = least(known.from_date, excluded.from_date), version = known.version + 1
  `.execute(transaction);
}

/** Reads stale days, least failed first. @param without excluded subscriptions */
export async function nextStaleDays(
  transaction: TenantTransaction,
  limit: number,
  without: string[],
): Promise<StaleRow[]> {
  const { rows } = await sql<StaleRow>`
    select subscription_id as "subscriptionId", from_date::text as "from", version::text as version
    from invoicing.owed_days
    where organization_id = ${transaction.organizationId} and subscription_id <> all(${without}::uuid[])
    order by attempts, from_date, subscription_id limit ${limit}
  `.execute(transaction);
  return rows;
}

/** Computed days. */
export interface CompletedDays {
  stale: StaleRow;
  /** The first day that is still stale; null if none is. */
  rest: string | null;
}

/** Deletes computed days; a request since then leaves them as they are. */
export async function completeDays(transaction: TenantTransaction, completed: CompletedDays[]): Promise<void> {
  if (completed.length === 0) return;
  await sql`
    with completed as (
      select * from unnest(
        ${completed.map(({ stale }) => stale.subscriptionId)}::uuid[], ${completed.map(({ stale }) => stale.version)}::bigint[],
        ${completed.map(({ rest }) => rest)}::date[]) as completed (id, version, rest)
    ), over as (
      delete from invoicing.owed_days stale using completed
      where stale.organization_id = ${transaction.organizationId} and stale.subscription_id = completed.id
        and stale.version = completed.version and completed.rest is null
    )
    update invoicing.owed_days stale set from_date = completed.rest, attempts = 0, error = null from completed
    where stale.organization_id = ${transaction.organizationId} and stale.subscription_id = completed.id
      and stale.version = completed.version and completed.rest is not null
  `.execute(transaction);
}

/** Records a failed computation; the days remain stale. */
export async function recordFailedDays(
  transaction: TenantTransaction,
  failed: { subscriptionId: string; reason: string }[],
): Promise<void> {
  if (failed.length === 0) return;
  await sql`
    update invoicing.owed_days stale set attempts = attempts + 1, error = failed.reason
    from unnest(${failed.map(({ subscriptionId }) => subscriptionId)}::uuid[],
                ${failed.map(({ reason }) => reason)}::text[]) as failed (id, reason)
    where stale.organization_id = ${transaction.organizationId} and stale.subscription_id = failed.id
  `.execute(transaction);
}
