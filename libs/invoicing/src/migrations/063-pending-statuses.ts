import type { SchemaMigration } from '@tollgate/platform';

const tables = ['accounting_syncs', 'tax_requests', 'tax_reports'];

/**
 * Pending work has the status `pending`, as calls show it. No release wrote `owed`, the word of these tables before. Row-level
 * security is forced on owners too, so it is lifted while rows change.
 */
export const pendingStatuses: SchemaMigration = {
  name: '107_pending_statuses',
  sql: `
    drop index invoicing.accounting_syncs_owed, invoicing.tax_requests_owed, invoicing.tax_requests_customer,
      invoicing.tax_reports_owed;
    ${tables
      .map(
        (table) => `
    alter table invoicing.${table} no force row level security;
    update invoicing.${table} set status = 'pending' where status = 'owed';
    alter table invoicing.${table} force row level security;`,
      )
      .join('')}
    create index accounting_syncs_pending on invoicing.accounting_syncs (accounting_provider_id, id)
      where status = 'pending';
    create index tax_requests_pending on invoicing.tax_requests (next_attempt_at) where status in ('pending', 'answered');
    create index tax_requests_customer on invoicing.tax_requests (customer_id) where status in ('pending', 'answered');
    create index tax_reports_pending on invoicing.tax_reports (next_attempt_at) where status = 'pending';`,
};
