import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** VAT numbers for lookup at a registry, and its answers. */
export const vatChecks: SchemaMigration = {
  name: '083_vat_checks',
  sql: `
    create table subscription.vat_checks (
      customer_id uuid primary key references subscription.customers,
      organization_id uuid not null,
      vat_number text not null,
      tries integer not null default 0,
      next_try_at timestamptz not null
    );
    create index vat_checks_next_try_at on subscription.vat_checks (next_try_at);
    ${protectTable('subscription', 'vat_checks')}
    create table subscription.vat_answers (
      organization_id uuid not null,
      vat_number text not null,
      answer jsonb not null,
      answered_at timestamptz not null,
      primary key (organization_id, vat_number)
    );
    ${protectTable('subscription', 'vat_answers')}`,
};
