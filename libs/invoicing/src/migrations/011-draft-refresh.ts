import type { SchemaMigration } from '@tollgate/platform';

export const draftRefresh: SchemaMigration = {
  name: '041_draft_refresh',
  sql: `
    alter table invoicing.invoices add column refresh_at timestamptz;
    create index invoices_refresh on invoicing.invoices (refresh_at) where status = 'draft' and refresh_at is not null`,
};
