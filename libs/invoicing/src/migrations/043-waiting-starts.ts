import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * Invoices of starts that wait for their payment, and the starts that were given up: those get no invoice any more
 * (subscriptions, section 3.5).
 */
export const waitingStarts: SchemaMigration = {
  name: '087_waiting_starts',
  sql: `
    alter table invoicing.invoices add column awaits_payment boolean not null default false;
    create table invoicing.abandoned_starts (
      subscription_id uuid primary key,
      organization_id uuid not null,
      reason text not null,
      abandoned_at timestamptz not null
    );
    ${protectTable('invoicing', 'abandoned_starts')}`,
};
