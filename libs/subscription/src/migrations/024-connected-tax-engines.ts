import type { SchemaMigration } from '@tollgate/platform';

/** Whether an integration is a connected tax engine: it taxes the customers that are linked to it. */
export const connectedTaxEngines: SchemaMigration = {
  name: '095_connected_tax_engines',
  sql: `alter table subscription.integrations add column connected boolean not null default false`,
};
