import type { SchemaMigration } from '@tollgate/platform';

/** Purchases of credits that were left pending when their invoice was voided are looked for again and again. */
export const voidedCreditSalesIndex: SchemaMigration = {
  name: '084_voided_credit_sales_index',
  sql: `create index invoices_voided_credit_sales on invoicing.invoices (id) where invoice_type = 'credit' and status = 'voided'`,
};
