import type { SchemaMigration } from '@tollgate/platform';

/** People void events too, without a key. */
export const voidsByPeople: SchemaMigration = {
  name: '006_voids_by_people',
  sql: 'alter table ingestion.voided_events alter column api_key_id drop not null',
};
