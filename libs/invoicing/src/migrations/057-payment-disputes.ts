import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** The last report of a provider about a dispute of each payment, with its instant at the provider. */
export const paymentDisputes: SchemaMigration = {
  name: '101_payment_disputes',
  sql: `
    create table invoicing.payment_disputes (
      payment_id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices,
      status text not null check (status in ('opened', 'lost', 'won')),
      at timestamptz not null
    );
    create index payment_disputes_invoice on invoicing.payment_disputes (invoice_id);
    ${protectTable('invoicing', 'payment_disputes')}`,
};
