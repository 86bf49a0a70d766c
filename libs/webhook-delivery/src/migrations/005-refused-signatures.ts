import type { SchemaMigration } from '@tollgate/platform';

/** The largest signature that a receiver has refused for its length, which the endpoint's answer shows. */
export const refusedSignatures: SchemaMigration = {
  name: '005_refused_signatures',
  sql: 'alter table webhook_delivery.webhook_endpoints add column refused_signature_bytes integer',
};
