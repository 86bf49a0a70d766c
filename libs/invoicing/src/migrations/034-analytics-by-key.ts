import type { SchemaMigration } from '@tollgate/platform';
import { changed, looseFees, subscriptionFees, usage } from './023-analytics.js';

/** The invoice of each fee by its key. */
const invoiceOfFee = 'lateral (select * from invoicing.invoices where id = fee.invoice_id offset 0)';

const fees = (rows: string, sign: 1 | -1) =>
  looseFees(rows, sign) + usage(rows, sign, invoiceOfFee) + subscriptionFees(rows, sign, invoiceOfFee);

const body = (name: string, statements: string) => `
  create or replace function invoicing.${name}() returns trigger language plpgsql set enable_seqscan = off
  as $${name}$ begin ${statements} return null; end $${name}$;`;

/**
 * Fees find their invoices by key, one by one. A session plans a trigger once, maybe while there are few invoices. The
 * best plan of that moment later read all invoices of an organization for every statement.
 */
export const analyticsByKey: SchemaMigration = {
  name: '078_analytics_by_key',
  sql: [
    body('analyse_new_fees', fees('added', 1)),
    body('analyse_fees', fees(changed('before', 'behind'), -1) + fees(changed('behind', 'before'), 1)),
    body('analyse_removed_fees', fees('removed', -1)),
  ].join('\n'),
};
