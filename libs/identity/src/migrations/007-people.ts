import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Rows of people belong to no organization: no tenant sees them, and only transactions over all tenants do. */
const ofEveryTenant = (table: string, role = 'tollgate_every_tenant') => `
    alter table identity.${table} enable row level security;
    alter table identity.${table} force row level security;
    create policy every_tenant on identity.${table} to ${role} using (true) with check (true);`;

/** Proofs of a person's identity: no other service sees them. */
const ofIdentityAlone = (table: string) => ofEveryTenant(table, 'tollgate_identity_every_tenant');

/** People, their memberships with roles, their proofs of identity, and their sessions. */
export const people: SchemaMigration = {
  name: '007_people',
  sql: `
    alter table identity.organizations add column login_methods text[] not null default '{email_password}';

    create table identity.users (
      id uuid primary key,
      email text not null constraint users_email unique,
      name text,
      email_verified_at timestamptz,
      created_at timestamptz not null
    );
    ${ofEveryTenant('users')}

    create table identity.memberships (
      id uuid primary key,
      organization_id uuid not null references identity.organizations,
      user_id uuid not null references identity.users,
      roles text[] not null check (cardinality(roles) > 0),
      status text not null check (status in ('active', 'revoked')),
      created_at timestamptz not null,
      revoked_at timestamptz
    );
    create unique index memberships_active on identity.memberships (organization_id, user_id) where status = 'active';
    create index memberships_list on identity.memberships (organization_id, created_at, id);
    create index memberships_user on identity.memberships (user_id);
    ${protectTable('identity', 'memberships')}
    create policy fellow on identity.users for select to public
      using (exists (select from identity.memberships membership where membership.user_id = users.id));

    create table identity.roles (
      id uuid primary key,
      organization_id uuid not null references identity.organizations,
      code text not null,
      name text not null,
      description text,
      permissions text[] not null check (cardinality(permissions) > 0),
      created_at timestamptz not null,
      constraint roles_code unique (organization_id, code)
    );
    ${protectTable('identity', 'roles')}

    create table identity.invites (
      id uuid primary key,
      organization_id uuid not null references identity.organizations,
      email text not null,
      roles text[] not null check (cardinality(roles) > 0),
      status text not null check (status in ('pending', 'accepted', 'revoked')),
      token_hash text not null constraint invites_token unique,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      accepted_at timestamptz,
      revoked_at timestamptz
    );
    create unique index invites_pending on identity.invites (organization_id, email) where status = 'pending';
    create index invites_list on identity.invites (organization_id, created_at, id);
    ${protectTable('identity', 'invites')}

    create table identity.credentials (
      id uuid primary key references identity.users,
      password_hash text not null,
      password_changed_at timestamptz not null,
      totp_secret text,
      totp_confirmed_at timestamptz,
      totp_last_step bigint not null default 0
    );
    ${ofIdentityAlone('credentials')}

    create table identity.recovery_codes (
      user_id uuid not null references identity.users,
      code_hash text not null,
      primary key (user_id, code_hash)
    );
    ${ofIdentityAlone('recovery_codes')}

    create table identity.password_resets (
      token_hash text primary key,
      user_id uuid not null constraint password_resets_user unique references identity.users,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    ${ofIdentityAlone('password_resets')}

    create table identity.attempts (
      key text primary key,
      tries integer not null,
      ends_at timestamptz not null
    );
    create index attempts_ends_at on identity.attempts (ends_at);
    ${ofIdentityAlone('attempts')}

    create table identity.sessions (
      id uuid primary key,
      user_id uuid not null references identity.users,
      token_hash text not null constraint sessions_token unique,
      login_method text not null check (login_method in ('email_password', 'open_id')),
      organization_id uuid references identity.organizations,
      user_agent text,
      ip_address text,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index sessions_user on identity.sessions (user_id, created_at);
    ${ofEveryTenant('sessions')}`,
};
