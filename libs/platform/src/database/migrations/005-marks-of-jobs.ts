import type { SchemaMigration } from '../schema-migrations.js';

/**
 * Release 0.1.0 marked jobs in `in_flight`, where test clocks wait for them; now `pending_jobs` lists waiting jobs. No
 * code removes the old marks any more. Reconcilers find the work of those jobs in its own tables.
 */
export const marksOfJobs: SchemaMigration = {
  name: '005_marks_of_jobs',
  sql: `
      delete from platform.in_flight
      where id ~ '^(billing-run|invoice-finalization|draft-refresh|advance-events|threshold-check|webhook-attempt)-'`,
};
