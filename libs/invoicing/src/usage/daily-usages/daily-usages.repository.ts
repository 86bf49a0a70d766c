import { sql, type Insertable, type Selectable } from 'kysely';
import { required, type TenantTransaction } from '@tollgate/platform';
import type { DailyUsagesTable, UsageSnapshotsTable, UsageTotals } from '../../model/figures/daily-usages.tables.js';
import { tables } from '../../model/invoicing.tables.js';

export type SnapshotRow = Selectable<UsageSnapshotsTable>;
export type DailyUsageRow = Insertable<DailyUsagesTable>;

/** Computed days of a subscription. */
export interface NewDays {
  subscriptionId: string;
  /** Both included. */
  from: string;
  until: string;
  /** Codes of the rated metrics, whose stored days are replaced. Metrics without a charge retain their stored days. */
  metrics: string[];
  days: DailyUsageRow[];
  /** The totals at the end of the last computed day. */
  snapshot: SnapshotRow;
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

/** Subscriptions with usage that may change without events. */
export async function carryingSubscriptions(transaction: TenantTransaction): Promise<string[]> {
  const rows = await snapshots(transaction).where('carries', '<>', 'nothing').execute();
  return rows.map((row) => row.subscription_id);
}

/** Days of a subscription to sum up; the second is exclusive. */
export interface Days {
  subscriptionId: string;
  from: string;
  before: string;
}

/** Sums stored days by subscription. */
export async function totalsOfDays(transaction: TenantTransaction, days: Days[]): Promise<Map<string, UsageTotals>> {
  const totals = new Map<string, UsageTotals>(days.map(({ subscriptionId }) => [subscriptionId, {}]));
  if (days.length === 0) return totals;
  const { rows } = await sql<{ subscription_id: string; metric_code: string; units: string; amount_cents: string }>`
    select usage.subscription_id, metric_code, sum(units)::text as units, sum(amount_cents)::text as amount_cents
    from unnest(${days.map((one) => one.subscriptionId)}::uuid[], ${days.map((one) => one.from)}::date[],
                ${days.map((one) => one.before)}::date[]) as asked (id, from_date, before_date)
    join invoicing.daily_usages usage
      on usage.subscription_id = asked.id and usage_date >= from_date and usage_date < before_date
    where organization_id = ${transaction.organizationId}
    group by usage.subscription_id, metric_code
  `.execute(transaction);
  for (const { subscription_id: id, metric_code: code, units, amount_cents: amountCents } of rows)
    required(totals, id, 'totals')[code] = { units, amountCents };
  return totals;
}

/** Replaces stored days by computed ones. The caller must be the only one to compute the organization's days. */
export async function storeDays(transaction: TenantTransaction, newDays: NewDays[]): Promise<void> {
  if (newDays.length === 0) return;
  const replaced = newDays.map(({ subscriptionId: id, from, until, metrics }) => ({ id, from, until, metrics }));
  await sql`
    delete from invoicing.daily_usages usage
    using jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) as kept (id uuid, "from" date, until date, metrics jsonb)
    where organization_id = ${transaction.organizationId} and subscription_id = kept.id
      and usage_date between kept."from" and kept.until and jsonb_exists(kept.metrics, metric_code)
  `.execute(transaction);
  await sql`
    insert into invoicing.usage_snapshots as known
      (subscription_id, organization_id, usage_date, period_from, totals, carries)
    select subscription_id, ${transaction.organizationId}, usage_date, period_from, totals, carries
    from jsonb_to_recordset(${JSON.stringify(newDays.map(({ snapshot }) => snapshot))}::jsonb)
      as row (subscription_id uuid, usage_date date, period_from timestamptz, totals jsonb, carries text)
    order by subscription_id
    on conflict (subscription_id) do update
      set usage_date = excluded.usage_date, period_from = excluded.period_from, totals = excluded.totals, carries = excluded.carries
  `.execute(transaction);
  const days = newDays.flatMap((one) => one.days);
  if (days.length === 0) return;
  await sql`
    insert into invoicing.daily_usages
    select * from jsonb_populate_recordset(null::invoicing.daily_usages, ${JSON.stringify(days, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    )}::jsonb)
  `.execute(transaction);
}
