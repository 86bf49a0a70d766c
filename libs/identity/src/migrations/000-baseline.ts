import { protectTable, type Baseline } from '@tollgate/platform';

/** Organizations, keys, test clocks, people and their sessions, at release 0.2.0. */
export const baseline: Baseline = {
  release: '0.2.0',
  names: [
    '001_organizations',
    '002_api_keys_without_name',
    '003_traces',
    '004_organization_slugs',
    '005_security_logs',
    '006_last_use_of_api_keys',
    '007_people',
    '008_open_id',
    '009_mails',
    '010_sessions_of_connections',
  ],
  sql: `
    -- The slug is null for organizations of release 0.1.0: their id gives one.
    create table identity.organizations (
      id uuid primary key,
      name text not null,
      hmac_key text not null,
      document_number_prefix text not null,
      sandbox boolean not null,
      created_at timestamptz not null,
      slug text,
      login_methods text[] not null default '{email_password}'
    );
    create unique index organizations_slug on identity.organizations (slug);
    ${protectTable('identity', 'organizations', 'id')}

    create table identity.api_keys (
      id uuid primary key,
      organization_id uuid not null references identity.organizations,
      name text,
      value_hash text not null unique,
      last_four text not null,
      permissions jsonb,
      expires_at timestamptz,
      created_at timestamptz not null,
      last_used_at timestamptz
    );
    create index api_keys_organization on identity.api_keys (organization_id);
    ${protectTable('identity', 'api_keys')}

    create table identity.test_clocks (
      organization_id uuid primary key references identity.organizations,
      frozen_time timestamptz not null,
      target_time timestamptz not null,
      status text not null default 'ready' check (status in ('ready', 'advancing')),
      lease_until timestamptz
    );
    ${protectTable('identity', 'test_clocks')}

    -- Changes that concern the security of an organization, written with the change itself or by its message.
    create table identity.security_logs (
      id uuid primary key,
      organization_id uuid not null references identity.organizations,
      log_type text not null,
      log_event text not null,
      api_key_id uuid,
      user_id uuid,
      user_email text,
      resources jsonb not null,
      device_info jsonb not null,
      logged_at timestamptz not null,
      created_at timestamptz not null default now()
    );
    create index security_logs_in_order on identity.security_logs (organization_id, logged_at desc, id desc);
    create index security_logs_by_age on identity.security_logs (created_at);
    ${protectTable('identity', 'security_logs')}

    -- People belong to no organization: only transactions over all tenants see them, and fellow members.
    create table identity.users (
      id uuid primary key,
      email text not null constraint users_email unique,
      name text,
      email_verified_at timestamptz,
      created_at timestamptz not null
    );
    alter table identity.users enable row level security;
    alter table identity.users force row level security;
    create policy every_tenant on identity.users to tollgate_every_tenant using (true) with check (true);

    create table identity.memberships (
      id uuid primary key,
      organization_id uuid not null references identity.organizations,
      user_id uuid not null references identity.users,
      roles text[] not null check (cardinality(roles) > 0),
      status text not null check (status in ('active', 'revoked')),
      created_at timestamptz not null,
      revoked_at timestamptz
    );
    create unique index memberships_active on identity.memberships (organization_id, user_id)
      where status = 'active';
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

    -- Proofs of a person's identity: no other service sees them.
    create table identity.credentials (
      id uuid primary key references identity.users,
      password_hash text not null,
      password_changed_at timestamptz not null,
      totp_secret text,
      totp_confirmed_at timestamptz,
      totp_last_step bigint not null default 0
    );
    alter table identity.credentials enable row level security;
    alter table identity.credentials force row level security;
    create policy every_tenant on identity.credentials to tollgate_identity_every_tenant
      using (true) with check (true);

    create table identity.recovery_codes (
      user_id uuid not null references identity.users,
      code_hash text not null,
      primary key (user_id, code_hash)
    );
    alter table identity.recovery_codes enable row level security;
    alter table identity.recovery_codes force row level security;
    create policy every_tenant on identity.recovery_codes to tollgate_identity_every_tenant
      using (true) with check (true);

    create table identity.password_resets (
      token_hash text primary key,
      user_id uuid not null constraint password_resets_user unique references identity.users,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    alter table identity.password_resets enable row level security;
    alter table identity.password_resets force row level security;
    create policy every_tenant on identity.password_resets to tollgate_identity_every_tenant
      using (true) with check (true);

    create table identity.attempts (
      key text primary key,
      tries integer not null,
      ends_at timestamptz not null
    );
    create index attempts_ends_at on identity.attempts (ends_at);
    alter table identity.attempts enable row level security;
    alter table identity.attempts force row level security;
    create policy every_tenant on identity.attempts to tollgate_identity_every_tenant using (true) with check (true);

    create table identity.sessions (
      id uuid primary key,
      user_id uuid not null references identity.users,
      token_hash text not null constraint sessions_token unique,
      login_method text not null check (login_method in ('email_password', 'open_id')),
      organization_id uuid references identity.organizations,
      user_agent text,
      ip_address text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      connection_id uuid
    );
    create index sessions_user on identity.sessions (user_id, created_at);
    alter table identity.sessions enable row level security;
    alter table identity.sessions force row level security;
    create policy every_tenant on identity.sessions to tollgate_every_tenant using (true) with check (true);

    -- The OpenID providers of organizations, the people they know, and sign-ins that have begun there.
    create table identity.open_id_connections (
      id uuid primary key,
      organization_id uuid not null constraint open_id_connections_organization unique
        references identity.organizations,
      issuer text not null,
      client_id text not null,
      client_secret text not null,
      created_at timestamptz not null
    );
    ${protectTable('identity', 'open_id_connections')}

    create table identity.open_id_subjects (
      organization_id uuid not null references identity.organizations,
      issuer text not null,
      subject text not null,
      user_id uuid not null references identity.users,
      primary key (organization_id, issuer, subject)
    );
    ${protectTable('identity', 'open_id_subjects')}

    create table identity.open_id_sign_ins (
      state_hash text primary key,
      organization_id uuid not null references identity.organizations,
      code_challenge text not null,
      nonce text not null,
      invite_id uuid references identity.invites,
      expires_at timestamptz not null
    );
    create index open_id_sign_ins_expires_at on identity.open_id_sign_ins (expires_at);
    ${protectTable('identity', 'open_id_sign_ins')}

    -- Mails to people that wait to be sent. Only transactions over all tenants see those without an organization.
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
