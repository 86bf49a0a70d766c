import type { SchemaMigration } from '@tollgate/platform';

export const proration: SchemaMigration = {
  name: '086_proration',
  sql: 'alter table invoicing.fees add column proration jsonb',
};
