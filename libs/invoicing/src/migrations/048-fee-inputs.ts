import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** The inputs of fees and of the deductions of invoices; those written before have none. */
export const feeInputs: SchemaMigration = {
  name: '092_fee_inputs',
  sql: `
    create table invoicing.fee_inputs (
      fee_id uuid primary key references invoicing.fees on delete cascade,
      organization_id uuid not null,
      format smallint not null,
      inputs jsonb not null
    );
    ${protectTable('invoicing', 'fee_inputs')}
    create table invoicing.invoice_inputs (
      invoice_id uuid primary key references invoicing.invoices on delete cascade,
      organization_id uuid not null,
      format smallint not null,
      inputs jsonb not null
    );
    ${protectTable('invoicing', 'invoice_inputs')}`,
};
