import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Invoices that wait until the taxes of their customer are known, and the taxes that their fees then have. */
export const untaxedInvoices: SchemaMigration = {
  name: '075_untaxed_invoices',
  sql: `
    alter table invoicing.invoices add column awaits_taxes boolean not null default false;
    create table invoicing.untaxed_fees (
      fee_id uuid primary key references invoicing.fees on delete cascade,
      organization_id uuid not null,
      own_tax_ids uuid[] not null,
      target_wallet_code text
    );
    ${protectTable('invoicing', 'untaxed_fees')}`,
};
