import type { SchemaMigration } from '@tollgate/platform';

/** Indexes that read all invoices and fees. Sold credits are invoiced once. */
export const prepaidCreditIndexes: SchemaMigration = {
  name: '070_prepaid_credit_indexes',
  sql: `
    alter table invoicing.invoices validate constraint invoices_status_check;
    create unique index fees_sold_credits on invoicing.fees (item_id) where fee_type = 'credit'`,
};
