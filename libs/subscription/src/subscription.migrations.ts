import { protectTable, type SchemaMigrations } from '@tollgate/platform';
import { fixedChargeUnits } from './migrations/fixed-charge-units.js';

export const subscriptionMigrations: SchemaMigrations = {
  schema: 'subscription',
  migrations: {
    '001_customers': `
      create table subscription.customers (
        id uuid primary key,
        organization_id uuid not null,
        external_id text not null,
        sequential_id integer not null,
        slug text not null,
        billing_entity_id uuid not null,
        account_type text not null check (account_type in ('customer', 'partner')),
        customer_type text check (customer_type in ('company', 'individual')),
        name text,
        firstname text,
        lastname text,
        email text,
        address_line1 text,
        address_line2 text,
        city text,
        state text,
        zipcode text,
        country text,
        shipping_address jsonb not null,
        phone text,
        url text,
        logo_url text,
        legal_name text,
        legal_number text,
        tax_identification_number text,
        external_salesforce_id text,
        currency text,
        timezone text,
        net_payment_term integer check (net_payment_term >= 0),
        finalize_zero_amount_invoice text not null check (finalize_zero_amount_invoice in ('inherit', 'skip', 'finalize')),
        skip_invoice_custom_sections boolean not null,
        invoice_grace_period integer check (invoice_grace_period >= 0),
        subscription_invoice_issuing_date_anchor text,
        subscription_invoice_issuing_date_adjustment text,
        document_locale text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        deleted_at timestamptz,
        unique (organization_id, sequential_id)
      );
      create unique index customers_external_id on subscription.customers (organization_id, external_id) where deleted_at is null;
      create index customers_created_at on subscription.customers (organization_id, created_at desc, id) where deleted_at is null;
      ${protectTable('subscription', 'customers')}
      create table subscription.customer_metadata (
        id uuid primary key,
        organization_id uuid not null,
        customer_id uuid not null references subscription.customers,
        key text not null,
        value text not null,
        display_in_invoice boolean not null,
        created_at timestamptz not null
      );
      create unique index customer_metadata_key on subscription.customer_metadata (customer_id, key);
      ${protectTable('subscription', 'customer_metadata')}
      create table subscription.customer_taxes (
        organization_id uuid not null,
        customer_id uuid not null references subscription.customers,
        tax_id uuid not null,
        primary key (customer_id, tax_id)
      );
      ${protectTable('subscription', 'customer_taxes')}
      create table subscription.customer_sequences (
        organization_id uuid primary key,
        last integer not null
      );
      ${protectTable('subscription', 'customer_sequences')}`,
    '002_subscriptions': `
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
    '020_plan_changes': `
      alter table subscription.subscriptions
        add column plan_change_at timestamptz,
        add column trial_end_at timestamptz,
        add column alert_at timestamptz,
        add column alerted_at timestamptz;
      create unique index subscriptions_one_pending_successor on subscription.subscriptions (previous_subscription_id) where status = 'pending';
      create index subscriptions_due_plan_change on subscription.subscriptions (plan_change_at, organization_id) where status = 'active' and plan_change_at is not null;
      create index subscriptions_due_trial_end on subscription.subscriptions (trial_end_at, organization_id) where status = 'active' and trial_end_at is not null;
      create index subscriptions_due_alert on subscription.subscriptions (alert_at, organization_id) where status = 'active' and alert_at is not null;`,
    '021_lifetime_usages': `
      create table subscription.lifetime_usages (
        id uuid primary key,
        organization_id uuid not null,
        subscription_id uuid not null unique references subscription.subscriptions,
        external_historical_usage_amount_cents bigint not null check (external_historical_usage_amount_cents >= 0),
        created_at timestamptz not null,
        updated_at timestamptz not null
      );
      ${protectTable('subscription', 'lifetime_usages')}`,
    '022_fixed_charge_units': fixedChargeUnits,
    '031_usage_thresholds': `
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
    '060_due_failures': `
      create table subscription.due_failures (
        organization_id uuid not null,
        customer_id uuid primary key references subscription.customers,
        tries integer not null default 1,
        retry_at timestamptz not null
      );
      ${protectTable('subscription', 'due_failures')}`,
    '061_follows_as': `
      alter table subscription.subscriptions add column follows_as text check (follows_as in ('upgrade', 'downgrade'))`,
    '080_plan_changes_of_one': `
      alter table subscription.subscriptions add column plan_changes integer not null default 0`,
    '081_traces': 'alter table subscription.outbox add column traceparent text',
    '082_start_timezone': `
      alter table subscription.subscriptions add column start_timezone text`,
  },
};
