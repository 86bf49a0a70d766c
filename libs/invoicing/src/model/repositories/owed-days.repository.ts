import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';

/** A subscription with the first of its days to compute. */
export interface OwedDays {
  subscriptionId: string;
  /** `YYYY-MM-DD`, in the customer's time zone. */
  from: string;
}

/** Owed days as read; a later request increases their version. */
export interface OwedRow extends OwedDays {
  version: string;
}

/** Records days as owed, once for repeated requests; sorted, which prevents deadlocks. */
export async function oweDays(transaction: TenantTransaction, owed: OwedDays[]): Promise<void> {
  if (owed.length === 0) return;
  await sql`
    insert into invoicing.owed_days as known (organization_id, subscription_id, from_date)
    select ${transaction.organizationId}::uuid, id, min(day) from unnest(
      ${owed.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${owed.map(({ from }) => from)}::date[]) as given (id, day)
    group by id order by id
    on conflict (subscription_id) do update
      set from_date = least(known.from_date, excluded.from_date), version = known.version + 1
  `.execute(transaction);
}

/** Reads owed days, least failed first. @param without excluded subscriptions */
export async function nextOwed(transaction: TenantTransaction, limit: number, without: string[]): Promise<OwedRow[]> {
  const { rows } = await sql<OwedRow>`
    select subscription_id as "subscriptionId", from_date::text as "from", version::text as version
    from invoicing.owed_days
    where organization_id = ${transaction.organizationId} and subscription_id <> all(${without}::uuid[])
    order by attempts, from_date, subscription_id limit ${limit}
  `.execute(transaction);
  return rows;
}

/** Computed days. */
export interface PaidDays {
  owed: OwedRow;
  /** The first day that is still owed; null if none is. */
  rest: string | null;
}

/** Deletes computed days; a request since then leaves them as they are. */
export async function payDays(transaction: TenantTransaction, paid: PaidDays[]): Promise<void> {
  if (paid.length === 0) return;
  await sql`
    with paid as (
      select * from unnest(
        ${paid.map(({ owed }) => owed.subscriptionId)}::uuid[], ${paid.map(({ owed }) => owed.version)}::bigint[],
        ${paid.map(({ rest }) => rest)}::date[]) as paid (id, version, rest)
    ), over as (
      delete from invoicing.owed_days owed using paid
      where owed.organization_id = ${transaction.organizationId} and owed.subscription_id = paid.id
        and owed.version = paid.version and paid.rest is null
    )
    update invoicing.owed_days owed set from_date = paid.rest, attempts = 0, error = null from paid
    where owed.organization_id = ${transaction.organizationId} and owed.subscription_id = paid.id
      and owed.version = paid.version and paid.rest is not null
  `.execute(transaction);
}

/** Records a failed computation; the days remain owed. */
export async function recordUnpaid(
  transaction: TenantTransaction,
  failed: { subscriptionId: string; reason: string }[],
): Promise<void> {
  if (failed.length === 0) return;
  await sql`
    update invoicing.owed_days owed set attempts = attempts + 1, error = failed.reason
    from unnest(${failed.map(({ subscriptionId }) => subscriptionId)}::uuid[],
                ${failed.map(({ reason }) => reason)}::text[]) as failed (id, reason)
    where owed.organization_id = ${transaction.organizationId} and owed.subscription_id = failed.id
  `.execute(transaction);
}
