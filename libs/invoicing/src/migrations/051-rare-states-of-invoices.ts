import type { SchemaMigration } from '@tollgate/platform';

/**
 * The list of invoices in states that few of many have: drafts, failed and void ones, and those without a successful
 * payment. Other indexes depend on these columns already, so a change of state costs no more writes than before.
 */
export const rareStatesOfInvoices: SchemaMigration = {
  name: '095_rare_states_of_invoices',
  sql: `
    create index if not exists invoices_not_final on invoicing.invoices (organization_id, issuing_date desc, created_at desc, id)
      where status <> 'finalized';
    create index if not exists invoices_not_paid on invoicing.invoices (organization_id, issuing_date desc, created_at desc, id)
      where payment_status <> 'succeeded'`,
};
