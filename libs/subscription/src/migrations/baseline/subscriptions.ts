import { protectTable } from '@tollgate/platform';

/** Subscriptions with their own settings and alerts. */
export const subscriptionTables = `
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
      updated_at timestamptz not null,
      plan_change_at timestamptz,
      trial_end_at timestamptz,
      alert_at timestamptz,
      alerted_at timestamptz,
      follows_as text check (follows_as in ('upgrade', 'downgrade')),
      plan_changes integer not null default 0,
      start_timezone text,
      skip_invoice_custom_sections boolean not null default false
    );
    create index subscriptions_external_id on subscription.subscriptions (organization_id, external_id);
    create index subscriptions_customer on subscription.subscriptions (customer_id);
    create index subscriptions_plan on subscription.subscriptions (plan_id);
    create index subscriptions_list
      on subscription.subscriptions (organization_id, subscription_at desc, created_at desc, id);
    create index subscriptions_due_billing on subscription.subscriptions (next_billing_at, organization_id)
      where status = 'active';
    create index subscriptions_due_activation on subscription.subscriptions (activation_at, organization_id)
      where status = 'pending';
    create index subscriptions_due_termination on subscription.subscriptions (termination_at, organization_id)
      where status = 'active';
    create unique index subscriptions_one_pending_successor on subscription.subscriptions (previous_subscription_id)
      where status = 'pending';
    create index subscriptions_due_plan_change on subscription.subscriptions (plan_change_at, organization_id)
      where status = 'active' and plan_change_at is not null;
    create index subscriptions_due_trial_end on subscription.subscriptions (trial_end_at, organization_id)
      where status = 'active' and trial_end_at is not null;
    create index subscriptions_due_alert on subscription.subscriptions (alert_at, organization_id)
      where status = 'active' and alert_at is not null;
    create unique index subscriptions_active_external_id
      on subscription.subscriptions (organization_id, customer_id, external_id)
      where status = 'active';
    ${protectTable('subscription', 'subscriptions')}

    create table subscription.lifetime_usages (
      id uuid primary key,
      organization_id uuid not null,
      subscription_id uuid not null references subscription.subscriptions unique,
      external_historical_usage_amount_cents bigint not null check (external_historical_usage_amount_cents >= 0),
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    ${protectTable('subscription', 'lifetime_usages')}

    create table subscription.fixed_charge_overrides (
      organization_id uuid not null,
      subscription_id uuid not null references subscription.subscriptions,
      fixed_charge_id uuid not null,
      units numeric not null check (units >= 0),
      updated_at timestamptz not null,
      primary key (subscription_id, fixed_charge_id)
    );
    ${protectTable('subscription', 'fixed_charge_overrides')}

    -- The history of the units of fixed charges.
    create table subscription.fixed_charge_unit_changes (
      id uuid primary key,
      sequence bigint generated always as identity,
      organization_id uuid not null,
      subscription_id uuid not null references subscription.subscriptions,
      fixed_charge_id uuid not null,
      units numeric not null,
      revision integer not null,
      effective_at timestamptz not null,
      created_at timestamptz not null
    );
    create index fixed_charge_unit_changes_log on subscription.fixed_charge_unit_changes (subscription_id, sequence);
    ${protectTable('subscription', 'fixed_charge_unit_changes')}

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
    create unique index usage_thresholds_amount
      on subscription.usage_thresholds (subscription_id, amount_cents, recurring);
    create unique index usage_thresholds_recurring on subscription.usage_thresholds (subscription_id)
      where recurring;
    create index usage_thresholds_organization on subscription.usage_thresholds (organization_id);
    ${protectTable('subscription', 'usage_thresholds')}

    create table subscription.entitlements (
      id uuid primary key,
      organization_id uuid not null,
      subscription_id uuid not null references subscription.subscriptions,
      feature_id uuid not null,
      granted boolean not null,
      removed boolean not null,
      created_at timestamptz not null,
      unique (subscription_id, feature_id)
    );
    create index entitlements_feature on subscription.entitlements (feature_id);
    ${protectTable('subscription', 'entitlements')}

    create table subscription.entitlement_values (
      organization_id uuid not null,
      entitlement_id uuid not null references subscription.entitlements on delete cascade,
      privilege_id uuid not null,
      value text,
      primary key (entitlement_id, privilege_id)
    );
    ${protectTable('subscription', 'entitlement_values')}

    -- Alerts on usage: one of each type.
    create table subscription.alerts (
      id uuid primary key,
      organization_id uuid not null,
      external_subscription_id text not null,
      alert_type text not null,
      billable_metric_id uuid,
      code text not null,
      name text,
      thresholds jsonb not null,
      previous_value numeric not null,
      last_processed_at timestamptz,
      created_at timestamptz not null
    );
    create unique index alerts_code on subscription.alerts (organization_id, external_subscription_id, code);
    create unique index alerts_type
      on subscription.alerts (organization_id, external_subscription_id, alert_type, billable_metric_id)
      nulls not distinct;
    ${protectTable('subscription', 'alerts')}

    -- The texts that customers and subscriptions select for their invoices.
    create table subscription.selected_invoice_custom_sections (
      id uuid primary key,
      organization_id uuid not null,
      owner_id uuid not null,
      invoice_custom_section_id uuid not null,
      created_at timestamptz not null,
      unique (owner_id, invoice_custom_section_id)
    );
    ${protectTable('subscription', 'selected_invoice_custom_sections')}`;
