import type { SchemaMigration } from '../schema-migrations.js';

/**
 * Release 0.1.0 marked jobs in `in_flight`, where test clocks wait for them; now `pending_jobs` says what waits. Nobody takes
 * these marks off any more. What the jobs were for stands in tables of its own, and is found there.
 */
export const marksOfJobs: SchemaMigration = {
  name: '005_marks_of_jobs',
  sql: `
      delete from platform.in_flight
      where id ~ '^(billing-run|invoice-finalization|draft-refresh|advance-events|threshold-check|webhook-attempt)-'`,
};
