import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Dunning campaigns, their customers, and their progress with each customer (invoices, section 14). */
export const dunning: SchemaMigration = {
  name: '003_dunning',
  sql: `
    create table payment.dunning_campaigns (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      description text,
      days_between_attempts integer not null check (days_between_attempts > 0),
      max_attempts integer not null check (max_attempts > 0),
      bcc_emails jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      -- Changed terms count from here on: of them, of to whom it applies.
      applies_from timestamptz not null,
      deleted_at timestamptz
    );
    create unique index dunning_campaigns_code on payment.dunning_campaigns (organization_id, code) where deleted_at is null;
    ${protectTable('payment', 'dunning_campaigns')}
    create table payment.dunning_thresholds (
      organization_id uuid not null,
      dunning_campaign_id uuid not null references payment.dunning_campaigns,
      currency text not null,
      amount_cents bigint not null check (amount_cents >= 0),
      primary key (dunning_campaign_id, currency)
    );
    ${protectTable('payment', 'dunning_thresholds')}
    create table payment.dunning_issuers (
      organization_id uuid not null,
      billing_entity_id uuid primary key,
      dunning_campaign_id uuid not null references payment.dunning_campaigns
    );
    create index dunning_issuers_campaign on payment.dunning_issuers (dunning_campaign_id);
    ${protectTable('payment', 'dunning_issuers')}
    create table payment.dunned_customers (
      organization_id uuid not null,
      customer_id uuid primary key,
      own_campaign_id uuid references payment.dunning_campaigns,
      excluded boolean not null,
      last_attempt_at timestamptz,
      not_before timestamptz
    );
    create index dunned_customers_campaign on payment.dunned_customers (own_campaign_id) where own_campaign_id is not null;
    ${protectTable('payment', 'dunned_customers')}
    create table payment.dunning_attempts (
      organization_id uuid not null,
      customer_id uuid not null references payment.dunned_customers,
      currency text not null,
      dunning_campaign_id uuid not null references payment.dunning_campaigns,
      attempts integer not null,
      primary key (customer_id, currency)
    );
    create index dunning_attempts_campaign on payment.dunning_attempts (dunning_campaign_id);
    ${protectTable('payment', 'dunning_attempts')}
    create table payment.dunning_passes (
      organization_id uuid primary key,
      done_until timestamptz not null
    );
    ${protectTable('payment', 'dunning_passes')}
    alter table payment.payment_requests add column dunning_campaign_id uuid references payment.dunning_campaigns`,
};
