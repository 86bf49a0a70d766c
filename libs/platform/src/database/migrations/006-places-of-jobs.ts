import type { SchemaMigration } from '../schema-migrations.js';

/**
 * The stage of each job: `waiting` for its organization's place in the queue, `queued` until it starts, or `begun`. Jobs that an
 * older release queued have begun, so they hold up no other.
 */
export const placesOfJobs: SchemaMigration = {
  name: '006_places_of_jobs',
  sql: `
      alter table platform.pending_jobs
        add column stage text not null default 'begun',
        add column waits_since timestamptz not null default clock_timestamp(),
        -- Failed attempts before its last wait.
        add column attempts integer not null default 0,
        add column blocks_test_clock boolean not null default true;
      create index pending_jobs_waiting on platform.pending_jobs (organization_id, job, waits_since)
        where stage = 'waiting';
      create index pending_jobs_queued on platform.pending_jobs (organization_id, job) where stage = 'queued';`,
};
