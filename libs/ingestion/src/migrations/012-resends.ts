import type { SchemaMigration } from '@tollgate/platform';

/** The corrected event that stands in for a voided one; null where an event was voided alone. */
export const resends: SchemaMigration = {
  name: '012_resends',
  sql: 'alter table ingestion.voided_events add column replacement jsonb',
};
