import type { SchemaMigration } from '@tollgate/platform';

/**
 * The delivery of each mail: by recipient, with its tries and steps. Earlier mails have no steps. A process of an
 * earlier release only sets `sent_at`, so the state of a mail follows from its two instants.
 */
export const deliveryLog: SchemaMigration = {
  name: '010_delivery_log',
  sql: `
    alter table document.mails
      add column refused_at timestamptz,
      add column queued_at timestamptz not null default now(),
      add column tries integer not null default 0,
      add column next_try_at timestamptz not null default now(),
      add column accepted jsonb not null default '[]',
      add column refused jsonb not null default '[]',
      add column delayed jsonb not null default '[]',
      add column steps jsonb not null default '[]';
    create index mails_due on document.mails (next_try_at) where sent_at is null and refused_at is null;
    create index mails_list on document.mails (organization_id, created_at desc, id);
    create index mails_of_subject on document.mails (organization_id, subject_id);
    create index mails_refused on document.mails (refused_at) where refused_at is not null`,
};
