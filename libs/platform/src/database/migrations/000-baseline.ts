import type { Baseline } from '../schema-migrations.js';
import { protectTable } from '../tenancy.js';

/** The tables that all services share, at release 0.2.0. */
export const baseline: Baseline = {
  release: '0.2.0',
  names: ['001_in_flight', '002_parked', '003_message_contents', '004_pending_jobs', '005_marks_of_jobs'],
  sql: `
    -- Work that holds up the test clock of its organization.
    create table platform.in_flight (
      organization_id uuid not null,
      id text not null,
      since timestamptz not null default now(),
      primary key (organization_id, id)
    );
    ${protectTable('platform', 'in_flight')}
    grant all on platform.in_flight to public;

    -- Messages that consumers gave up, as release 0.1.0 wrote them; the trigger passes them on.
    create table platform.dead_letters (
      message_id uuid not null,
      consumer text not null,
      organization_id uuid not null,
      message jsonb not null,
      error text not null,
      parked_at timestamptz not null default now(),
      primary key (message_id, consumer)
    );
    ${protectTable('platform', 'dead_letters')}

    -- Work that failed too often and waits for a person.
    create table platform.parked (
      id uuid primary key,
      organization_id uuid not null,
      service text not null,
      kind text not null,
      key text not null,
      reason text not null,
      details text not null,
      -- Not jsonb: that refuses characters that events may hold, and refused events arrive here.
      payload json not null check (octet_length(payload::text) <= 4194304),
      tries integer not null,
      parked_at timestamptz not null default now(),
      last_tried_at timestamptz,
      unique (organization_id, service, kind, key)
    );
    create index parked_by_age on platform.parked (service, kind, parked_at);
    ${protectTable('platform', 'parked')}
    grant select, insert, update, delete on platform.parked to public;

    -- Contents of messages that are too large for the log.
    create table platform.message_contents (
      message_id uuid primary key,
      organization_id uuid not null,
      content json not null,
      stored_at timestamptz not null default now()
    );
    create index message_contents_stored_at on platform.message_contents (stored_at);
    ${protectTable('platform', 'message_contents')}
    grant select, insert on platform.message_contents to public;

    -- Jobs that wait or run, so that a lost one is queued again.
    create table platform.pending_jobs (
      organization_id uuid not null,
      job text not null,
      id text not null,
      payload json not null,
      since timestamptz not null default now(),
      -- By the clock of the process that requested it.
      asked_at timestamptz not null,
      looked_at_after timestamptz not null,
      restored integer not null default 0,
      primary key (organization_id, job, id)
    );
    create index pending_jobs_to_look_at on platform.pending_jobs (looked_at_after);
    ${protectTable('platform', 'pending_jobs')}

    create function platform.park_dead_letter() returns trigger language plpgsql as $function$
    begin
      insert into platform.parked (id, organization_id, service, kind, key, reason, details, payload, tries)
      values (gen_random_uuid(), new.organization_id, replace(new.consumer, '_', '-'), 'message', new.message_id::text,
              'unknown', new.error, new.message::json, 12)
      on conflict (organization_id, service, kind, key) do nothing;
      return null;
    end $function$;
    create trigger park before insert on platform.dead_letters for each row execute function platform.park_dead_letter();`,
};
