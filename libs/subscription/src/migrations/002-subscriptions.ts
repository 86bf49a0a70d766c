import { protectTable, type SchemaMigration } from '@tollgate/platform';

export const subscriptions: SchemaMigration = {
  name: '002_subscriptions',
  sql: `
    create table subscription.subscriptions (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null references subscription.customers,
      plan_id uuid not null,
      external_id text not null,
      name text,
      status text not null check (status in ('pending', 'active', 'terminated', 'canceled', 'incomplete')),
      billing_time text not null check (billing_time in ('calendar', 'anniversary')),
      subscription_at timestamptz not null,
      started_at timestamptz,
      activated_at timestamptz,
      ending_at timestamptz,
      terminated_at timestamptz,
      canceled_at timestamptz,
      trial_ended_at timestamptz,
      previous_subscription_id uuid references subscription.subscriptions,
      on_termination_credit_note text,
      on_termination_invoice text not null default 'generate',
      progressive_billing_disabled boolean not null default false,
      consolidate_invoice boolean not null default true,
      purchase_order_number text,
      billing_entity_id uuid,
      payment_method_type text not null default 'provider',
      payment_method_id uuid,
      activation_at timestamptz,
      termination_at timestamptz,
      next_billing_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index subscriptions_active_external_id on subscription.subscriptions (organization_id, external_id) where status = 'active';
    create index subscriptions_external_id on subscription.subscriptions (organization_id, external_id);
    create index subscriptions_customer on subscription.subscriptions (customer_id);
    create index subscriptions_plan on subscription.subscriptions (plan_id);
    create index subscriptions_list on subscription.subscriptions (organization_id, subscription_at desc, created_at desc, id);
    create index subscriptions_due_billing on subscription.subscriptions (next_billing_at, organization_id) where status = 'active';
    create index subscriptions_due_activation on subscription.subscriptions (activation_at, organization_id) where status = 'pending';
    create index subscriptions_due_termination on subscription.subscriptions (termination_at, organization_id) where status = 'active';
    ${protectTable('subscription', 'subscriptions')}`,
};
