import type { SchemaMigration } from '@tollgate/platform';

/** The operator among the people of an installation, and the link that makes the first one. */
export const operators: SchemaMigration = {
  name: '014_operators',
  sql: `
    alter table identity.users add column is_operator boolean not null default false;

    create table identity.setup_links (
      is_only boolean primary key default true check (is_only),
      token_hash text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    alter table identity.setup_links enable row level security;
    alter table identity.setup_links force row level security;
    create policy every_tenant on identity.setup_links to tollgate_identity_every_tenant
      using (true) with check (true);`,
};
