import type { SchemaMigration } from '@tollgate/platform';

/** The reconciler of payments repeatedly searches hidden invoices for whose payment a subscription waits. */
export const waitingStartsIndex: SchemaMigration = {
  name: '088_waiting_starts_index',
  sql: `create index invoices_awaits_payment on invoicing.invoices (id) where awaits_payment`,
};
