import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Starts that wait for their payment (subscriptions, section 3.5). */
export const activationRules: SchemaMigration = {
  name: '093_activation_rules',
  sql: `
    create table subscription.activation_rules (
      id uuid primary key,
      organization_id uuid not null,
      subscription_id uuid not null references subscription.subscriptions,
      type text not null check (type in ('payment')),
      timeout_hours integer not null check (timeout_hours >= 0),
      status text not null check (status in
        ('inactive', 'pending', 'satisfied', 'declined', 'failed', 'expired', 'not_applicable')),
      expires_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (subscription_id, type)
    );
    ${protectTable('subscription', 'activation_rules')}
    alter table subscription.subscriptions
      add column cancellation_reason text,
      add column activation_expires_at timestamptz,
      add column held_billing_at timestamptz`,
};
