import type { SchemaMigration } from '@tollgate/platform';

/**
 * Invoices of prepaid credits may wait for their payment while the interface hides them. Invoices store the credits
 * that they used.
 */
export const prepaidCredits: SchemaMigration = {
  name: '069_prepaid_credits',
  sql: `
    alter table invoicing.invoices drop constraint invoices_status_check;
    alter table invoicing.invoices add constraint invoices_status_check
      check (status in ('draft', 'finalized', 'voided', 'failed', 'pending', 'closed', 'deleted', 'open')) not valid;
    alter table invoicing.invoices add column prepaid_granted_credit_amount_cents bigint not null default 0;
    alter table invoicing.invoices add column prepaid_purchased_credit_amount_cents bigint not null default 0`,
};
