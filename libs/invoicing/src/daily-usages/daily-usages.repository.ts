import { sql, type Insertable, type Selectable } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import type { DailyUsagesTable, UsageSnapshotsTable } from '../tables/daily-usages.tables.js';
import { tables } from '../tables/invoicing.tables.js';

export type SnapshotRow = Selectable<UsageSnapshotsTable>;
export type DailyUsageRow = Insertable<DailyUsagesTable>;

/** A snapshot that takes the place of an earlier one, with the days between them. */
export interface NewSnapshot {
  snapshot: SnapshotRow;
  /** Day of the one that was there; null: none. */
  before: string | null;
  days: DailyUsageRow[];
}

const snapshots = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('invoicing.usage_snapshots')
    .select(['subscription_id', 'organization_id', 'period_from', 'totals', 'carries'])
    .select(sql<string>`usage_date::text`.as('usage_date'))
    .where('organization_id', '=', transaction.organizationId);

/** The last snapshots of subscriptions, by subscription. */
export async function snapshotsOf(
  transaction: TenantTransaction,
  subscriptionIds: string[],
): Promise<Map<string, SnapshotRow>> {
  const rows = await snapshots(transaction)
    .where(sql<boolean>`subscription_id = any(${subscriptionIds}::uuid[])`)
    .execute();
  return new Map(rows.map((row) => [row.subscription_id, row]));
}

/** Subscriptions whose usage may change without events. */
export async function carryingSubscriptions(transaction: TenantTransaction): Promise<string[]> {
  const rows = await snapshots(transaction).where('carries', '<>', 'nothing').execute();
  return rows.map((row) => row.subscription_id);
}

/** Up to which day the organization's usage was looked at; null before the first time. */
export async function lookedThrough(transaction: TenantTransaction): Promise<string | null> {
  const row = await tables(transaction)
    .selectFrom('invoicing.usage_days')
    .select(sql<string>`through::text`.as('through'))
    .where('organization_id', '=', transaction.organizationId)
    .executeTakeFirst();
  return row?.through ?? null;
}

export async function setLookedThrough(transaction: TenantTransaction, through: string): Promise<void> {
  await sql`
    insert into invoicing.usage_days as known (organization_id, through) values (${transaction.organizationId}, ${through}::date)
    on conflict (organization_id) do update set through = greatest(known.through, excluded.through)
  `.execute(transaction);
}

/** Keeps snapshots with their days. One whose predecessor is not there any more is left out: somebody else kept it. */
export async function keepSnapshots(transaction: TenantTransaction, kept: NewSnapshot[]): Promise<void> {
  if (kept.length === 0) return;
  const rows = kept.map(({ snapshot, before }) => ({ ...snapshot, before }));
  const { rows: taken } = await sql<{ subscription_id: string }>`
    insert into invoicing.usage_snapshots as known
      (subscription_id, organization_id, usage_date, period_from, totals, carries)
    select subscription_id, ${transaction.organizationId}, usage_date, period_from, totals, carries
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row (subscription_id uuid, usage_date date, period_from timestamptz, totals jsonb, carries text)
    order by subscription_id
    on conflict (subscription_id) do update
      set usage_date = excluded.usage_date, period_from = excluded.period_from, totals = excluded.totals, carries = excluded.carries
      where known.usage_date = (
        select before from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (subscription_id uuid, before date)
        where row.subscription_id = known.subscription_id)
    returning subscription_id
  `.execute(transaction);
  const ids = new Set(taken.map((row) => row.subscription_id));
  const days = kept.filter(({ snapshot }) => ids.has(snapshot.subscription_id)).flatMap((one) => one.days);
  if (days.length === 0) return;
  await sql`
    insert into invoicing.daily_usages
    select * from jsonb_populate_recordset(null::invoicing.daily_usages, ${JSON.stringify(days, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    )}::jsonb)
    on conflict do nothing
  `.execute(transaction);
}
