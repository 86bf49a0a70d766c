import { protectTable } from '../tenancy.js';
import type { SchemaMigration } from '../schema-migrations.js';

/** Erasures of personal data, and the places where services work on them. */
export const erasures: SchemaMigration = {
  name: '009_erasures',
  sql: `
      create table platform.erasures (
        id uuid primary key,
        organization_id uuid not null,
        subject_type text not null,
        subject_id uuid not null,
        -- Finds the erasure again by the identifier that the organization gave, which is not stored.
        subject_digest text not null,
        -- What services need in order to find rows; null once all are done.
        facts jsonb,
        personal_properties text[] not null,
        requested_by jsonb not null,
        created_at timestamptz not null default now(),
        completed_at timestamptz,
        unique (organization_id, subject_id)
      );
      create index erasures_by_age on platform.erasures (organization_id, created_at desc, id);
      create table platform.erasure_places (
        erasure_id uuid not null references platform.erasures (id) on delete cascade,
        organization_id uuid not null,
        place text not null,
        service text not null,
        stage smallint not null,
        rows bigint not null default 0,
        retained bigint not null default 0,
        retained_reason text,
        -- Where the work continues after an interruption; null before its first step.
        reached text,
        completed_at timestamptz,
        primary key (erasure_id, place)
      );
      create index erasure_places_to_do on platform.erasure_places (service, erasure_id) where completed_at is null;
      grant select, insert, update, delete on platform.erasures, platform.erasure_places to public;
      grant delete on platform.message_contents to public;
      -- Keys of customers in the feed of changes are blanked.
      grant select (organization_id, object_id, key), update (key) on platform.changes, platform.pending_changes to public;
      ${protectTable('platform', 'erasures')}
      ${protectTable('platform', 'erasure_places')}`,
};
