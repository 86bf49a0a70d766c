import type { SchemaMigration } from '@tollgate/platform';

export const paidLooseFees: SchemaMigration = {
  name: '042_paid_loose_fees',
  sql: `
    create index fees_paid_loose on invoicing.fees (customer_id) where invoice_id is null and payment_status = 'succeeded'`,
};
