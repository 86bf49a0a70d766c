import type { SchemaMigration } from '@tollgate/platform';

/** The registry alone lists the providers: calls refuse other names before anything is stored. */
export const declaredProviders: SchemaMigration = {
  name: '024_declared_providers',
  sql: 'alter table payment.provider_connections drop constraint provider_connections_provider_check',
};
