import { protectTable } from '../tenancy.js';
import type { SchemaMigration } from '../schema-migrations.js';

export const parked: SchemaMigration = {
  name: '002_parked',
  sql: `
      create table platform.parked (
        id uuid primary key,
        organization_id uuid not null,
        service text not null,
        kind text not null,
        key text not null,
        reason text not null,
        details text not null,
        -- Not jsonb: that refuses characters that events may hold, and what is refused is parked here.
        payload json not null check (octet_length(payload::text) <= 4194304),
        tries integer not null,
        parked_at timestamptz not null default now(),
        last_tried_at timestamptz,
        unique (organization_id, service, kind, key)
      );
      create index parked_by_age on platform.parked (service, kind, parked_at);
      grant select, insert, update, delete on platform.parked to public;
      -- Parked messages of before. Row-level security is forced on owners too, so it is lifted while rows are moved.
      alter table platform.dead_letters no force row level security;
      insert into platform.parked (id, organization_id, service, kind, key, reason, details, payload, tries, parked_at)
      select gen_random_uuid(), organization_id, replace(consumer, '_', '-'), 'message', message_id::text, 'unknown', error, message::json, 12, parked_at
      from platform.dead_letters;
      delete from platform.dead_letters;
      alter table platform.dead_letters force row level security;
      ${protectTable('platform', 'parked')}
      -- Processes of the version before go on writing dead letters until they are replaced: these land here too.
      create function platform.park_dead_letter() returns trigger language plpgsql as $park$
      begin
        insert into platform.parked (id, organization_id, service, kind, key, reason, details, payload, tries)
        values (gen_random_uuid(), new.organization_id, replace(new.consumer, '_', '-'), 'message', new.message_id::text,
                'unknown', new.error, new.message::json, 12)
        on conflict (organization_id, service, kind, key) do nothing;
        return null;
      end $park$;
      create trigger park before insert on platform.dead_letters for each row execute function platform.park_dead_letter()`,
};
