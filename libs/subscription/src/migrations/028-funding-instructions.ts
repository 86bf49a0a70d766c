import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** The bank accounts of customers that pay by bank transfer: an unselected section of their invoices. */
export const fundingInstructions: SchemaMigration = {
  name: '099_funding_instructions',
  sql: `
    create table subscription.funding_instructions (
      customer_id uuid primary key references subscription.customers,
      organization_id uuid not null,
      id uuid not null,
      payment_provider_code text not null,
      display_name text not null,
      details text not null,
      created_at timestamptz not null
    );
    ${protectTable('subscription', 'funding_instructions')}`,
};
