import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Mails to people that wait to be sent. Only transactions over all tenants see those without an organization. */
export const mails: SchemaMigration = {
  name: '009_mails',
  sql: `
    create table identity.mails (
      id uuid primary key,
      organization_id uuid references identity.organizations,
      kind text not null,
      recipient text not null,
      content jsonb,
      tries integer not null default 0,
      created_at timestamptz not null,
      next_try_at timestamptz not null
    );
    create index mails_due on identity.mails (next_try_at);
    ${protectTable('identity', 'mails')}`,
};
