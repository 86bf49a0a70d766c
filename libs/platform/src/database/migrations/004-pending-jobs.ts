import { protectTable } from '../tenancy.js';
import type { SchemaMigration } from '../schema-migrations.js';

export const pendingJobs: SchemaMigration = {
  name: '004_pending_jobs',
  sql: `
      create table platform.pending_jobs (
        organization_id uuid not null,
        job text not null,
        id text not null,
        payload json not null,
        since timestamptz not null default now(),
        -- By the clock of the process that asked for it.
        asked_at timestamptz not null,
        looked_at_after timestamptz not null,
        restored integer not null default 0,
        primary key (organization_id, job, id)
      );
      create index pending_jobs_to_look_at on platform.pending_jobs (looked_at_after);
      ${protectTable('platform', 'pending_jobs')}`,
};
