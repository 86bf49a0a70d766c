import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Acts on many records as jobs, with what became of each record (invoices, section 15). */
export const bulkActs: SchemaMigration = {
  name: '020_bulk_acts',
  sql: `
    create table identity.bulk_acts (
      id uuid primary key,
      organization_id uuid not null references identity.organizations,
      act text not null,
      -- Null: identifiers selected the records.
      filters jsonb,
      arguments jsonb not null,
      status text not null check (status in ('pending', 'processing', 'stopping', 'completed', 'stopped')),
      stop_reason text,
      records_total integer not null,
      records_waiting integer not null,
      records_done integer not null default 0,
      records_skipped integer not null default 0,
      records_refused integer not null default 0,
      records_left integer not null default 0,
      -- On whose behalf: a key, or else a person.
      api_key_id uuid,
      user_id uuid,
      request_id text,
      created_at timestamptz not null,
      started_at timestamptz,
      completed_at timestamptz,
      changed_at timestamptz,
      -- By the wall clock, as the search for abandoned acts and the retention are.
      touched_at timestamptz not null default now()
    );
    create index bulk_acts_listed on identity.bulk_acts (organization_id, created_at desc, id);
    create index bulk_acts_unfinished on identity.bulk_acts (touched_at)
      where status in ('pending', 'processing', 'stopping');
    create index bulk_acts_ended on identity.bulk_acts (touched_at) where status in ('completed', 'stopped');
    ${protectTable('identity', 'bulk_acts')}

    create table identity.bulk_act_records (
      id uuid primary key,
      organization_id uuid not null,
      bulk_act_id uuid not null references identity.bulk_acts on delete cascade,
      record_id uuid not null,
      customer_id uuid not null,
      name text,
      outcome text not null default 'waiting'
        check (outcome in ('waiting', 'done', 'skipped', 'refused', 'left')),
      tries smallint not null default 0,
      -- By the wall clock; null: at once.
      next_try_at timestamptz,
      error_code text,
      error_details jsonb,
      ended_at timestamptz,
      constraint bulk_act_records_once unique (bulk_act_id, record_id)
    );
    create index bulk_act_records_of_record on identity.bulk_act_records (record_id);
    create index bulk_act_records_by_outcome on identity.bulk_act_records (bulk_act_id, outcome, id);
    ${protectTable('identity', 'bulk_act_records')}`,
};
