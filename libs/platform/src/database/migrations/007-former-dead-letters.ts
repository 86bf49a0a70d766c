import type { SchemaMigration } from '../schema-migrations.js';

/** Release 0.1.0 wrote parked messages to a table of their own. No process that may still work does so. */
export const formerDeadLetters: SchemaMigration = {
  name: '007_former_dead_letters',
  sql: `
    drop table platform.dead_letters;
    drop function platform.park_dead_letter();`,
};
