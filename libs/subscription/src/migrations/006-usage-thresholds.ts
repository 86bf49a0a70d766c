import { protectTable, type SchemaMigration } from '@tollgate/platform';

export const usageThresholds: SchemaMigration = {
  name: '031_usage_thresholds',
  sql: `
    create table subscription.usage_thresholds (
      id uuid primary key,
      organization_id uuid not null,
      subscription_id uuid not null references subscription.subscriptions,
      amount_cents bigint not null check (amount_cents > 0),
      threshold_display_name text,
      recurring boolean not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index usage_thresholds_amount on subscription.usage_thresholds (subscription_id, amount_cents, recurring);
    create unique index usage_thresholds_recurring on subscription.usage_thresholds (subscription_id) where recurring;
    create index usage_thresholds_organization on subscription.usage_thresholds (organization_id);
    ${protectTable('subscription', 'usage_thresholds')}`,
};
