import type { SchemaMigration } from '@tollgate/platform';

/** The reconciler repeatedly searches purchases of credits that stayed pending when their invoice was voided. */
export const voidedCreditSalesIndex: SchemaMigration = {
  name: '084_voided_credit_sales_index',
  sql: `create index invoices_voided_credit_sales on invoicing.invoices (id) where invoice_type = 'credit' and status = 'voided'`,
};
