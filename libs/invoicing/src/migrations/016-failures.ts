import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * Reasons of failed invoices, numbers of failed runs, and the time since which work waits. The reconciler queues work
 * without a job again.
 */
export const failures: SchemaMigration = {
  name: '060_failures',
  sql: `
    create table invoicing.invoice_errors (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      error_code text not null,
      details jsonb not null,
      created_at timestamptz not null
    );
    create index invoice_errors_invoice on invoicing.invoice_errors (invoice_id);
    ${protectTable('invoicing', 'invoice_errors')}
    create index invoices_pending on invoicing.invoices (updated_at) where status = 'pending';
    alter table invoicing.billing_runs
      add column attempts integer not null default 0,
      add column error text,
      add column queued_at timestamptz not null default now();
    create index billing_runs_queued on invoicing.billing_runs (queued_at);
    alter table invoicing.threshold_checks add column attempts integer not null default 0;
    alter table invoicing.advance_queue add column queued_at timestamptz not null default now();
    create index advance_queue_queued on invoicing.advance_queue (queued_at)`,
};
