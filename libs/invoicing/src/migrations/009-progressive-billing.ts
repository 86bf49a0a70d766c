import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Subscriptions whose usage waits for a check against their thresholds, and the passed thresholds. */
export const progressiveBilling: SchemaMigration = {
  name: '033_progressive_billing',
  sql: `
    alter table invoicing.invoices add column progressive_key text;
    create unique index invoices_progressive on invoicing.invoices (organization_id, progressive_key) where progressive_key is not null;
    create table invoicing.threshold_checks (
      subscription_id uuid primary key,
      organization_id uuid not null,
      message_id uuid not null,
      version bigint not null,
      queued_at timestamptz not null
    );
    ${protectTable('invoicing', 'threshold_checks')}
    create table invoicing.applied_usage_thresholds (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      subscription_id uuid not null,
      usage_threshold_id uuid not null,
      threshold_display_name text,
      amount_cents bigint not null,
      recurring boolean not null,
      threshold_created_at timestamptz not null,
      threshold_updated_at timestamptz not null,
      lifetime_usage_amount_cents bigint not null,
      position integer not null,
      created_at timestamptz not null
    );
    create index applied_usage_thresholds_invoice on invoicing.applied_usage_thresholds (invoice_id, position);
    create index applied_usage_thresholds_subscription on invoicing.applied_usage_thresholds (subscription_id);
    ${protectTable('invoicing', 'applied_usage_thresholds')}`,
};
