import { protectTable, type SchemaMigration } from '@tollgate/platform';

export const lifetimeUsages: SchemaMigration = {
  name: '021_lifetime_usages',
  sql: `
    create table subscription.lifetime_usages (
      id uuid primary key,
      organization_id uuid not null,
      subscription_id uuid not null unique references subscription.subscriptions,
      external_historical_usage_amount_cents bigint not null check (external_historical_usage_amount_cents >= 0),
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    ${protectTable('subscription', 'lifetime_usages')}`,
};
