import type { SchemaMigration } from '@tollgate/platform';

/** The corrected event in place of a voided one; null where an event was voided alone. */
export const resends: SchemaMigration = {
  name: '012_resends',
  sql: 'alter table ingestion.voided_events add column replacement jsonb',
};
