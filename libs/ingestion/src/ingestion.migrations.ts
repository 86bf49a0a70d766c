import type { SchemaMigrations } from '@tollgate/platform';

/** The service keeps its events in the usage store; in PostgreSQL it has its inbox and outbox alone. */
export const ingestionMigrations: SchemaMigrations = { schema: 'ingestion', migrations: {} };
