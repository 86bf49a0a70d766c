import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Usage day by day, for analytics: its total at the end of a day, less the total at the end of the day before. */
export const dailyUsages: SchemaMigration = {
  name: '074_daily_usages',
  sql: `
    create table invoicing.daily_usages (
      organization_id uuid not null,
      usage_date date not null,
      subscription_id uuid not null,
      metric_code text not null,
      customer_id uuid not null,
      external_subscription_id text not null,
      plan_code text not null,
      recurring boolean not null,
      currency text not null,
      units numeric not null,
      amount_cents bigint not null,
      primary key (organization_id, usage_date, subscription_id, metric_code)
    );
    ${protectTable('invoicing', 'daily_usages')}
    create table invoicing.usage_snapshots (
      subscription_id uuid primary key,
      organization_id uuid not null,
      usage_date date not null,
      period_from timestamptz not null,
      totals jsonb not null,
      carries text not null check (carries in ('nothing', 'levels', 'time'))
    );
    create index usage_snapshots_carrying on invoicing.usage_snapshots (organization_id, subscription_id) where carries <> 'nothing';
    ${protectTable('invoicing', 'usage_snapshots')}
    create table invoicing.usage_days (
      organization_id uuid primary key,
      through date not null
    );
    ${protectTable('invoicing', 'usage_days')}`,
};
