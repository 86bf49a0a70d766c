import type { SchemaMigration } from '@tollgate/platform';

/** The currency, country and language of the bank account that a customer's provider answered for its transfers. */
export const fundingInstructions: SchemaMigration = {
  name: '017_funding_instructions',
  sql: 'alter table payment.provider_customers add column instructions_scope text',
};
