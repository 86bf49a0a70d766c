import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * The running usage of charges in advance at a place among their events; the next events continue from there. All of it
 * can be computed again from the stored events.
 */
export const advanceCheckpoints: SchemaMigration = {
  name: '061_advance_checkpoints',
  sql: `
    create table invoicing.advance_checkpoints (
      organization_id uuid not null,
      subscription_id uuid not null,
      charge_id uuid not null,
      period_from bigint not null,
      terms text not null,
      event_at bigint not null,
      received_at bigint not null,
      event_id text not null,
      events bigint not null,
      digest text not null,
      updated_at timestamptz not null default now(),
      primary key (subscription_id, charge_id, period_from)
    );
    create index advance_checkpoints_updated on invoicing.advance_checkpoints (updated_at);
    ${protectTable('invoicing', 'advance_checkpoints')}
    create table invoicing.advance_usages (
      organization_id uuid not null,
      subscription_id uuid not null,
      charge_id uuid not null,
      period_from bigint not null,
      bucket text not null,
      state text not null,
      primary key (subscription_id, charge_id, period_from, bucket),
      foreign key (subscription_id, charge_id, period_from) references invoicing.advance_checkpoints on delete cascade
    );
    ${protectTable('invoicing', 'advance_usages')}
    create index advance_events_of_part on invoicing.advance_events
      (subscription_id, charge_id, jsonb_hash_extended(grouped_by, 0), event_at desc, position desc)`,
};
