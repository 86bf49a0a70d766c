import { protectTable } from '../tenancy.js';
import type { SchemaMigration } from '../schema-migrations.js';

export const inFlight: SchemaMigration = {
  name: '001_in_flight',
  sql: `
      create table platform.in_flight (
        organization_id uuid not null,
        id text not null,
        since timestamptz not null default now(),
        primary key (organization_id, id)
      );
      ${protectTable('platform', 'in_flight')}
      grant all on platform.in_flight to public;
      create table platform.dead_letters (
        message_id uuid not null,
        consumer text not null,
        organization_id uuid not null,
        message jsonb not null,
        error text not null,
        parked_at timestamptz not null default now(),
        primary key (message_id, consumer)
      );
      ${protectTable('platform', 'dead_letters')}`,
};
