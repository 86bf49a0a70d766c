import { protectTable } from '../tenancy.js';
import type { SchemaMigration } from '../schema-migrations.js';

/**
 * The feed of changes (docs/decisions/0024-one-feed-of-changes.md). Triggers write `pending_changes` in the transaction of the
 * change. `changes` has their numbered order, and `change_positions` the ends of it for each organization.
 */
export const changes: SchemaMigration = {
  name: '008_changes',
  sql: `
      create table platform.pending_changes (
        organization_id uuid not null,
        sequence bigint generated always as identity,
        type text not null,
        object_id uuid not null,
        key text,
        change text not null,
        at timestamptz not null default now(),
        primary key (organization_id, sequence)
      ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
      ${protectTable('platform', 'pending_changes')}
      create table platform.changes (
        organization_id uuid not null,
        position bigint not null,
        type text not null,
        object_id uuid not null,
        key text,
        change text not null,
        at timestamptz not null,
        numbered_at timestamptz not null default now(),
        primary key (organization_id, position)
      );
      ${protectTable('platform', 'changes')}
      create table platform.change_positions (
        organization_id uuid primary key,
        -- The position of the last entry, and of the last one that was deleted for its age.
        last bigint not null default 0,
        expired bigint not null default 0
      );
      ${protectTable('platform', 'change_positions')}`,
};
