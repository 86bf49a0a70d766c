import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Suspended organizations, the stays of operators in organizations, and confirmed sessions. */
export const operatorEntries: SchemaMigration = {
  name: '021_operator_entries',
  sql: `
    alter table identity.organizations
      add column suspended_at timestamptz,
      add column suspension_reason text;
    create index organizations_suspended on identity.organizations (id) where suspended_at is not null;

    alter table identity.sessions add column confirmed_at timestamptz;

    create table identity.operator_entries (
      id uuid primary key,
      organization_id uuid not null references identity.organizations,
      user_id uuid not null,
      -- The session that it belongs to: it ends with that.
      session_id uuid not null,
      user_email text not null,
      reason text not null,
      may_change boolean not null,
      -- By the wall clock, as all of them.
      created_at timestamptz not null,
      expires_at timestamptz not null,
      left_at timestamptz
    );
    create index operator_entries_of_session on identity.operator_entries (session_id) where left_at is null;
    create index operator_entries_of_person on identity.operator_entries (user_id) where left_at is null;
    ${protectTable('identity', 'operator_entries')}`,
};
