-- The schemas of the release before, by its migrations. Written by tools/upgrade/previous-release.ts; needs their roles.
create schema platform;
create table platform.migrations (name varchar(255) not null primary key, timestamp varchar(255) not null);
-- 001_in_flight of platform
create table platform.in_flight (
        organization_id uuid not null,
        id text not null,
        since timestamptz not null default now(),
        primary key (organization_id, id)
      );
      
    alter table platform.in_flight enable row level security;
    alter table platform.in_flight force row level security;
    create policy tenant on platform.in_flight to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on platform.in_flight to tollgate_every_tenant using (true) with check (true);
      grant all on platform.in_flight to public;
      create table platform.dead_letters (
        message_id uuid not null,
        consumer text not null,
        organization_id uuid not null,
        message jsonb not null,
        error text not null,
        parked_at timestamptz not null default now(),
        primary key (message_id, consumer)
      );
      
    alter table platform.dead_letters enable row level security;
    alter table platform.dead_letters force row level security;
    create policy tenant on platform.dead_letters to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on platform.dead_letters to tollgate_every_tenant using (true) with check (true);
insert into platform.migrations values ('001_in_flight', '2020-01-01T00:00:00.000Z');
-- 002_parked of platform
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
      
    alter table platform.parked enable row level security;
    alter table platform.parked force row level security;
    create policy tenant on platform.parked to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on platform.parked to tollgate_every_tenant using (true) with check (true);
      -- Processes of the version before go on writing dead letters until they are replaced: these land here too.
      create function platform.park_dead_letter() returns trigger language plpgsql as $park$
      begin
        insert into platform.parked (id, organization_id, service, kind, key, reason, details, payload, tries)
        values (gen_random_uuid(), new.organization_id, replace(new.consumer, '_', '-'), 'message', new.message_id::text,
                'unknown', new.error, new.message::json, 12)
        on conflict (organization_id, service, kind, key) do nothing;
        return null;
      end $park$;
      create trigger park before insert on platform.dead_letters for each row execute function platform.park_dead_letter();
insert into platform.migrations values ('002_parked', '2020-01-01T00:00:01.000Z');
-- 003_message_contents of platform
create table platform.message_contents (
        message_id uuid primary key,
        organization_id uuid not null,
        content json not null,
        stored_at timestamptz not null default now()
      );
      create index message_contents_stored_at on platform.message_contents (stored_at);
      grant select, insert on platform.message_contents to public;
      
    alter table platform.message_contents enable row level security;
    alter table platform.message_contents force row level security;
    create policy tenant on platform.message_contents to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on platform.message_contents to tollgate_every_tenant using (true) with check (true);
insert into platform.migrations values ('003_message_contents', '2020-01-01T00:00:02.000Z');
-- 004_pending_jobs of platform
create table platform.pending_jobs (
        organization_id uuid not null,
        job text not null,
        id text not null,
        payload json not null,
        since timestamptz not null default now(),
        -- By the clock of the process that asked for it.
        asked_at timestamptz not null,
        looked_at_after timestamptz not null,
        restored integer not null default 0,
        primary key (organization_id, job, id)
      );
      create index pending_jobs_to_look_at on platform.pending_jobs (looked_at_after);
      
    alter table platform.pending_jobs enable row level security;
    alter table platform.pending_jobs force row level security;
    create policy tenant on platform.pending_jobs to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on platform.pending_jobs to tollgate_every_tenant using (true) with check (true);
insert into platform.migrations values ('004_pending_jobs', '2020-01-01T00:00:03.000Z');
-- 005_marks_of_jobs of platform
delete from platform.in_flight
      where id ~ '^(billing-run|invoice-finalization|draft-refresh|advance-events|threshold-check|webhook-attempt)-';
insert into platform.migrations values ('005_marks_of_jobs', '2020-01-01T00:00:04.000Z');
create schema identity;
create table identity.migrations (name varchar(255) not null primary key, timestamp varchar(255) not null);
-- 000_messaging of identity
create table identity.outbox (
    sequence bigint generated always as identity primary key,
    id uuid not null unique,
    organization_id uuid not null,
    type text not null,
    key text not null,
    payload jsonb not null,
    occurred_at timestamptz not null,
    request_id text
  );
  
    alter table identity.outbox enable row level security;
    alter table identity.outbox force row level security;
    create policy tenant on identity.outbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on identity.outbox to tollgate_every_tenant using (true) with check (true);
  create table identity.inbox (
    message_id uuid primary key,
    organization_id uuid not null,
    type text not null,
    handled_at timestamptz not null default now()
  );
  create index inbox_handled_at on identity.inbox (handled_at);
  
    alter table identity.inbox enable row level security;
    alter table identity.inbox force row level security;
    create policy tenant on identity.inbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on identity.inbox to tollgate_every_tenant using (true) with check (true);
  create table identity.command_answers (
    idempotency_key text primary key,
    organization_id uuid not null,
    answer jsonb not null,
    answered_at timestamptz not null default now()
  );
  
    alter table identity.command_answers enable row level security;
    alter table identity.command_answers force row level security;
    create policy tenant on identity.command_answers to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on identity.command_answers to tollgate_every_tenant using (true) with check (true);
insert into identity.migrations values ('000_messaging', '2020-01-01T00:00:00.000Z');
-- 001_organizations of identity
create table identity.organizations (
      id uuid primary key,
      name text not null,
      hmac_key text not null,
      document_number_prefix text not null,
      sandbox boolean not null,
      created_at timestamptz not null
    );
    
    alter table identity.organizations enable row level security;
    alter table identity.organizations force row level security;
    create policy tenant on identity.organizations to public
      using (id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on identity.organizations to tollgate_every_tenant using (true) with check (true);
    create table identity.api_keys (
      id uuid primary key,
      organization_id uuid not null references identity.organizations,
      name text not null,
      value_hash text not null unique,
      last_four text not null,
      permissions jsonb,
      expires_at timestamptz,
      created_at timestamptz not null
    );
    create index api_keys_organization on identity.api_keys (organization_id);
    
    alter table identity.api_keys enable row level security;
    alter table identity.api_keys force row level security;
    create policy tenant on identity.api_keys to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on identity.api_keys to tollgate_every_tenant using (true) with check (true);
    create table identity.test_clocks (
      organization_id uuid primary key references identity.organizations,
      frozen_time timestamptz not null,
      target_time timestamptz not null,
      status text not null default 'ready' check (status in ('ready', 'advancing')),
      lease_until timestamptz
    );
    
    alter table identity.test_clocks enable row level security;
    alter table identity.test_clocks force row level security;
    create policy tenant on identity.test_clocks to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on identity.test_clocks to tollgate_every_tenant using (true) with check (true);
insert into identity.migrations values ('001_organizations', '2020-01-01T00:00:01.000Z');
-- 002_api_keys_without_name of identity
alter table identity.api_keys alter column name drop not null;
insert into identity.migrations values ('002_api_keys_without_name', '2020-01-01T00:00:02.000Z');
-- 003_traces of identity
alter table identity.outbox add column traceparent text;
insert into identity.migrations values ('003_traces', '2020-01-01T00:00:03.000Z');
-- 004_organization_slugs of identity
alter table identity.organizations add column slug text;
    create unique index organizations_slug on identity.organizations (slug);
insert into identity.migrations values ('004_organization_slugs', '2020-01-01T00:00:04.000Z');
-- 005_security_logs of identity
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
    
    alter table identity.security_logs enable row level security;
    alter table identity.security_logs force row level security;
    create policy tenant on identity.security_logs to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on identity.security_logs to tollgate_every_tenant using (true) with check (true);
insert into identity.migrations values ('005_security_logs', '2020-01-01T00:00:05.000Z');
-- 006_last_use_of_api_keys of identity
alter table identity.api_keys add column last_used_at timestamptz;
insert into identity.migrations values ('006_last_use_of_api_keys', '2020-01-01T00:00:06.000Z');
-- 007_people of identity
alter table identity.organizations add column login_methods text[] not null default '{email_password}';

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
    create unique index memberships_active on identity.memberships (organization_id, user_id) where status = 'active';
    create index memberships_list on identity.memberships (organization_id, created_at, id);
    create index memberships_user on identity.memberships (user_id);
    
    alter table identity.memberships enable row level security;
    alter table identity.memberships force row level security;
    create policy tenant on identity.memberships to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on identity.memberships to tollgate_every_tenant using (true) with check (true);
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
    
    alter table identity.roles enable row level security;
    alter table identity.roles force row level security;
    create policy tenant on identity.roles to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on identity.roles to tollgate_every_tenant using (true) with check (true);

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
    
    alter table identity.invites enable row level security;
    alter table identity.invites force row level security;
    create policy tenant on identity.invites to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on identity.invites to tollgate_every_tenant using (true) with check (true);

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
    create policy every_tenant on identity.credentials to tollgate_identity_every_tenant using (true) with check (true);

    create table identity.recovery_codes (
      user_id uuid not null references identity.users,
      code_hash text not null,
      primary key (user_id, code_hash)
    );
    
    alter table identity.recovery_codes enable row level security;
    alter table identity.recovery_codes force row level security;
    create policy every_tenant on identity.recovery_codes to tollgate_identity_every_tenant using (true) with check (true);

    create table identity.password_resets (
      token_hash text primary key,
      user_id uuid not null constraint password_resets_user unique references identity.users,
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    
    alter table identity.password_resets enable row level security;
    alter table identity.password_resets force row level security;
    create policy every_tenant on identity.password_resets to tollgate_identity_every_tenant using (true) with check (true);

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
      expires_at timestamptz not null
    );
    create index sessions_user on identity.sessions (user_id, created_at);
    
    alter table identity.sessions enable row level security;
    alter table identity.sessions force row level security;
    create policy every_tenant on identity.sessions to tollgate_every_tenant using (true) with check (true);
insert into identity.migrations values ('007_people', '2020-01-01T00:00:07.000Z');
-- 008_open_id of identity
create table identity.open_id_connections (
      id uuid primary key,
      organization_id uuid not null constraint open_id_connections_organization unique references identity.organizations,
      issuer text not null,
      client_id text not null,
      client_secret text not null,
      created_at timestamptz not null
    );
    
    alter table identity.open_id_connections enable row level security;
    alter table identity.open_id_connections force row level security;
    create policy tenant on identity.open_id_connections to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on identity.open_id_connections to tollgate_every_tenant using (true) with check (true);

    create table identity.open_id_subjects (
      organization_id uuid not null references identity.organizations,
      issuer text not null,
      subject text not null,
      user_id uuid not null references identity.users,
      primary key (organization_id, issuer, subject)
    );
    
    alter table identity.open_id_subjects enable row level security;
    alter table identity.open_id_subjects force row level security;
    create policy tenant on identity.open_id_subjects to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on identity.open_id_subjects to tollgate_every_tenant using (true) with check (true);

    create table identity.open_id_sign_ins (
      state_hash text primary key,
      organization_id uuid not null references identity.organizations,
      code_challenge text not null,
      nonce text not null,
      invite_id uuid references identity.invites,
      expires_at timestamptz not null
    );
    create index open_id_sign_ins_expires_at on identity.open_id_sign_ins (expires_at);
    
    alter table identity.open_id_sign_ins enable row level security;
    alter table identity.open_id_sign_ins force row level security;
    create policy tenant on identity.open_id_sign_ins to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on identity.open_id_sign_ins to tollgate_every_tenant using (true) with check (true);
insert into identity.migrations values ('008_open_id', '2020-01-01T00:00:08.000Z');
-- 009_mails of identity
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
    
    alter table identity.mails enable row level security;
    alter table identity.mails force row level security;
    create policy tenant on identity.mails to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on identity.mails to tollgate_every_tenant using (true) with check (true);
insert into identity.migrations values ('009_mails', '2020-01-01T00:00:09.000Z');
-- 010_sessions_of_connections of identity
alter table identity.sessions add column connection_id uuid;
insert into identity.migrations values ('010_sessions_of_connections', '2020-01-01T00:00:10.000Z');
create schema catalog;
create table catalog.migrations (name varchar(255) not null primary key, timestamp varchar(255) not null);
-- 000_messaging of catalog
create table catalog.outbox (
    sequence bigint generated always as identity primary key,
    id uuid not null unique,
    organization_id uuid not null,
    type text not null,
    key text not null,
    payload jsonb not null,
    occurred_at timestamptz not null,
    request_id text
  );
  
    alter table catalog.outbox enable row level security;
    alter table catalog.outbox force row level security;
    create policy tenant on catalog.outbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.outbox to tollgate_every_tenant using (true) with check (true);
  create table catalog.inbox (
    message_id uuid primary key,
    organization_id uuid not null,
    type text not null,
    handled_at timestamptz not null default now()
  );
  create index inbox_handled_at on catalog.inbox (handled_at);
  
    alter table catalog.inbox enable row level security;
    alter table catalog.inbox force row level security;
    create policy tenant on catalog.inbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.inbox to tollgate_every_tenant using (true) with check (true);
  create table catalog.command_answers (
    idempotency_key text primary key,
    organization_id uuid not null,
    answer jsonb not null,
    answered_at timestamptz not null default now()
  );
  
    alter table catalog.command_answers enable row level security;
    alter table catalog.command_answers force row level security;
    create policy tenant on catalog.command_answers to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.command_answers to tollgate_every_tenant using (true) with check (true);
insert into catalog.migrations values ('000_messaging', '2020-01-01T00:00:00.000Z');
-- 001_taxes_and_billing_entities of catalog
create table catalog.taxes (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      rate numeric not null,
      description text,
      created_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index taxes_code on catalog.taxes (organization_id, code) where deleted_at is null;
    
    alter table catalog.taxes enable row level security;
    alter table catalog.taxes force row level security;
    create policy tenant on catalog.taxes to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.taxes to tollgate_every_tenant using (true) with check (true);
    create table catalog.billing_entities (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      default_currency text not null,
      timezone text not null,
      country text,
      email text,
      legal_name text,
      legal_number text,
      tax_identification_number text,
      address_line1 text,
      address_line2 text,
      city text,
      state text,
      zipcode text,
      phone text,
      document_numbering text not null default 'per_customer' check (document_numbering in ('per_customer', 'per_billing_entity')),
      document_number_prefix text not null,
      document_locale text not null,
      invoice_footer text,
      net_payment_term integer not null check (net_payment_term >= 0),
      invoice_grace_period integer not null check (invoice_grace_period >= 0),
      subscription_invoice_issuing_date_anchor text not null,
      subscription_invoice_issuing_date_adjustment text not null,
      finalize_zero_amount_invoice boolean not null,
      email_settings jsonb not null default '[]',
      created_at timestamptz not null,
      updated_at timestamptz not null,
      archived_at timestamptz
    );
    create unique index billing_entities_code on catalog.billing_entities (organization_id, code) where archived_at is null;
    
    alter table catalog.billing_entities enable row level security;
    alter table catalog.billing_entities force row level security;
    create policy tenant on catalog.billing_entities to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.billing_entities to tollgate_every_tenant using (true) with check (true);
    create table catalog.billing_entity_taxes (
      organization_id uuid not null,
      billing_entity_id uuid not null references catalog.billing_entities,
      tax_id uuid not null references catalog.taxes,
      primary key (billing_entity_id, tax_id)
    );
    
    alter table catalog.billing_entity_taxes enable row level security;
    alter table catalog.billing_entity_taxes force row level security;
    create policy tenant on catalog.billing_entity_taxes to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.billing_entity_taxes to tollgate_every_tenant using (true) with check (true);
insert into catalog.migrations values ('001_taxes_and_billing_entities', '2020-01-01T00:00:01.000Z');
-- 002_metrics_and_plans of catalog
create table catalog.billable_metrics (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      description text,
      aggregation_type text not null
        check (aggregation_type in ('count_agg', 'sum_agg', 'max_agg', 'unique_count_agg', 'weighted_sum_agg', 'latest_agg', 'custom_agg')),
      field_name text,
      recurring boolean not null,
      weighted_interval text check (weighted_interval in ('seconds')),
      rounding_function text check (rounding_function in ('round', 'ceil', 'floor')),
      rounding_precision integer,
      expression text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index billable_metrics_code on catalog.billable_metrics (organization_id, code) where deleted_at is null;
    
    alter table catalog.billable_metrics enable row level security;
    alter table catalog.billable_metrics force row level security;
    create policy tenant on catalog.billable_metrics to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.billable_metrics to tollgate_every_tenant using (true) with check (true);
    create table catalog.billable_metric_filters (
      organization_id uuid not null,
      billable_metric_id uuid not null references catalog.billable_metrics,
      key text not null,
      values text[] not null,
      primary key (billable_metric_id, key)
    );
    
    alter table catalog.billable_metric_filters enable row level security;
    alter table catalog.billable_metric_filters force row level security;
    create policy tenant on catalog.billable_metric_filters to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.billable_metric_filters to tollgate_every_tenant using (true) with check (true);
    create table catalog.plans (
      id uuid primary key,
      organization_id uuid not null,
      parent_id uuid references catalog.plans,
      code text not null,
      name text not null,
      invoice_display_name text,
      description text,
      interval text not null check (interval in ('weekly', 'monthly', 'quarterly', 'semiannual', 'yearly')),
      amount_cents bigint not null,
      amount_currency text not null,
      pay_in_advance boolean not null,
      trial_period numeric,
      bill_charges_monthly boolean,
      bill_fixed_charges_monthly boolean,
      pending_deletion boolean not null default false,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index plans_code on catalog.plans (organization_id, code) where deleted_at is null and parent_id is null;
    create index plans_parent on catalog.plans (parent_id) where parent_id is not null;
    
    alter table catalog.plans enable row level security;
    alter table catalog.plans force row level security;
    create policy tenant on catalog.plans to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.plans to tollgate_every_tenant using (true) with check (true);
    create table catalog.plan_taxes (
      organization_id uuid not null,
      plan_id uuid not null references catalog.plans,
      tax_id uuid not null references catalog.taxes,
      primary key (plan_id, tax_id)
    );
    create index plan_taxes_tax on catalog.plan_taxes (tax_id);
    
    alter table catalog.plan_taxes enable row level security;
    alter table catalog.plan_taxes force row level security;
    create policy tenant on catalog.plan_taxes to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.plan_taxes to tollgate_every_tenant using (true) with check (true);
    create table catalog.charges (
      id uuid primary key,
      organization_id uuid not null,
      plan_id uuid not null references catalog.plans,
      billable_metric_id uuid not null references catalog.billable_metrics,
      parent_id uuid references catalog.charges,
      code text not null,
      invoice_display_name text,
      charge_model text not null
        check (charge_model in ('standard', 'graduated', 'package', 'percentage', 'volume', 'graduated_percentage', 'dynamic')),
      properties jsonb not null,
      pay_in_advance boolean not null,
      prorated boolean not null,
      invoiceable boolean not null,
      regroup_paid_fees text check (regroup_paid_fees in ('invoice')),
      min_amount_cents bigint not null check (min_amount_cents >= 0),
      accepts_target_wallet boolean not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index charges_code on catalog.charges (plan_id, code) where deleted_at is null;
    create index charges_billable_metric on catalog.charges (billable_metric_id) where deleted_at is null;
    create index charges_parent on catalog.charges (parent_id) where parent_id is not null;
    
    alter table catalog.charges enable row level security;
    alter table catalog.charges force row level security;
    create policy tenant on catalog.charges to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.charges to tollgate_every_tenant using (true) with check (true);
    create table catalog.charge_taxes (
      organization_id uuid not null,
      charge_id uuid not null references catalog.charges,
      tax_id uuid not null references catalog.taxes,
      primary key (charge_id, tax_id)
    );
    create index charge_taxes_tax on catalog.charge_taxes (tax_id);
    
    alter table catalog.charge_taxes enable row level security;
    alter table catalog.charge_taxes force row level security;
    create policy tenant on catalog.charge_taxes to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.charge_taxes to tollgate_every_tenant using (true) with check (true);
    create table catalog.charge_filters (
      id uuid primary key,
      organization_id uuid not null,
      charge_id uuid not null references catalog.charges,
      invoice_display_name text,
      properties jsonb not null,
      values jsonb not null,
      position integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index charge_filters_position on catalog.charge_filters (charge_id, position) where deleted_at is null;
    
    alter table catalog.charge_filters enable row level security;
    alter table catalog.charge_filters force row level security;
    create policy tenant on catalog.charge_filters to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.charge_filters to tollgate_every_tenant using (true) with check (true);
insert into catalog.migrations values ('002_metrics_and_plans', '2020-01-01T00:00:02.000Z');
-- 021_add_ons_and_fixed_charges of catalog
create table catalog.add_ons (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      invoice_display_name text,
      description text,
      amount_cents bigint not null check (amount_cents > 0),
      amount_currency text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index add_ons_code on catalog.add_ons (organization_id, code) where deleted_at is null;
    create index add_ons_list on catalog.add_ons (organization_id, created_at desc, id) where deleted_at is null;
    
    alter table catalog.add_ons enable row level security;
    alter table catalog.add_ons force row level security;
    create policy tenant on catalog.add_ons to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.add_ons to tollgate_every_tenant using (true) with check (true);
    create table catalog.add_on_taxes (
      organization_id uuid not null,
      add_on_id uuid not null references catalog.add_ons,
      tax_id uuid not null references catalog.taxes,
      primary key (add_on_id, tax_id)
    );
    create index add_on_taxes_tax on catalog.add_on_taxes (tax_id);
    
    alter table catalog.add_on_taxes enable row level security;
    alter table catalog.add_on_taxes force row level security;
    create policy tenant on catalog.add_on_taxes to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.add_on_taxes to tollgate_every_tenant using (true) with check (true);
    create table catalog.fixed_charges (
      id uuid primary key,
      organization_id uuid not null,
      plan_id uuid not null references catalog.plans,
      add_on_id uuid not null references catalog.add_ons,
      parent_id uuid references catalog.fixed_charges,
      code text not null,
      invoice_display_name text,
      charge_model text not null check (charge_model in ('standard', 'graduated', 'volume')),
      properties jsonb not null,
      pay_in_advance boolean not null,
      prorated boolean not null,
      units numeric not null check (units >= 0),
      revision integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index fixed_charges_code on catalog.fixed_charges (plan_id, code) where deleted_at is null;
    create index fixed_charges_add_on on catalog.fixed_charges (add_on_id) where deleted_at is null;
    create index fixed_charges_parent on catalog.fixed_charges (parent_id) where parent_id is not null;
    
    alter table catalog.fixed_charges enable row level security;
    alter table catalog.fixed_charges force row level security;
    create policy tenant on catalog.fixed_charges to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.fixed_charges to tollgate_every_tenant using (true) with check (true);
    create table catalog.fixed_charge_taxes (
      organization_id uuid not null,
      fixed_charge_id uuid not null references catalog.fixed_charges,
      tax_id uuid not null references catalog.taxes,
      primary key (fixed_charge_id, tax_id)
    );
    create index fixed_charge_taxes_tax on catalog.fixed_charge_taxes (tax_id);
    
    alter table catalog.fixed_charge_taxes enable row level security;
    alter table catalog.fixed_charge_taxes force row level security;
    create policy tenant on catalog.fixed_charge_taxes to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.fixed_charge_taxes to tollgate_every_tenant using (true) with check (true);
insert into catalog.migrations values ('021_add_ons_and_fixed_charges', '2020-01-01T00:00:03.000Z');
-- 031_minimums of catalog
create table catalog.minimum_commitments (
      id uuid primary key,
      organization_id uuid not null,
      plan_id uuid not null unique references catalog.plans,
      amount_cents bigint not null check (amount_cents > 0),
      invoice_display_name text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    
    alter table catalog.minimum_commitments enable row level security;
    alter table catalog.minimum_commitments force row level security;
    create policy tenant on catalog.minimum_commitments to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.minimum_commitments to tollgate_every_tenant using (true) with check (true);
    create table catalog.commitment_taxes (
      organization_id uuid not null,
      commitment_id uuid not null references catalog.minimum_commitments on delete cascade,
      tax_id uuid not null references catalog.taxes,
      primary key (commitment_id, tax_id)
    );
    create index commitment_taxes_tax on catalog.commitment_taxes (tax_id);
    
    alter table catalog.commitment_taxes enable row level security;
    alter table catalog.commitment_taxes force row level security;
    create policy tenant on catalog.commitment_taxes to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.commitment_taxes to tollgate_every_tenant using (true) with check (true);
    create table catalog.usage_thresholds (
      id uuid primary key,
      organization_id uuid not null,
      plan_id uuid not null references catalog.plans,
      amount_cents bigint not null check (amount_cents > 0),
      threshold_display_name text,
      recurring boolean not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index usage_thresholds_amount on catalog.usage_thresholds (plan_id, amount_cents, recurring);
    create unique index usage_thresholds_recurring on catalog.usage_thresholds (plan_id) where recurring;
    create index usage_thresholds_organization on catalog.usage_thresholds (organization_id);
    
    alter table catalog.usage_thresholds enable row level security;
    alter table catalog.usage_thresholds force row level security;
    create policy tenant on catalog.usage_thresholds to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.usage_thresholds to tollgate_every_tenant using (true) with check (true);
insert into catalog.migrations values ('031_minimums', '2020-01-01T00:00:04.000Z');
-- 032_coupons of catalog
create table catalog.coupons (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      description text,
      coupon_type text not null check (coupon_type in ('fixed_amount', 'percentage')),
      amount_cents bigint,
      amount_currency text,
      percentage_rate numeric,
      frequency text not null check (frequency in ('once', 'recurring', 'forever')),
      frequency_duration integer,
      reusable boolean not null,
      expiration text not null check (expiration in ('no_expiration', 'time_limit')),
      expiration_at timestamptz,
      terminated_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index coupons_code on catalog.coupons (organization_id, code) where deleted_at is null;
    
    alter table catalog.coupons enable row level security;
    alter table catalog.coupons force row level security;
    create policy tenant on catalog.coupons to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.coupons to tollgate_every_tenant using (true) with check (true);
    create table catalog.coupon_plans (
      organization_id uuid not null,
      coupon_id uuid not null references catalog.coupons,
      plan_id uuid not null references catalog.plans,
      primary key (coupon_id, plan_id)
    );
    
    alter table catalog.coupon_plans enable row level security;
    alter table catalog.coupon_plans force row level security;
    create policy tenant on catalog.coupon_plans to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.coupon_plans to tollgate_every_tenant using (true) with check (true);
    create table catalog.coupon_metrics (
      organization_id uuid not null,
      coupon_id uuid not null references catalog.coupons,
      billable_metric_id uuid not null references catalog.billable_metrics,
      primary key (coupon_id, billable_metric_id)
    );
    
    alter table catalog.coupon_metrics enable row level security;
    alter table catalog.coupon_metrics force row level security;
    create policy tenant on catalog.coupon_metrics to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.coupon_metrics to tollgate_every_tenant using (true) with check (true);
insert into catalog.migrations values ('032_coupons', '2020-01-01T00:00:05.000Z');
-- 033_pricing_units of catalog
create table catalog.pricing_units (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      short_name text not null,
      description text,
      created_at timestamptz not null,
      unique (organization_id, code)
    );
    
    alter table catalog.pricing_units enable row level security;
    alter table catalog.pricing_units force row level security;
    create policy tenant on catalog.pricing_units to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.pricing_units to tollgate_every_tenant using (true) with check (true);
    create table catalog.applied_pricing_units (
      charge_id uuid primary key references catalog.charges,
      organization_id uuid not null,
      pricing_unit_id uuid not null references catalog.pricing_units,
      conversion_rate numeric not null check (conversion_rate > 0)
    );
    
    alter table catalog.applied_pricing_units enable row level security;
    alter table catalog.applied_pricing_units force row level security;
    create policy tenant on catalog.applied_pricing_units to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.applied_pricing_units to tollgate_every_tenant using (true) with check (true);
insert into catalog.migrations values ('033_pricing_units', '2020-01-01T00:00:06.000Z');
-- 034_traces of catalog
alter table catalog.outbox add column traceparent text;
insert into catalog.migrations values ('034_traces', '2020-01-01T00:00:07.000Z');
-- 035_issuer_settings of catalog
alter table catalog.billing_entities
      add column eu_tax_management boolean not null default false,
      add column einvoicing boolean not null default false;
insert into catalog.migrations values ('035_issuer_settings', '2020-01-01T00:00:08.000Z');
-- 036_features of catalog
create table catalog.features (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text,
      description text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index features_code on catalog.features (organization_id, code) where deleted_at is null;
    
    alter table catalog.features enable row level security;
    alter table catalog.features force row level security;
    create policy tenant on catalog.features to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.features to tollgate_every_tenant using (true) with check (true);
    create table catalog.privileges (
      id uuid primary key,
      organization_id uuid not null,
      feature_id uuid not null references catalog.features,
      code text not null,
      name text,
      value_type text not null check (value_type in ('integer', 'string', 'boolean', 'select')),
      select_options jsonb,
      created_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index privileges_code on catalog.privileges (feature_id, code) where deleted_at is null;
    
    alter table catalog.privileges enable row level security;
    alter table catalog.privileges force row level security;
    create policy tenant on catalog.privileges to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.privileges to tollgate_every_tenant using (true) with check (true);
    create table catalog.plan_entitlements (
      id uuid primary key,
      organization_id uuid not null,
      plan_id uuid not null references catalog.plans,
      feature_id uuid not null references catalog.features,
      created_at timestamptz not null,
      unique (plan_id, feature_id)
    );
    create index plan_entitlements_feature on catalog.plan_entitlements (feature_id);
    
    alter table catalog.plan_entitlements enable row level security;
    alter table catalog.plan_entitlements force row level security;
    create policy tenant on catalog.plan_entitlements to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.plan_entitlements to tollgate_every_tenant using (true) with check (true);
    create table catalog.plan_entitlement_values (
      organization_id uuid not null,
      entitlement_id uuid not null references catalog.plan_entitlements on delete cascade,
      privilege_id uuid not null references catalog.privileges,
      value text not null,
      primary key (entitlement_id, privilege_id)
    );
    create index plan_entitlement_values_privilege on catalog.plan_entitlement_values (privilege_id);
    
    alter table catalog.plan_entitlement_values enable row level security;
    alter table catalog.plan_entitlement_values force row level security;
    create policy tenant on catalog.plan_entitlement_values to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.plan_entitlement_values to tollgate_every_tenant using (true) with check (true);
insert into catalog.migrations values ('036_features', '2020-01-01T00:00:09.000Z');
-- 037_plan_metadata of catalog
alter table catalog.plans add column metadata jsonb;
insert into catalog.migrations values ('037_plan_metadata', '2020-01-01T00:00:10.000Z');
-- 038_invoice_custom_sections of catalog
create table catalog.invoice_custom_sections (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      description text,
      details text,
      display_name text,
      created_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index invoice_custom_sections_code on catalog.invoice_custom_sections (organization_id, code)
      where deleted_at is null;
    
    alter table catalog.invoice_custom_sections enable row level security;
    alter table catalog.invoice_custom_sections force row level security;
    create policy tenant on catalog.invoice_custom_sections to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.invoice_custom_sections to tollgate_every_tenant using (true) with check (true);
    create table catalog.billing_entity_invoice_custom_sections (
      organization_id uuid not null,
      billing_entity_id uuid not null references catalog.billing_entities,
      invoice_custom_section_id uuid not null references catalog.invoice_custom_sections,
      primary key (billing_entity_id, invoice_custom_section_id)
    );
    create index billing_entity_invoice_custom_sections_section
      on catalog.billing_entity_invoice_custom_sections (invoice_custom_section_id);
    
    alter table catalog.billing_entity_invoice_custom_sections enable row level security;
    alter table catalog.billing_entity_invoice_custom_sections force row level security;
    create policy tenant on catalog.billing_entity_invoice_custom_sections to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.billing_entity_invoice_custom_sections to tollgate_every_tenant using (true) with check (true);
insert into catalog.migrations values ('038_invoice_custom_sections', '2020-01-01T00:00:11.000Z');
-- 039_metrics_of_privileges of catalog
alter table catalog.privileges add column billable_metric_id uuid references catalog.billable_metrics;
insert into catalog.migrations values ('039_metrics_of_privileges', '2020-01-01T00:00:12.000Z');
-- 040_logos of catalog
alter table catalog.billing_entities add column logo_url text;
    create table catalog.logos (
      billing_entity_id uuid primary key references catalog.billing_entities,
      organization_id uuid not null,
      key text not null unique,
      type text not null check (type in ('image/png', 'image/jpeg')),
      content bytea not null,
      digest text not null,
      printed bytea not null
    );
    
    alter table catalog.logos enable row level security;
    alter table catalog.logos force row level security;
    create policy tenant on catalog.logos to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.logos to tollgate_every_tenant using (true) with check (true);
insert into catalog.migrations values ('040_logos', '2020-01-01T00:00:13.000Z');
-- 041_versions of catalog
create table catalog.versions (
      organization_id uuid not null,
      transaction xid8 not null,
      begun_at timestamptz not null,
      mark uuid not null,
      primary key (organization_id, transaction)
    );
    
    alter table catalog.versions enable row level security;
    alter table catalog.versions force row level security;
    create policy tenant on catalog.versions to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on catalog.versions to tollgate_every_tenant using (true) with check (true);
    -- The triggers write it for whoever changes a row, from the moment they are there.
    grant all on catalog.versions to tollgate_catalog, tollgate_catalog_every_tenant;
    create function catalog.note_change() returns trigger language plpgsql as $note$
    declare
      changed uuid := case tg_op when 'DELETE' then old.organization_id else new.organization_id end;
    begin
      -- A mark under this number that another database left behind, before it was restored here, is no mark of this transaction.
      insert into catalog.versions as known (organization_id, transaction, begun_at, mark)
      values (changed, pg_current_xact_id(), transaction_timestamp(), gen_random_uuid())
      on conflict (organization_id, transaction) do update set begun_at = excluded.begun_at, mark = excluded.mark
        where known.begun_at <> excluded.begun_at;
      if found then
        delete from catalog.versions where (organization_id, transaction) in (
          select organization_id, transaction from catalog.versions
          where organization_id = changed and transaction <> pg_current_xact_id() for update skip locked);
      end if;
      return null;
    end $note$;
    create trigger note_change after insert or update or delete on catalog.add_ons for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.applied_pricing_units for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.billable_metric_filters for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.billable_metrics for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.billing_entities for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.billing_entity_taxes for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.charge_filters for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.charge_taxes for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.charges for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.commitment_taxes for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.fixed_charge_taxes for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.fixed_charges for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.minimum_commitments for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.plan_taxes for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.plans for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.pricing_units for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.taxes for each row execute function catalog.note_change();
create trigger note_change after insert or update or delete on catalog.usage_thresholds for each row execute function catalog.note_change();
insert into catalog.migrations values ('041_versions', '2020-01-01T00:00:14.000Z');
create schema subscription;
create table subscription.migrations (name varchar(255) not null primary key, timestamp varchar(255) not null);
-- 000_messaging of subscription
create table subscription.outbox (
    sequence bigint generated always as identity primary key,
    id uuid not null unique,
    organization_id uuid not null,
    type text not null,
    key text not null,
    payload jsonb not null,
    occurred_at timestamptz not null,
    request_id text
  );
  
    alter table subscription.outbox enable row level security;
    alter table subscription.outbox force row level security;
    create policy tenant on subscription.outbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.outbox to tollgate_every_tenant using (true) with check (true);
  create table subscription.inbox (
    message_id uuid primary key,
    organization_id uuid not null,
    type text not null,
    handled_at timestamptz not null default now()
  );
  create index inbox_handled_at on subscription.inbox (handled_at);
  
    alter table subscription.inbox enable row level security;
    alter table subscription.inbox force row level security;
    create policy tenant on subscription.inbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.inbox to tollgate_every_tenant using (true) with check (true);
  create table subscription.command_answers (
    idempotency_key text primary key,
    organization_id uuid not null,
    answer jsonb not null,
    answered_at timestamptz not null default now()
  );
  
    alter table subscription.command_answers enable row level security;
    alter table subscription.command_answers force row level security;
    create policy tenant on subscription.command_answers to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.command_answers to tollgate_every_tenant using (true) with check (true);
insert into subscription.migrations values ('000_messaging', '2020-01-01T00:00:00.000Z');
-- 001_customers of subscription
create table subscription.customers (
      id uuid primary key,
      organization_id uuid not null,
      external_id text not null,
      sequential_id integer not null,
      slug text not null,
      billing_entity_id uuid not null,
      account_type text not null check (account_type in ('customer', 'partner')),
      customer_type text check (customer_type in ('company', 'individual')),
      name text,
      firstname text,
      lastname text,
      email text,
      address_line1 text,
      address_line2 text,
      city text,
      state text,
      zipcode text,
      country text,
      shipping_address jsonb not null,
      phone text,
      url text,
      logo_url text,
      legal_name text,
      legal_number text,
      tax_identification_number text,
      external_salesforce_id text,
      currency text,
      timezone text,
      net_payment_term integer check (net_payment_term >= 0),
      finalize_zero_amount_invoice text not null check (finalize_zero_amount_invoice in ('inherit', 'skip', 'finalize')),
      skip_invoice_custom_sections boolean not null,
      invoice_grace_period integer check (invoice_grace_period >= 0),
      subscription_invoice_issuing_date_anchor text,
      subscription_invoice_issuing_date_adjustment text,
      document_locale text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      deleted_at timestamptz,
      unique (organization_id, sequential_id)
    );
    create unique index customers_external_id on subscription.customers (organization_id, external_id) where deleted_at is null;
    create index customers_created_at on subscription.customers (organization_id, created_at desc, id) where deleted_at is null;
    
    alter table subscription.customers enable row level security;
    alter table subscription.customers force row level security;
    create policy tenant on subscription.customers to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.customers to tollgate_every_tenant using (true) with check (true);
    create table subscription.customer_metadata (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null references subscription.customers,
      key text not null,
      value text not null,
      display_in_invoice boolean not null,
      created_at timestamptz not null
    );
    create unique index customer_metadata_key on subscription.customer_metadata (customer_id, key);
    
    alter table subscription.customer_metadata enable row level security;
    alter table subscription.customer_metadata force row level security;
    create policy tenant on subscription.customer_metadata to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.customer_metadata to tollgate_every_tenant using (true) with check (true);
    create table subscription.customer_taxes (
      organization_id uuid not null,
      customer_id uuid not null references subscription.customers,
      tax_id uuid not null,
      primary key (customer_id, tax_id)
    );
    
    alter table subscription.customer_taxes enable row level security;
    alter table subscription.customer_taxes force row level security;
    create policy tenant on subscription.customer_taxes to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.customer_taxes to tollgate_every_tenant using (true) with check (true);
    create table subscription.customer_sequences (
      organization_id uuid primary key,
      last integer not null
    );
    
    alter table subscription.customer_sequences enable row level security;
    alter table subscription.customer_sequences force row level security;
    create policy tenant on subscription.customer_sequences to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.customer_sequences to tollgate_every_tenant using (true) with check (true);
insert into subscription.migrations values ('001_customers', '2020-01-01T00:00:01.000Z');
-- 002_subscriptions of subscription
create table subscription.subscriptions (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null references subscription.customers,
      plan_id uuid not null,
      external_id text not null,
      name text,
      status text not null check (status in ('pending', 'active', 'terminated', 'canceled', 'incomplete')),
      billing_time text not null check (billing_time in ('calendar', 'anniversary')),
      subscription_at timestamptz not null,
      started_at timestamptz,
      activated_at timestamptz,
      ending_at timestamptz,
      terminated_at timestamptz,
      canceled_at timestamptz,
      trial_ended_at timestamptz,
      previous_subscription_id uuid references subscription.subscriptions,
      on_termination_credit_note text,
      on_termination_invoice text not null default 'generate',
      progressive_billing_disabled boolean not null default false,
      consolidate_invoice boolean not null default true,
      purchase_order_number text,
      billing_entity_id uuid,
      payment_method_type text not null default 'provider',
      payment_method_id uuid,
      activation_at timestamptz,
      termination_at timestamptz,
      next_billing_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index subscriptions_active_external_id on subscription.subscriptions (organization_id, external_id) where status = 'active';
    create index subscriptions_external_id on subscription.subscriptions (organization_id, external_id);
    create index subscriptions_customer on subscription.subscriptions (customer_id);
    create index subscriptions_plan on subscription.subscriptions (plan_id);
    create index subscriptions_list on subscription.subscriptions (organization_id, subscription_at desc, created_at desc, id);
    create index subscriptions_due_billing on subscription.subscriptions (next_billing_at, organization_id) where status = 'active';
    create index subscriptions_due_activation on subscription.subscriptions (activation_at, organization_id) where status = 'pending';
    create index subscriptions_due_termination on subscription.subscriptions (termination_at, organization_id) where status = 'active';
    
    alter table subscription.subscriptions enable row level security;
    alter table subscription.subscriptions force row level security;
    create policy tenant on subscription.subscriptions to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.subscriptions to tollgate_every_tenant using (true) with check (true);
insert into subscription.migrations values ('002_subscriptions', '2020-01-01T00:00:02.000Z');
-- 020_plan_changes of subscription
alter table subscription.subscriptions
      add column plan_change_at timestamptz,
      add column trial_end_at timestamptz,
      add column alert_at timestamptz,
      add column alerted_at timestamptz;
    create unique index subscriptions_one_pending_successor on subscription.subscriptions (previous_subscription_id) where status = 'pending';
    create index subscriptions_due_plan_change on subscription.subscriptions (plan_change_at, organization_id) where status = 'active' and plan_change_at is not null;
    create index subscriptions_due_trial_end on subscription.subscriptions (trial_end_at, organization_id) where status = 'active' and trial_end_at is not null;
    create index subscriptions_due_alert on subscription.subscriptions (alert_at, organization_id) where status = 'active' and alert_at is not null;
insert into subscription.migrations values ('020_plan_changes', '2020-01-01T00:00:03.000Z');
-- 021_lifetime_usages of subscription
create table subscription.lifetime_usages (
      id uuid primary key,
      organization_id uuid not null,
      subscription_id uuid not null unique references subscription.subscriptions,
      external_historical_usage_amount_cents bigint not null check (external_historical_usage_amount_cents >= 0),
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    
    alter table subscription.lifetime_usages enable row level security;
    alter table subscription.lifetime_usages force row level security;
    create policy tenant on subscription.lifetime_usages to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.lifetime_usages to tollgate_every_tenant using (true) with check (true);
insert into subscription.migrations values ('021_lifetime_usages', '2020-01-01T00:00:04.000Z');
-- 022_fixed_charge_units of subscription
create table subscription.fixed_charge_overrides (
      organization_id uuid not null,
      subscription_id uuid not null references subscription.subscriptions,
      fixed_charge_id uuid not null,
      units numeric not null check (units >= 0),
      updated_at timestamptz not null,
      primary key (subscription_id, fixed_charge_id)
    );
    
    alter table subscription.fixed_charge_overrides enable row level security;
    alter table subscription.fixed_charge_overrides force row level security;
    create policy tenant on subscription.fixed_charge_overrides to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.fixed_charge_overrides to tollgate_every_tenant using (true) with check (true);
    create table subscription.fixed_charge_unit_changes (
      id uuid primary key,
      sequence bigint generated always as identity,
      organization_id uuid not null,
      subscription_id uuid not null references subscription.subscriptions,
      fixed_charge_id uuid not null,
      units numeric not null,
      revision integer not null,
      effective_at timestamptz not null,
      created_at timestamptz not null
    );
    create index fixed_charge_unit_changes_log on subscription.fixed_charge_unit_changes (subscription_id, sequence);
    
    alter table subscription.fixed_charge_unit_changes enable row level security;
    alter table subscription.fixed_charge_unit_changes force row level security;
    create policy tenant on subscription.fixed_charge_unit_changes to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.fixed_charge_unit_changes to tollgate_every_tenant using (true) with check (true);
insert into subscription.migrations values ('022_fixed_charge_units', '2020-01-01T00:00:05.000Z');
-- 031_usage_thresholds of subscription
create table subscription.usage_thresholds (
      id uuid primary key,
      organization_id uuid not null,
      subscription_id uuid not null references subscription.subscriptions,
      amount_cents bigint not null check (amount_cents > 0),
      threshold_display_name text,
      recurring boolean not null,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index usage_thresholds_amount on subscription.usage_thresholds (subscription_id, amount_cents, recurring);
    create unique index usage_thresholds_recurring on subscription.usage_thresholds (subscription_id) where recurring;
    create index usage_thresholds_organization on subscription.usage_thresholds (organization_id);
    
    alter table subscription.usage_thresholds enable row level security;
    alter table subscription.usage_thresholds force row level security;
    create policy tenant on subscription.usage_thresholds to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.usage_thresholds to tollgate_every_tenant using (true) with check (true);
insert into subscription.migrations values ('031_usage_thresholds', '2020-01-01T00:00:06.000Z');
-- 060_due_failures of subscription
create table subscription.due_failures (
      organization_id uuid not null,
      customer_id uuid primary key references subscription.customers,
      tries integer not null default 1,
      retry_at timestamptz not null
    );
    
    alter table subscription.due_failures enable row level security;
    alter table subscription.due_failures force row level security;
    create policy tenant on subscription.due_failures to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.due_failures to tollgate_every_tenant using (true) with check (true);
insert into subscription.migrations values ('060_due_failures', '2020-01-01T00:00:07.000Z');
-- 061_follows_as of subscription
alter table subscription.subscriptions add column follows_as text check (follows_as in ('upgrade', 'downgrade'));
insert into subscription.migrations values ('061_follows_as', '2020-01-01T00:00:08.000Z');
-- 080_plan_changes_of_one of subscription
alter table subscription.subscriptions add column plan_changes integer not null default 0;
insert into subscription.migrations values ('080_plan_changes_of_one', '2020-01-01T00:00:09.000Z');
-- 081_traces of subscription
alter table subscription.outbox add column traceparent text;
insert into subscription.migrations values ('081_traces', '2020-01-01T00:00:10.000Z');
-- 082_start_timezone of subscription
alter table subscription.subscriptions add column start_timezone text;
insert into subscription.migrations values ('082_start_timezone', '2020-01-01T00:00:11.000Z');
-- 083_vat_checks of subscription
create table subscription.vat_checks (
      customer_id uuid primary key references subscription.customers,
      organization_id uuid not null,
      vat_number text not null,
      tries integer not null default 0,
      next_try_at timestamptz not null
    );
    create index vat_checks_next_try_at on subscription.vat_checks (next_try_at);
    
    alter table subscription.vat_checks enable row level security;
    alter table subscription.vat_checks force row level security;
    create policy tenant on subscription.vat_checks to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.vat_checks to tollgate_every_tenant using (true) with check (true);
    create table subscription.vat_answers (
      organization_id uuid not null,
      vat_number text not null,
      answer jsonb not null,
      answered_at timestamptz not null,
      primary key (organization_id, vat_number)
    );
    
    alter table subscription.vat_answers enable row level security;
    alter table subscription.vat_answers force row level security;
    create policy tenant on subscription.vat_answers to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.vat_answers to tollgate_every_tenant using (true) with check (true);
insert into subscription.migrations values ('083_vat_checks', '2020-01-01T00:00:12.000Z');
-- 084_customers_of_issuers of subscription
create index customers_issuer on subscription.customers (billing_entity_id, id);
insert into subscription.migrations values ('084_customers_of_issuers', '2020-01-01T00:00:13.000Z');
-- 085_entitlements of subscription
create table subscription.entitlements (
      id uuid primary key,
      organization_id uuid not null,
      subscription_id uuid not null references subscription.subscriptions,
      feature_id uuid not null,
      granted boolean not null,
      removed boolean not null,
      created_at timestamptz not null,
      unique (subscription_id, feature_id)
    );
    create index entitlements_feature on subscription.entitlements (feature_id);
    
    alter table subscription.entitlements enable row level security;
    alter table subscription.entitlements force row level security;
    create policy tenant on subscription.entitlements to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.entitlements to tollgate_every_tenant using (true) with check (true);
    create table subscription.entitlement_values (
      organization_id uuid not null,
      entitlement_id uuid not null references subscription.entitlements on delete cascade,
      privilege_id uuid not null,
      value text,
      primary key (entitlement_id, privilege_id)
    );
    
    alter table subscription.entitlement_values enable row level security;
    alter table subscription.entitlement_values force row level security;
    create policy tenant on subscription.entitlement_values to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.entitlement_values to tollgate_every_tenant using (true) with check (true);
insert into subscription.migrations values ('085_entitlements', '2020-01-01T00:00:14.000Z');
-- 086_alerts of subscription
create table subscription.alerts (
      id uuid primary key,
      organization_id uuid not null,
      external_subscription_id text not null,
      alert_type text not null,
      billable_metric_id uuid,
      code text not null,
      name text,
      thresholds jsonb not null,
      previous_value numeric not null,
      last_processed_at timestamptz,
      created_at timestamptz not null
    );
    create unique index alerts_code on subscription.alerts (organization_id, external_subscription_id, code);
    create unique index alerts_type on subscription.alerts
      (organization_id, external_subscription_id, alert_type, billable_metric_id) nulls not distinct;
    
    alter table subscription.alerts enable row level security;
    alter table subscription.alerts force row level security;
    create policy tenant on subscription.alerts to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.alerts to tollgate_every_tenant using (true) with check (true);
insert into subscription.migrations values ('086_alerts', '2020-01-01T00:00:15.000Z');
-- 087_attached_customers of subscription
alter table subscription.customers add column attached boolean,
      add column payment_provider text, add column payment_provider_code text;
insert into subscription.migrations values ('087_attached_customers', '2020-01-01T00:00:16.000Z');
-- 088_invoice_custom_sections of subscription
alter table subscription.subscriptions add column skip_invoice_custom_sections boolean not null default false;
    create table subscription.selected_invoice_custom_sections (
      id uuid primary key,
      organization_id uuid not null,
      owner_id uuid not null,
      invoice_custom_section_id uuid not null,
      created_at timestamptz not null,
      unique (owner_id, invoice_custom_section_id)
    );
    
    alter table subscription.selected_invoice_custom_sections enable row level security;
    alter table subscription.selected_invoice_custom_sections force row level security;
    create policy tenant on subscription.selected_invoice_custom_sections to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.selected_invoice_custom_sections to tollgate_every_tenant using (true) with check (true);
insert into subscription.migrations values ('088_invoice_custom_sections', '2020-01-01T00:00:17.000Z');
-- 089_data_imports of subscription
create table subscription.data_imports (
      id uuid primary key,
      organization_id uuid not null,
      resource_type text not null,
      dry_run boolean not null,
      rows_total integer not null,
      created_at timestamptz not null,
      completed_at timestamptz,
      kept_since timestamptz not null default now()
    );
    create index data_imports_list on subscription.data_imports (organization_id, created_at desc, id);
    create index data_imports_age on subscription.data_imports (kept_since);
    
    alter table subscription.data_imports enable row level security;
    alter table subscription.data_imports force row level security;
    create policy tenant on subscription.data_imports to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.data_imports to tollgate_every_tenant using (true) with check (true);
    create table subscription.data_import_rows (
      organization_id uuid not null,
      data_import_id uuid not null references subscription.data_imports on delete cascade,
      line integer not null,
      given jsonb,
      outcome text check (outcome in ('created', 'updated', 'failed')),
      errors jsonb,
      tries integer not null default 0,
      primary key (data_import_id, line)
    );
    create index data_import_rows_waiting on subscription.data_import_rows (data_import_id, line) where outcome is null;
    
    alter table subscription.data_import_rows enable row level security;
    alter table subscription.data_import_rows force row level security;
    create policy tenant on subscription.data_import_rows to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.data_import_rows to tollgate_every_tenant using (true) with check (true);
insert into subscription.migrations values ('089_data_imports', '2020-01-01T00:00:18.000Z');
-- 090_integration_customers of subscription
create table subscription.integrations (
      id uuid primary key,
      organization_id uuid not null,
      integration_type text not null,
      code text not null,
      name text,
      created_at timestamptz not null,
      constraint integrations_code unique (organization_id, integration_type, code)
    );
    
    alter table subscription.integrations enable row level security;
    alter table subscription.integrations force row level security;
    create policy tenant on subscription.integrations to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.integrations to tollgate_every_tenant using (true) with check (true);
    create table subscription.integration_customers (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null references subscription.customers,
      integration_id uuid not null references subscription.integrations,
      integration_type text not null,
      external_customer_id text,
      sync_with_provider boolean,
      subsidiary_id text,
      targeted_object text,
      created_at timestamptz not null,
      unique (customer_id, integration_type)
    );
    
    alter table subscription.integration_customers enable row level security;
    alter table subscription.integration_customers force row level security;
    create policy tenant on subscription.integration_customers to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on subscription.integration_customers to tollgate_every_tenant using (true) with check (true);
insert into subscription.migrations values ('090_integration_customers', '2020-01-01T00:00:19.000Z');
-- 091_active_of_each_customer of subscription
drop index subscription.subscriptions_active_external_id;
    create unique index subscriptions_active_external_id on subscription.subscriptions (organization_id, customer_id, external_id)
      where status = 'active';
insert into subscription.migrations values ('091_active_of_each_customer', '2020-01-01T00:00:20.000Z');
create schema ingestion;
create table ingestion.migrations (name varchar(255) not null primary key, timestamp varchar(255) not null);
-- 000_messaging of ingestion
create table ingestion.outbox (
    sequence bigint generated always as identity primary key,
    id uuid not null unique,
    organization_id uuid not null,
    type text not null,
    key text not null,
    payload jsonb not null,
    occurred_at timestamptz not null,
    request_id text
  );
  
    alter table ingestion.outbox enable row level security;
    alter table ingestion.outbox force row level security;
    create policy tenant on ingestion.outbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on ingestion.outbox to tollgate_every_tenant using (true) with check (true);
  create table ingestion.inbox (
    message_id uuid primary key,
    organization_id uuid not null,
    type text not null,
    handled_at timestamptz not null default now()
  );
  create index inbox_handled_at on ingestion.inbox (handled_at);
  
    alter table ingestion.inbox enable row level security;
    alter table ingestion.inbox force row level security;
    create policy tenant on ingestion.inbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on ingestion.inbox to tollgate_every_tenant using (true) with check (true);
  create table ingestion.command_answers (
    idempotency_key text primary key,
    organization_id uuid not null,
    answer jsonb not null,
    answered_at timestamptz not null default now()
  );
  
    alter table ingestion.command_answers enable row level security;
    alter table ingestion.command_answers force row level security;
    create policy tenant on ingestion.command_answers to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on ingestion.command_answers to tollgate_every_tenant using (true) with check (true);
insert into ingestion.migrations values ('000_messaging', '2020-01-01T00:00:00.000Z');
-- 001_event_checks of ingestion
create table ingestion.event_checks (
      organization_id uuid not null,
      hour timestamptz not null,
      due_at timestamptz not null,
      primary key (organization_id, hour)
    );
    create index event_checks_due on ingestion.event_checks (due_at);
    
    alter table ingestion.event_checks enable row level security;
    alter table ingestion.event_checks force row level security;
    create policy tenant on ingestion.event_checks to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on ingestion.event_checks to tollgate_every_tenant using (true) with check (true);
insert into ingestion.migrations values ('001_event_checks', '2020-01-01T00:00:01.000Z');
-- 002_followed_blocks of ingestion
create table ingestion.followed_blocks (log text primary key, block bigint not null);
insert into ingestion.migrations values ('002_followed_blocks', '2020-01-01T00:00:02.000Z');
-- 003_enrichments of ingestion
create table ingestion.enrichments (
      organization_id uuid not null,
      code text not null,
      field_name text,
      version bigint not null,
      position jsonb,
      events bigint not null default 0,
      done boolean not null,
      primary key (organization_id, code)
    );
    create index enrichments_owed on ingestion.enrichments (organization_id) where not done;
    
    alter table ingestion.enrichments enable row level security;
    alter table ingestion.enrichments force row level security;
    create policy tenant on ingestion.enrichments to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on ingestion.enrichments to tollgate_every_tenant using (true) with check (true);
    insert into ingestion.enrichments (organization_id, code, field_name, version, done)
    select organization_id, code, field_name, 0, true from catalog.billable_metrics where deleted_at is null;
insert into ingestion.migrations values ('003_enrichments', '2020-01-01T00:00:03.000Z');
-- 004_voided_events of ingestion
create table ingestion.voided_events (
      event_id uuid primary key,
      organization_id uuid not null,
      external_subscription_id text not null,
      code text not null,
      transaction_id text not null,
      timestamp bigint not null,
      event jsonb not null,
      voided_at timestamptz not null,
      api_key_id uuid not null,
      request_id text,
      done boolean not null
    );
    create index voided_events_by_transaction on ingestion.voided_events (organization_id, transaction_id);
    create index voided_events_owed on ingestion.voided_events (voided_at) where not done;
    
    alter table ingestion.voided_events enable row level security;
    alter table ingestion.voided_events force row level security;
    create policy tenant on ingestion.voided_events to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on ingestion.voided_events to tollgate_every_tenant using (true) with check (true);
insert into ingestion.migrations values ('004_voided_events', '2020-01-01T00:00:04.000Z');
-- 005_traces of ingestion
alter table ingestion.outbox add column traceparent text;
insert into ingestion.migrations values ('005_traces', '2020-01-01T00:00:05.000Z');
-- 006_voids_by_people of ingestion
alter table ingestion.voided_events alter column api_key_id drop not null;
insert into ingestion.migrations values ('006_voids_by_people', '2020-01-01T00:00:06.000Z');
create schema invoicing;
create table invoicing.migrations (name varchar(255) not null primary key, timestamp varchar(255) not null);
-- 000_messaging of invoicing
create table invoicing.outbox (
    sequence bigint generated always as identity primary key,
    id uuid not null unique,
    organization_id uuid not null,
    type text not null,
    key text not null,
    payload jsonb not null,
    occurred_at timestamptz not null,
    request_id text
  );
  
    alter table invoicing.outbox enable row level security;
    alter table invoicing.outbox force row level security;
    create policy tenant on invoicing.outbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.outbox to tollgate_every_tenant using (true) with check (true);
  create table invoicing.inbox (
    message_id uuid primary key,
    organization_id uuid not null,
    type text not null,
    handled_at timestamptz not null default now()
  );
  create index inbox_handled_at on invoicing.inbox (handled_at);
  
    alter table invoicing.inbox enable row level security;
    alter table invoicing.inbox force row level security;
    create policy tenant on invoicing.inbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.inbox to tollgate_every_tenant using (true) with check (true);
  create table invoicing.command_answers (
    idempotency_key text primary key,
    organization_id uuid not null,
    answer jsonb not null,
    answered_at timestamptz not null default now()
  );
  
    alter table invoicing.command_answers enable row level security;
    alter table invoicing.command_answers force row level security;
    create policy tenant on invoicing.command_answers to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.command_answers to tollgate_every_tenant using (true) with check (true);
insert into invoicing.migrations values ('000_messaging', '2020-01-01T00:00:00.000Z');
-- 001_invoices of invoicing
create table invoicing.invoices (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      billing_entity_id uuid not null,
      invoice_type text not null,
      status text not null check (status in ('draft', 'finalized', 'voided', 'failed', 'pending', 'closed')),
      payment_status text not null check (payment_status in ('pending', 'succeeded', 'failed')),
      number text not null,
      sequential_id integer,
      currency text not null,
      timezone text not null,
      billed_at timestamptz not null,
      issuing_date date not null,
      payment_due_date date not null,
      net_payment_term integer not null,
      fees_amount_cents bigint not null,
      coupons_amount_cents bigint not null,
      credit_notes_amount_cents bigint not null,
      progressive_billing_credit_amount_cents bigint not null,
      sub_total_excluding_taxes_amount_cents bigint not null,
      taxes_amount_cents bigint not null,
      taxes_rate numeric not null,
      sub_total_including_taxes_amount_cents bigint not null,
      prepaid_credit_amount_cents bigint not null,
      total_amount_cents bigint not null,
      total_paid_amount_cents bigint not null default 0,
      payment_overdue boolean not null default false,
      payment_dispute_lost_at timestamptz,
      self_billed boolean not null,
      purchase_order_number text,
      voided_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index invoices_sequence on invoicing.invoices (customer_id, billing_entity_id, sequential_id) where sequential_id is not null;
    create index invoices_list on invoicing.invoices (organization_id, issuing_date desc, created_at desc, id);
    create index invoices_customer on invoicing.invoices (customer_id);
    
    alter table invoicing.invoices enable row level security;
    alter table invoicing.invoices force row level security;
    create policy tenant on invoicing.invoices to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.invoices to tollgate_every_tenant using (true) with check (true);
    create table invoicing.billing_periods (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      subscription_id uuid not null,
      plan_id uuid not null,
      invoicing_reason text not null,
      billed_at timestamptz not null,
      billing_date date not null,
      timezone text not null,
      subscription_from timestamptz not null,
      subscription_to timestamptz not null,
      charges_from timestamptz,
      charges_to timestamptz,
      fixed_charges_from timestamptz,
      fixed_charges_to timestamptz
    );
    create index billing_periods_invoice on invoicing.billing_periods (invoice_id);
    create index billing_periods_subscription on invoicing.billing_periods (subscription_id, billed_at desc);
    create unique index billing_periods_once_a_day on invoicing.billing_periods (subscription_id, billing_date)
      where invoicing_reason = 'subscription_periodic';
    create unique index billing_periods_once on invoicing.billing_periods (subscription_id, invoicing_reason)
      where invoicing_reason in ('subscription_starting', 'subscription_terminating');
    
    alter table invoicing.billing_periods enable row level security;
    alter table invoicing.billing_periods force row level security;
    create policy tenant on invoicing.billing_periods to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.billing_periods to tollgate_every_tenant using (true) with check (true);
    create table invoicing.invoice_taxes (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      tax_id uuid not null,
      tax_name text not null,
      tax_code text not null,
      tax_rate numeric not null,
      tax_description text,
      amount_cents bigint not null,
      fees_amount_cents bigint not null,
      created_at timestamptz not null
    );
    create index invoice_taxes_invoice on invoicing.invoice_taxes (invoice_id);
    
    alter table invoicing.invoice_taxes enable row level security;
    alter table invoicing.invoice_taxes force row level security;
    create policy tenant on invoicing.invoice_taxes to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.invoice_taxes to tollgate_every_tenant using (true) with check (true);
    create table invoicing.invoice_sequences (
      organization_id uuid not null,
      customer_id uuid not null,
      billing_entity_id uuid not null,
      last integer not null,
      primary key (customer_id, billing_entity_id)
    );
    
    alter table invoicing.invoice_sequences enable row level security;
    alter table invoicing.invoice_sequences force row level security;
    create policy tenant on invoicing.invoice_sequences to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.invoice_sequences to tollgate_every_tenant using (true) with check (true);
insert into invoicing.migrations values ('001_invoices', '2020-01-01T00:00:01.000Z');
-- 002_fees of invoicing
create table invoicing.fees (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid references invoicing.invoices on delete cascade,
      customer_id uuid not null,
      subscription_id uuid,
      fee_type text not null,
      charge_id uuid,
      charge_filter_id uuid,
      item_id uuid not null,
      item_code text not null,
      item_name text not null,
      item_description text,
      invoice_display_name text not null,
      filters jsonb,
      filter_invoice_display_name text,
      grouped_by jsonb not null,
      currency text not null,
      amount_cents bigint not null,
      precise_amount_cents numeric not null,
      taxes_amount_cents bigint not null,
      taxes_precise_amount_cents numeric not null,
      taxes_rate numeric not null,
      precise_coupons_amount_cents numeric not null default 0,
      units numeric not null,
      total_aggregated_units numeric,
      precise_unit_amount numeric not null,
      events_count bigint,
      amount_details jsonb not null,
      pay_in_advance boolean not null,
      invoiceable boolean not null,
      payment_status text not null,
      from_datetime timestamptz,
      to_datetime timestamptz,
      self_billed boolean not null,
      position integer not null,
      created_at timestamptz not null,
      succeeded_at timestamptz,
      failed_at timestamptz,
      refunded_at timestamptz
    );
    create index fees_invoice on invoicing.fees (invoice_id, position);
    create index fees_subscription on invoicing.fees (subscription_id, fee_type);
    
    alter table invoicing.fees enable row level security;
    alter table invoicing.fees force row level security;
    create policy tenant on invoicing.fees to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.fees to tollgate_every_tenant using (true) with check (true);
    create table invoicing.fee_taxes (
      id uuid primary key,
      organization_id uuid not null,
      fee_id uuid not null references invoicing.fees on delete cascade,
      tax_id uuid not null,
      tax_name text not null,
      tax_code text not null,
      tax_rate numeric not null,
      tax_description text,
      amount_cents bigint not null,
      precise_amount_cents numeric not null,
      created_at timestamptz not null
    );
    create index fee_taxes_fee on invoicing.fee_taxes (fee_id);
    
    alter table invoicing.fee_taxes enable row level security;
    alter table invoicing.fee_taxes force row level security;
    create policy tenant on invoicing.fee_taxes to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.fee_taxes to tollgate_every_tenant using (true) with check (true);
insert into invoicing.migrations values ('002_fees', '2020-01-01T00:00:02.000Z');
-- 010_charges_in_advance of invoicing
alter table invoicing.fees
      add column charges_from timestamptz,
      add column charges_to timestamptz,
      add column event_transaction_id text,
      add column deleted_at timestamptz;
    create index fees_list on invoicing.fees (organization_id, created_at, id) where deleted_at is null;
    create index fees_event on invoicing.fees (organization_id, event_transaction_id) where event_transaction_id is not null;
    create index fees_loose on invoicing.fees (subscription_id, succeeded_at)
      where invoice_id is null and payment_status = 'succeeded' and deleted_at is null;
    create table invoicing.advance_events (
      position bigint generated always as identity primary key,
      organization_id uuid not null,
      subscription_id uuid not null,
      charge_id uuid not null,
      charge_filter_id uuid,
      grouped_by jsonb not null,
      event_transaction_id text not null,
      event_at bigint not null,
      current_units numeric,
      max_units numeric,
      billed_units numeric not null
    );
    create unique index advance_events_once on invoicing.advance_events (subscription_id, charge_id, event_transaction_id);
    create index advance_events_latest on invoicing.advance_events (subscription_id, charge_id, event_at desc, position desc);
    
    alter table invoicing.advance_events enable row level security;
    alter table invoicing.advance_events force row level security;
    create policy tenant on invoicing.advance_events to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.advance_events to tollgate_every_tenant using (true) with check (true);
    create table invoicing.advance_renewals (
      organization_id uuid not null,
      subscription_id uuid not null,
      charge_id uuid not null,
      charges_from timestamptz not null,
      primary key (subscription_id, charge_id, charges_from)
    );
    
    alter table invoicing.advance_renewals enable row level security;
    alter table invoicing.advance_renewals force row level security;
    create policy tenant on invoicing.advance_renewals to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.advance_renewals to tollgate_every_tenant using (true) with check (true);
insert into invoicing.migrations values ('010_charges_in_advance', '2020-01-01T00:00:03.000Z');
-- 020_credit_notes_and_drafts of invoicing
create table invoicing.billing_runs (
      sequence bigint generated always as identity primary key,
      id uuid not null unique,
      organization_id uuid not null,
      customer_id uuid not null,
      request jsonb not null
    );
    create index billing_runs_customer on invoicing.billing_runs (customer_id, sequence);
    
    alter table invoicing.billing_runs enable row level security;
    alter table invoicing.billing_runs force row level security;
    create policy tenant on invoicing.billing_runs to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.billing_runs to tollgate_every_tenant using (true) with check (true);
    alter table invoicing.billing_periods add column trial_ended boolean not null default false;
    drop index invoicing.billing_periods_once;
    create unique index billing_periods_once on invoicing.billing_periods (subscription_id, invoicing_reason, trial_ended)
      where invoicing_reason in ('subscription_starting', 'subscription_terminating');
    alter table invoicing.invoices add column finalize_at timestamptz;
    create index invoices_due_finalization on invoicing.invoices (finalize_at, organization_id) where status = 'draft';
    alter table invoicing.fees add column precise_credit_notes_amount_cents numeric not null default 0;
    create table invoicing.credit_notes (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      invoice_id uuid not null references invoicing.invoices,
      ended_subscription_id uuid,
      sequential_id integer not null,
      number text not null,
      status text not null check (status in ('draft', 'finalized', 'deleted')),
      issuing_date date not null,
      credit_status text check (credit_status in ('available', 'consumed', 'voided')),
      refund_status text check (refund_status in ('pending', 'succeeded', 'failed')),
      reason text not null,
      description text,
      currency text not null,
      total_amount_cents bigint not null,
      credit_amount_cents bigint not null,
      refund_amount_cents bigint not null,
      offset_amount_cents bigint not null,
      balance_amount_cents bigint not null check (balance_amount_cents >= 0),
      sub_total_excluding_taxes_amount_cents bigint not null,
      coupons_adjustment_amount_cents bigint not null,
      precise_coupons_adjustment_amount_cents numeric not null,
      taxes_amount_cents bigint not null,
      precise_taxes_amount_cents numeric not null,
      taxes_rate numeric not null,
      self_billed boolean not null,
      metadata jsonb,
      voided_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create unique index credit_notes_sequence on invoicing.credit_notes (invoice_id, sequential_id);
    create unique index credit_notes_once_a_subscription on invoicing.credit_notes (ended_subscription_id) where ended_subscription_id is not null;
    create index credit_notes_list on invoicing.credit_notes (organization_id, created_at desc, id);
    create index credit_notes_available on invoicing.credit_notes (customer_id, currency, id) where status = 'finalized' and credit_status = 'available';
    
    alter table invoicing.credit_notes enable row level security;
    alter table invoicing.credit_notes force row level security;
    create policy tenant on invoicing.credit_notes to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.credit_notes to tollgate_every_tenant using (true) with check (true);
    create table invoicing.credit_note_items (
      id uuid primary key,
      organization_id uuid not null,
      credit_note_id uuid not null references invoicing.credit_notes on delete cascade,
      fee_id uuid not null,
      amount_cents bigint not null,
      precise_amount_cents numeric not null,
      position integer not null
    );
    create index credit_note_items_note on invoicing.credit_note_items (credit_note_id, position);
    create index credit_note_items_fee on invoicing.credit_note_items (fee_id);
    
    alter table invoicing.credit_note_items enable row level security;
    alter table invoicing.credit_note_items force row level security;
    create policy tenant on invoicing.credit_note_items to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.credit_note_items to tollgate_every_tenant using (true) with check (true);
    create table invoicing.credit_note_taxes (
      id uuid primary key,
      organization_id uuid not null,
      credit_note_id uuid not null references invoicing.credit_notes on delete cascade,
      tax_id uuid not null,
      tax_name text not null,
      tax_code text not null,
      tax_rate numeric not null,
      tax_description text,
      base_amount_cents bigint not null,
      amount_cents bigint not null,
      created_at timestamptz not null
    );
    create index credit_note_taxes_note on invoicing.credit_note_taxes (credit_note_id);
    
    alter table invoicing.credit_note_taxes enable row level security;
    alter table invoicing.credit_note_taxes force row level security;
    create policy tenant on invoicing.credit_note_taxes to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.credit_note_taxes to tollgate_every_tenant using (true) with check (true);
    create table invoicing.credits (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      kind text not null check (kind in ('coupon', 'credit_note', 'invoice')),
      source_id uuid not null,
      amount_cents bigint not null,
      currency text not null,
      before_taxes boolean not null,
      position integer not null,
      created_at timestamptz not null
    );
    create index credits_invoice on invoicing.credits (invoice_id, position);
    create index credits_source on invoicing.credits (source_id);
    
    alter table invoicing.credits enable row level security;
    alter table invoicing.credits force row level security;
    create policy tenant on invoicing.credits to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.credits to tollgate_every_tenant using (true) with check (true);
    create table invoicing.payments (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      invoice_id uuid not null references invoicing.invoices,
      amount_cents bigint not null check (amount_cents > 0),
      currency text not null,
      payment_status text not null,
      type text not null,
      reference text,
      created_at timestamptz not null
    );
    create index payments_invoice on invoicing.payments (invoice_id);
    
    alter table invoicing.payments enable row level security;
    alter table invoicing.payments force row level security;
    create policy tenant on invoicing.payments to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.payments to tollgate_every_tenant using (true) with check (true);
insert into invoicing.migrations values ('020_credit_notes_and_drafts', '2020-01-01T00:00:04.000Z');
-- 021_fixed_charges of invoicing
alter table invoicing.fees add column fixed_charge_id uuid;
    create index fees_fixed_charge on invoicing.fees (subscription_id, fixed_charge_id) where fixed_charge_id is not null;
    alter table invoicing.billing_periods add column run_id uuid;
    create unique index billing_periods_once_per_run on invoicing.billing_periods (run_id, subscription_id) where run_id is not null;
insert into invoicing.migrations values ('021_fixed_charges', '2020-01-01T00:00:05.000Z');
-- 022_units_until of invoicing
alter table invoicing.billing_periods add column units_until bigint;
insert into invoicing.migrations values ('022_units_until', '2020-01-01T00:00:06.000Z');
-- 031_minimums of invoicing
alter table invoicing.fees
      add column true_up_fee_id uuid,
      add column true_up_parent_fee_id uuid;
insert into invoicing.migrations values ('031_minimums', '2020-01-01T00:00:07.000Z');
-- 032_coupons of invoicing
create table invoicing.applied_coupons (
      position bigint generated always as identity,
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      coupon_id uuid not null,
      coupon_type text not null check (coupon_type in ('fixed_amount', 'percentage')),
      status text not null check (status in ('active', 'terminated')),
      amount_cents bigint,
      amount_currency text,
      percentage_rate numeric,
      frequency text not null check (frequency in ('once', 'recurring', 'forever')),
      frequency_duration integer,
      frequency_duration_remaining integer,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      terminated_at timestamptz
    );
    create index applied_coupons_customer on invoicing.applied_coupons (customer_id, status, position);
    create index applied_coupons_coupon on invoicing.applied_coupons (coupon_id);
    create index applied_coupons_list on invoicing.applied_coupons (organization_id, created_at desc, position desc);
    
    alter table invoicing.applied_coupons enable row level security;
    alter table invoicing.applied_coupons force row level security;
    create policy tenant on invoicing.applied_coupons to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.applied_coupons to tollgate_every_tenant using (true) with check (true);
insert into invoicing.migrations values ('032_coupons', '2020-01-01T00:00:08.000Z');
-- 033_progressive_billing of invoicing
alter table invoicing.invoices add column progressive_key text;
    create unique index invoices_progressive on invoicing.invoices (organization_id, progressive_key) where progressive_key is not null;
    create table invoicing.threshold_checks (
      subscription_id uuid primary key,
      organization_id uuid not null,
      message_id uuid not null,
      version bigint not null,
      queued_at timestamptz not null
    );
    
    alter table invoicing.threshold_checks enable row level security;
    alter table invoicing.threshold_checks force row level security;
    create policy tenant on invoicing.threshold_checks to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.threshold_checks to tollgate_every_tenant using (true) with check (true);
    create table invoicing.applied_usage_thresholds (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      subscription_id uuid not null,
      usage_threshold_id uuid not null,
      threshold_display_name text,
      amount_cents bigint not null,
      recurring boolean not null,
      threshold_created_at timestamptz not null,
      threshold_updated_at timestamptz not null,
      lifetime_usage_amount_cents bigint not null,
      position integer not null,
      created_at timestamptz not null
    );
    create index applied_usage_thresholds_invoice on invoicing.applied_usage_thresholds (invoice_id, position);
    create index applied_usage_thresholds_subscription on invoicing.applied_usage_thresholds (subscription_id);
    
    alter table invoicing.applied_usage_thresholds enable row level security;
    alter table invoicing.applied_usage_thresholds force row level security;
    create policy tenant on invoicing.applied_usage_thresholds to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.applied_usage_thresholds to tollgate_every_tenant using (true) with check (true);
insert into invoicing.migrations values ('033_progressive_billing', '2020-01-01T00:00:09.000Z');
-- 034_pricing_units of invoicing
alter table invoicing.fees add column pricing_unit_details jsonb;
insert into invoicing.migrations values ('034_pricing_units', '2020-01-01T00:00:10.000Z');
-- 041_draft_refresh of invoicing
alter table invoicing.invoices add column refresh_at timestamptz;
    create index invoices_refresh on invoicing.invoices (refresh_at) where status = 'draft' and refresh_at is not null;
insert into invoicing.migrations values ('041_draft_refresh', '2020-01-01T00:00:11.000Z');
-- 042_paid_loose_fees of invoicing
create index fees_paid_loose on invoicing.fees (customer_id) where invoice_id is null and payment_status = 'succeeded';
insert into invoicing.migrations values ('042_paid_loose_fees', '2020-01-01T00:00:12.000Z');
-- 043_advance_queue of invoicing
create table invoicing.advance_queue (
      sequence bigint generated always as identity primary key,
      organization_id uuid not null,
      event_id uuid not null unique,
      lane integer not null,
      event jsonb not null,
      attempts integer not null default 0,
      error text
    );
    create index advance_queue_lane on invoicing.advance_queue (organization_id, lane, sequence);
    
    alter table invoicing.advance_queue enable row level security;
    alter table invoicing.advance_queue force row level security;
    create policy tenant on invoicing.advance_queue to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.advance_queue to tollgate_every_tenant using (true) with check (true);
insert into invoicing.migrations values ('043_advance_queue', '2020-01-01T00:00:13.000Z');
-- 044_billing_lanes of invoicing
alter table invoicing.billing_runs add column lane integer not null default 0;
    create index billing_runs_lane on invoicing.billing_runs (organization_id, lane, sequence);
insert into invoicing.migrations values ('044_billing_lanes', '2020-01-01T00:00:14.000Z');
-- 055_presentation of invoicing
alter table invoicing.fees add column presentation jsonb;
insert into invoicing.migrations values ('055_presentation', '2020-01-01T00:00:15.000Z');
-- 060_failures of invoicing
create table invoicing.invoice_errors (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      error_code text not null,
      details jsonb not null,
      created_at timestamptz not null
    );
    create index invoice_errors_invoice on invoicing.invoice_errors (invoice_id);
    
    alter table invoicing.invoice_errors enable row level security;
    alter table invoicing.invoice_errors force row level security;
    create policy tenant on invoicing.invoice_errors to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.invoice_errors to tollgate_every_tenant using (true) with check (true);
    create index invoices_pending on invoicing.invoices (updated_at) where status = 'pending';
    alter table invoicing.billing_runs
      add column attempts integer not null default 0,
      add column error text,
      add column queued_at timestamptz not null default now();
    create index billing_runs_queued on invoicing.billing_runs (queued_at);
    alter table invoicing.threshold_checks add column attempts integer not null default 0;
    alter table invoicing.advance_queue add column queued_at timestamptz not null default now();
    create index advance_queue_queued on invoicing.advance_queue (queued_at);
insert into invoicing.migrations values ('060_failures', '2020-01-01T00:00:16.000Z');
-- 061_advance_checkpoints of invoicing
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
    
    alter table invoicing.advance_checkpoints enable row level security;
    alter table invoicing.advance_checkpoints force row level security;
    create policy tenant on invoicing.advance_checkpoints to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.advance_checkpoints to tollgate_every_tenant using (true) with check (true);
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
    
    alter table invoicing.advance_usages enable row level security;
    alter table invoicing.advance_usages force row level security;
    create policy tenant on invoicing.advance_usages to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.advance_usages to tollgate_every_tenant using (true) with check (true);
    create index advance_events_of_part on invoicing.advance_events
      (subscription_id, charge_id, jsonb_hash_extended(grouped_by, 0), event_at desc, position desc);
insert into invoicing.migrations values ('061_advance_checkpoints', '2020-01-01T00:00:17.000Z');
-- 062_traces of invoicing
alter table invoicing.outbox add column traceparent text;
insert into invoicing.migrations values ('062_traces', '2020-01-01T00:00:18.000Z');
-- 063_queued_work of invoicing
create table invoicing.queued_work (
    sequence bigint generated always as identity primary key,
    organization_id uuid not null,
    queue text not null,
    id text not null,
    key text not null,
    series text not null,
    payload jsonb not null,
    version bigint not null default 1,
    asked_by uuid not null,
    attempts integer not null default 0,
    error text,
    queued_at timestamptz not null default clock_timestamp(),
    unique (organization_id, queue, id)
  );
  create index queued_work_next on invoicing.queued_work (organization_id, queue, key, sequence);
  create index queued_work_oldest on invoicing.queued_work (queue, queued_at);
  
  alter table invoicing.billing_runs no force row level security;
alter table invoicing.advance_queue no force row level security;
alter table invoicing.threshold_checks no force row level security;
  
  insert into invoicing.queued_work (organization_id, queue, id, key, series, payload, asked_by, attempts, error, queued_at)
  select organization_id, 'billing-run', id::text, lane::text, customer_id::text, request, id, attempts, error, queued_at
  from invoicing.billing_runs order by sequence;
  insert into invoicing.queued_work (organization_id, queue, id, key, series, payload, asked_by, attempts, error, queued_at)
  select organization_id, 'advance-events', event_id::text, lane::text, event_id::text, event, event_id, attempts, error, queued_at
  from invoicing.advance_queue order by sequence;
  insert into invoicing.queued_work (organization_id, queue, id, key, series, payload, asked_by, attempts, queued_at)
  select organization_id, 'threshold-check', subscription_id::text, subscription_id::text, subscription_id::text,
         jsonb_build_object('subscription_id', subscription_id), message_id, attempts, queued_at
  from invoicing.threshold_checks order by queued_at;
  delete from invoicing.billing_runs;
delete from invoicing.advance_queue;
delete from invoicing.threshold_checks;
  alter table invoicing.billing_runs force row level security;
alter table invoicing.advance_queue force row level security;
alter table invoicing.threshold_checks force row level security;
  
    alter table invoicing.queued_work enable row level security;
    alter table invoicing.queued_work force row level security;
    create policy tenant on invoicing.queued_work to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.queued_work to tollgate_every_tenant using (true) with check (true);
  create function invoicing.queue_billing_run() returns trigger language plpgsql as $queue$
  begin
    insert into invoicing.queued_work (organization_id, queue, id, key, series, payload, asked_by)
    values (new.organization_id, 'billing-run', new.id::text, new.lane::text, new.customer_id::text, new.request, new.id)
    on conflict (organization_id, queue, id) do nothing;
    return null;
  end $queue$;
  create trigger queue before insert on invoicing.billing_runs for each row execute function invoicing.queue_billing_run();
  create function invoicing.queue_advance_event() returns trigger language plpgsql as $queue$
  begin
    insert into invoicing.queued_work (organization_id, queue, id, key, series, payload, asked_by)
    values (new.organization_id, 'advance-events', new.event_id::text, new.lane::text, new.event_id::text, new.event, new.event_id)
    on conflict (organization_id, queue, id) do nothing;
    return null;
  end $queue$;
  create trigger queue before insert on invoicing.advance_queue for each row execute function invoicing.queue_advance_event();
  create function invoicing.queue_threshold_check() returns trigger language plpgsql as $queue$
  begin
    insert into invoicing.queued_work as waiting (organization_id, queue, id, key, series, payload, asked_by)
    values (new.organization_id, 'threshold-check', new.subscription_id::text, new.subscription_id::text,
            new.subscription_id::text, jsonb_build_object('subscription_id', new.subscription_id), new.message_id)
    on conflict (organization_id, queue, id) do update set version = waiting.version + 1;
    return null;
  end $queue$;
  create trigger queue before insert on invoicing.threshold_checks for each row execute function invoicing.queue_threshold_check();
insert into invoicing.migrations values ('063_queued_work', '2020-01-01T00:00:19.000Z');
-- 064_invoice_life of invoicing
alter table invoicing.fees add column description text;
    alter table invoicing.invoices drop constraint invoices_status_check;
    alter table invoicing.invoices add constraint invoices_status_check
      check (status in ('draft', 'finalized', 'voided', 'failed', 'pending', 'closed', 'deleted')) not valid;
    alter table invoicing.invoices add column billing_entity_sequential_id integer;
    create table invoicing.billing_entity_sequences (
      organization_id uuid not null,
      billing_entity_id uuid primary key,
      last integer not null,
      interrupted boolean not null
    );
    
    alter table invoicing.billing_entity_sequences enable row level security;
    alter table invoicing.billing_entity_sequences force row level security;
    create policy tenant on invoicing.billing_entity_sequences to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.billing_entity_sequences to tollgate_every_tenant using (true) with check (true);
    create table invoicing.invoice_metadata (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      key text not null,
      value text not null,
      position integer not null,
      created_at timestamptz not null
    );
    create unique index invoice_metadata_key on invoicing.invoice_metadata (invoice_id, key);
    create index invoice_metadata_search on invoicing.invoice_metadata (organization_id, key, value);
    
    alter table invoicing.invoice_metadata enable row level security;
    alter table invoicing.invoice_metadata force row level security;
    create policy tenant on invoicing.invoice_metadata to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.invoice_metadata to tollgate_every_tenant using (true) with check (true);
insert into invoicing.migrations values ('064_invoice_life', '2020-01-01T00:00:20.000Z');
-- 065_invoice_life_indexes of invoicing
alter table invoicing.invoices validate constraint invoices_status_check;
    create unique index invoices_billing_entity_sequence on invoicing.invoices (billing_entity_id, billing_entity_sequential_id)
      where billing_entity_sequential_id is not null;
    create index invoices_payment_due on invoicing.invoices (organization_id, payment_due_date, id)
      where status = 'finalized' and payment_status <> 'succeeded' and not payment_overdue and payment_dispute_lost_at is null;
    create index invoices_all_payments_due on invoicing.invoices (payment_due_date, organization_id)
      where status = 'finalized' and payment_status <> 'succeeded' and not payment_overdue and payment_dispute_lost_at is null;
insert into invoicing.migrations values ('065_invoice_life_indexes', '2020-01-01T00:00:21.000Z');
-- 066_announced_payments of invoicing
alter table invoicing.payments add column announced boolean not null default false;
    create function invoicing.announce_payment() returns trigger language plpgsql as $announce$
    begin
      insert into invoicing.outbox (id, organization_id, type, key, payload, occurred_at)
      values (
        gen_random_uuid(), new.organization_id, 'payment.recorded', new.customer_id::text,
        jsonb_build_object(
          'payment_id', new.id, 'invoice_id', new.invoice_id, 'customer_id', new.customer_id,
          'amount_cents', new.amount_cents, 'currency', new.currency, 'reference', coalesce(new.reference, ''),
          'paid_at', to_char(new.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
        now());
      return null;
    end $announce$;
    create trigger announce after insert on invoicing.payments
      for each row when (not new.announced) execute function invoicing.announce_payment();
insert into invoicing.migrations values ('066_announced_payments', '2020-01-01T00:00:22.000Z');
-- 067_analytics of invoicing
create table invoicing.analytics_changes (
      id bigint generated always as identity primary key,
      organization_id uuid not null,
      measure text not null,
      customer_id uuid not null,
      billing_entity_id uuid,
      currency text not null,
      period date not null,
      label text not null,
      number bigint not null,
      amount numeric not null
    );
    create index analytics_changes_organization on invoicing.analytics_changes (organization_id, id);
    
    alter table invoicing.analytics_changes enable row level security;
    alter table invoicing.analytics_changes force row level security;
    create policy tenant on invoicing.analytics_changes to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.analytics_changes to tollgate_every_tenant using (true) with check (true);
    
  create table invoicing.analytics_totals (
    organization_id uuid not null,
    
    measure text not null,
    billing_entity_id uuid,
    currency text not null,
    period date not null,
    label text not null,
    number bigint not null,
    amount numeric not null,
    unique nulls not distinct (organization_id, measure, billing_entity_id, currency, period, label)
  );
  create index analytics_totals_nothing on invoicing.analytics_totals (organization_id) where number = 0;
  
    alter table invoicing.analytics_totals enable row level security;
    alter table invoicing.analytics_totals force row level security;
    create policy tenant on invoicing.analytics_totals to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.analytics_totals to tollgate_every_tenant using (true) with check (true);
    
  create table invoicing.analytics_customer_totals (
    organization_id uuid not null,
    customer_id uuid not null,
    measure text not null,
    billing_entity_id uuid,
    currency text not null,
    period date not null,
    label text not null,
    number bigint not null,
    amount numeric not null,
    unique nulls not distinct (organization_id, customer_id, measure, billing_entity_id, currency, period, label)
  );
  create index analytics_customer_totals_nothing on invoicing.analytics_customer_totals (organization_id) where number = 0;
  
    alter table invoicing.analytics_customer_totals enable row level security;
    alter table invoicing.analytics_customer_totals force row level security;
    create policy tenant on invoicing.analytics_customer_totals to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.analytics_customer_totals to tollgate_every_tenant using (true) with check (true);
    
  create function invoicing.analyse_new_invoice() returns trigger language plpgsql as $analyse_new_invoice$ begin 
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'invoices', invoice.customer_id, invoice.billing_entity_id, invoice.currency,
         date_trunc('month', invoice.issuing_date)::date, invoice.payment_status, 1, 1 * invoice.total_amount_cents
  from (select (new).*) invoice where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null); return null; end $analyse_new_invoice$;
  create trigger analyse_new_invoice after insert on invoicing.invoices for each row when (new.status <> 'draft') execute function invoicing.analyse_new_invoice();
    
  create function invoicing.analyse_invoice() returns trigger language plpgsql as $analyse_invoice$ begin 
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'invoices', invoice.customer_id, invoice.billing_entity_id, invoice.currency,
         date_trunc('month', invoice.issuing_date)::date, invoice.payment_status, -1, -1 * invoice.total_amount_cents
  from (select (old).*) invoice where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null); 
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'invoices', invoice.customer_id, invoice.billing_entity_id, invoice.currency,
         date_trunc('month', invoice.issuing_date)::date, invoice.payment_status, 1, 1 * invoice.total_amount_cents
  from (select (new).*) invoice where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null);
      if ((old.status = 'finalized' and not old.self_billed and old.payment_dispute_lost_at is null), old.issuing_date) is distinct from ((new.status = 'finalized' and not new.self_billed and new.payment_dispute_lost_at is null), new.issuing_date) then
        
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'refunds', invoice.customer_id, invoice.billing_entity_id, invoice.currency,
         date_trunc('month', invoice.issuing_date)::date, '', -1 * count(*), -1 * sum(note.refund_amount_cents)
  from (select (old).*) invoice join invoicing.credit_notes note on note.invoice_id = invoice.id
  where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and note.status = 'finalized' and note.refund_amount_cents > 0
  group by invoice.id, invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, invoice.currency, invoice.issuing_date; 
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'refunds', invoice.customer_id, invoice.billing_entity_id, invoice.currency,
         date_trunc('month', invoice.issuing_date)::date, '', 1 * count(*), 1 * sum(note.refund_amount_cents)
  from (select (new).*) invoice join invoicing.credit_notes note on note.invoice_id = invoice.id
  where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and note.status = 'finalized' and note.refund_amount_cents > 0
  group by invoice.id, invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, invoice.currency, invoice.issuing_date;
        
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select organization_id, 'subscription_fees', customer_id, billing_entity_id, currency, period, label,
         -1 * count(*), -1 * sum(amount)
  from (
    select invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           case when plan.pay_in_advance and plan.interval not in ('weekly', 'monthly') then invoice.issuing_date
                else date_trunc('month', invoice.issuing_date)::date end as period,
           case when plan.interval in ('weekly', 'monthly') then plan.interval
                else concat_ws(':', plan.interval, case when plan.pay_in_advance then 'advance' else 'arrears' end,
                  floor(extract(epoch from fee.to_datetime - fee.from_datetime) / 60)::bigint) end as label,
           fee.amount_cents - fee.precise_coupons_amount_cents + fee.taxes_amount_cents as amount
    from invoicing.fees fee
    join (select (old).*) invoice on invoice.id = fee.invoice_id
    join lateral (
      select plan.interval, plan.pay_in_advance
      from invoicing.billing_periods billed join catalog.plans plan on plan.id = billed.plan_id
      where billed.invoice_id = fee.invoice_id and billed.subscription_id = fee.subscription_id
      order by billed.id limit 1) plan on true
    where fee.invoice_id = old.id and (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'subscription' and fee.deleted_at is null
  ) counted
  group by organization_id, customer_id, billing_entity_id, currency, period, label;
        
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select organization_id, 'subscription_fees', customer_id, billing_entity_id, currency, period, label,
         1 * count(*), 1 * sum(amount)
  from (
    select invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           case when plan.pay_in_advance and plan.interval not in ('weekly', 'monthly') then invoice.issuing_date
                else date_trunc('month', invoice.issuing_date)::date end as period,
           case when plan.interval in ('weekly', 'monthly') then plan.interval
                else concat_ws(':', plan.interval, case when plan.pay_in_advance then 'advance' else 'arrears' end,
                  floor(extract(epoch from fee.to_datetime - fee.from_datetime) / 60)::bigint) end as label,
           fee.amount_cents - fee.precise_coupons_amount_cents + fee.taxes_amount_cents as amount
    from invoicing.fees fee
    join (select (new).*) invoice on invoice.id = fee.invoice_id
    join lateral (
      select plan.interval, plan.pay_in_advance
      from invoicing.billing_periods billed join catalog.plans plan on plan.id = billed.plan_id
      where billed.invoice_id = fee.invoice_id and billed.subscription_id = fee.subscription_id
      order by billed.id limit 1) plan on true
    where fee.invoice_id = new.id and (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'subscription' and fee.deleted_at is null
  ) counted
  group by organization_id, customer_id, billing_entity_id, currency, period, label;
      end if;
      if (old.status <> 'deleted' and not old.self_billed and old.payment_dispute_lost_at is null) is distinct from (new.status <> 'deleted' and not new.self_billed and new.payment_dispute_lost_at is null) then
        
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'usage', invoice.customer_id, invoice.billing_entity_id, fee.currency,
         date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code, -1 * count(*),
         -1 * sum(fee.amount_cents - fee.precise_coupons_amount_cents)
  from invoicing.fees fee join (select (old).*) invoice on invoice.id = fee.invoice_id
  where fee.invoice_id = old.id and (invoice.status <> 'deleted' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'charge' and fee.deleted_at is null
  group by invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code;
        
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'usage', invoice.customer_id, invoice.billing_entity_id, fee.currency,
         date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code, 1 * count(*),
         1 * sum(fee.amount_cents - fee.precise_coupons_amount_cents)
  from invoicing.fees fee join (select (new).*) invoice on invoice.id = fee.invoice_id
  where fee.invoice_id = new.id and (invoice.status <> 'deleted' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'charge' and fee.deleted_at is null
  group by invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code;
      end if; return null; end $analyse_invoice$;
  create trigger analyse_invoice after update on invoicing.invoices for each row when (
        (old.status, old.payment_status, old.total_amount_cents, old.issuing_date, old.payment_dispute_lost_at) is distinct from
        (new.status, new.payment_status, new.total_amount_cents, new.issuing_date, new.payment_dispute_lost_at)) execute function invoicing.analyse_invoice();
    
  create function invoicing.analyse_new_fees() returns trigger language plpgsql as $analyse_new_fees$ begin 
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select fee.organization_id, 'loose_fees', fee.customer_id, null, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date, '',
         1 * count(*), 1 * sum(fee.amount_cents)
  from added fee
  where fee.invoice_id is null and fee.fee_type = 'charge' and fee.pay_in_advance and fee.deleted_at is null
  group by fee.organization_id, fee.customer_id, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'usage', invoice.customer_id, invoice.billing_entity_id, fee.currency,
         date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code, 1 * count(*),
         1 * sum(fee.amount_cents - fee.precise_coupons_amount_cents)
  from added fee join invoicing.invoices invoice on invoice.id = fee.invoice_id
  where (invoice.status <> 'deleted' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'charge' and fee.deleted_at is null
  group by invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select organization_id, 'subscription_fees', customer_id, billing_entity_id, currency, period, label,
         1 * count(*), 1 * sum(amount)
  from (
    select invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           case when plan.pay_in_advance and plan.interval not in ('weekly', 'monthly') then invoice.issuing_date
                else date_trunc('month', invoice.issuing_date)::date end as period,
           case when plan.interval in ('weekly', 'monthly') then plan.interval
                else concat_ws(':', plan.interval, case when plan.pay_in_advance then 'advance' else 'arrears' end,
                  floor(extract(epoch from fee.to_datetime - fee.from_datetime) / 60)::bigint) end as label,
           fee.amount_cents - fee.precise_coupons_amount_cents + fee.taxes_amount_cents as amount
    from added fee
    join invoicing.invoices invoice on invoice.id = fee.invoice_id
    join lateral (
      select plan.interval, plan.pay_in_advance
      from invoicing.billing_periods billed join catalog.plans plan on plan.id = billed.plan_id
      where billed.invoice_id = fee.invoice_id and billed.subscription_id = fee.subscription_id
      order by billed.id limit 1) plan on true
    where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'subscription' and fee.deleted_at is null
  ) counted
  group by organization_id, customer_id, billing_entity_id, currency, period, label; return null; end $analyse_new_fees$;
  create trigger analyse_new_fees after insert on invoicing.fees referencing new table as added for each statement execute function invoicing.analyse_new_fees();
    
  create function invoicing.analyse_fees() returns trigger language plpgsql as $analyse_fees$ begin 
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select fee.organization_id, 'loose_fees', fee.customer_id, null, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date, '',
         -1 * count(*), -1 * sum(fee.amount_cents)
  from (
  select one.* from before one join behind another on another.id = one.id
  where (one.invoice_id, one.amount_cents, one.precise_coupons_amount_cents, one.taxes_amount_cents, one.deleted_at)
    is distinct from (another.invoice_id, another.amount_cents, another.precise_coupons_amount_cents,
      another.taxes_amount_cents, another.deleted_at)) fee
  where fee.invoice_id is null and fee.fee_type = 'charge' and fee.pay_in_advance and fee.deleted_at is null
  group by fee.organization_id, fee.customer_id, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'usage', invoice.customer_id, invoice.billing_entity_id, fee.currency,
         date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code, -1 * count(*),
         -1 * sum(fee.amount_cents - fee.precise_coupons_amount_cents)
  from (
  select one.* from before one join behind another on another.id = one.id
  where (one.invoice_id, one.amount_cents, one.precise_coupons_amount_cents, one.taxes_amount_cents, one.deleted_at)
    is distinct from (another.invoice_id, another.amount_cents, another.precise_coupons_amount_cents,
      another.taxes_amount_cents, another.deleted_at)) fee join invoicing.invoices invoice on invoice.id = fee.invoice_id
  where (invoice.status <> 'deleted' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'charge' and fee.deleted_at is null
  group by invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select organization_id, 'subscription_fees', customer_id, billing_entity_id, currency, period, label,
         -1 * count(*), -1 * sum(amount)
  from (
    select invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           case when plan.pay_in_advance and plan.interval not in ('weekly', 'monthly') then invoice.issuing_date
                else date_trunc('month', invoice.issuing_date)::date end as period,
           case when plan.interval in ('weekly', 'monthly') then plan.interval
                else concat_ws(':', plan.interval, case when plan.pay_in_advance then 'advance' else 'arrears' end,
                  floor(extract(epoch from fee.to_datetime - fee.from_datetime) / 60)::bigint) end as label,
           fee.amount_cents - fee.precise_coupons_amount_cents + fee.taxes_amount_cents as amount
    from (
  select one.* from before one join behind another on another.id = one.id
  where (one.invoice_id, one.amount_cents, one.precise_coupons_amount_cents, one.taxes_amount_cents, one.deleted_at)
    is distinct from (another.invoice_id, another.amount_cents, another.precise_coupons_amount_cents,
      another.taxes_amount_cents, another.deleted_at)) fee
    join invoicing.invoices invoice on invoice.id = fee.invoice_id
    join lateral (
      select plan.interval, plan.pay_in_advance
      from invoicing.billing_periods billed join catalog.plans plan on plan.id = billed.plan_id
      where billed.invoice_id = fee.invoice_id and billed.subscription_id = fee.subscription_id
      order by billed.id limit 1) plan on true
    where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'subscription' and fee.deleted_at is null
  ) counted
  group by organization_id, customer_id, billing_entity_id, currency, period, label;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select fee.organization_id, 'loose_fees', fee.customer_id, null, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date, '',
         1 * count(*), 1 * sum(fee.amount_cents)
  from (
  select one.* from behind one join before another on another.id = one.id
  where (one.invoice_id, one.amount_cents, one.precise_coupons_amount_cents, one.taxes_amount_cents, one.deleted_at)
    is distinct from (another.invoice_id, another.amount_cents, another.precise_coupons_amount_cents,
      another.taxes_amount_cents, another.deleted_at)) fee
  where fee.invoice_id is null and fee.fee_type = 'charge' and fee.pay_in_advance and fee.deleted_at is null
  group by fee.organization_id, fee.customer_id, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'usage', invoice.customer_id, invoice.billing_entity_id, fee.currency,
         date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code, 1 * count(*),
         1 * sum(fee.amount_cents - fee.precise_coupons_amount_cents)
  from (
  select one.* from behind one join before another on another.id = one.id
  where (one.invoice_id, one.amount_cents, one.precise_coupons_amount_cents, one.taxes_amount_cents, one.deleted_at)
    is distinct from (another.invoice_id, another.amount_cents, another.precise_coupons_amount_cents,
      another.taxes_amount_cents, another.deleted_at)) fee join invoicing.invoices invoice on invoice.id = fee.invoice_id
  where (invoice.status <> 'deleted' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'charge' and fee.deleted_at is null
  group by invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select organization_id, 'subscription_fees', customer_id, billing_entity_id, currency, period, label,
         1 * count(*), 1 * sum(amount)
  from (
    select invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           case when plan.pay_in_advance and plan.interval not in ('weekly', 'monthly') then invoice.issuing_date
                else date_trunc('month', invoice.issuing_date)::date end as period,
           case when plan.interval in ('weekly', 'monthly') then plan.interval
                else concat_ws(':', plan.interval, case when plan.pay_in_advance then 'advance' else 'arrears' end,
                  floor(extract(epoch from fee.to_datetime - fee.from_datetime) / 60)::bigint) end as label,
           fee.amount_cents - fee.precise_coupons_amount_cents + fee.taxes_amount_cents as amount
    from (
  select one.* from behind one join before another on another.id = one.id
  where (one.invoice_id, one.amount_cents, one.precise_coupons_amount_cents, one.taxes_amount_cents, one.deleted_at)
    is distinct from (another.invoice_id, another.amount_cents, another.precise_coupons_amount_cents,
      another.taxes_amount_cents, another.deleted_at)) fee
    join invoicing.invoices invoice on invoice.id = fee.invoice_id
    join lateral (
      select plan.interval, plan.pay_in_advance
      from invoicing.billing_periods billed join catalog.plans plan on plan.id = billed.plan_id
      where billed.invoice_id = fee.invoice_id and billed.subscription_id = fee.subscription_id
      order by billed.id limit 1) plan on true
    where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'subscription' and fee.deleted_at is null
  ) counted
  group by organization_id, customer_id, billing_entity_id, currency, period, label; return null; end $analyse_fees$;
  create trigger analyse_fees after update on invoicing.fees referencing old table as before new table as behind for each statement execute function invoicing.analyse_fees();
    
  create function invoicing.analyse_removed_fees() returns trigger language plpgsql as $analyse_removed_fees$ begin 
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select fee.organization_id, 'loose_fees', fee.customer_id, null, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date, '',
         -1 * count(*), -1 * sum(fee.amount_cents)
  from removed fee
  where fee.invoice_id is null and fee.fee_type = 'charge' and fee.pay_in_advance and fee.deleted_at is null
  group by fee.organization_id, fee.customer_id, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'usage', invoice.customer_id, invoice.billing_entity_id, fee.currency,
         date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code, -1 * count(*),
         -1 * sum(fee.amount_cents - fee.precise_coupons_amount_cents)
  from removed fee join invoicing.invoices invoice on invoice.id = fee.invoice_id
  where (invoice.status <> 'deleted' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'charge' and fee.deleted_at is null
  group by invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select organization_id, 'subscription_fees', customer_id, billing_entity_id, currency, period, label,
         -1 * count(*), -1 * sum(amount)
  from (
    select invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           case when plan.pay_in_advance and plan.interval not in ('weekly', 'monthly') then invoice.issuing_date
                else date_trunc('month', invoice.issuing_date)::date end as period,
           case when plan.interval in ('weekly', 'monthly') then plan.interval
                else concat_ws(':', plan.interval, case when plan.pay_in_advance then 'advance' else 'arrears' end,
                  floor(extract(epoch from fee.to_datetime - fee.from_datetime) / 60)::bigint) end as label,
           fee.amount_cents - fee.precise_coupons_amount_cents + fee.taxes_amount_cents as amount
    from removed fee
    join invoicing.invoices invoice on invoice.id = fee.invoice_id
    join lateral (
      select plan.interval, plan.pay_in_advance
      from invoicing.billing_periods billed join catalog.plans plan on plan.id = billed.plan_id
      where billed.invoice_id = fee.invoice_id and billed.subscription_id = fee.subscription_id
      order by billed.id limit 1) plan on true
    where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'subscription' and fee.deleted_at is null
  ) counted
  group by organization_id, customer_id, billing_entity_id, currency, period, label; return null; end $analyse_removed_fees$;
  create trigger analyse_removed_fees after delete on invoicing.fees referencing old table as removed for each statement execute function invoicing.analyse_removed_fees();
    
  create function invoicing.analyse_new_credit_note() returns trigger language plpgsql as $analyse_new_credit_note$ begin 
  if new.status = 'finalized' and new.refund_amount_cents > 0 then
    insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
    select invoice.organization_id, 'refunds', invoice.customer_id, invoice.billing_entity_id, invoice.currency,
           date_trunc('month', invoice.issuing_date)::date, '', 1, 1 * new.refund_amount_cents
    from (select * from invoicing.invoices where id = new.invoice_id for no key update) invoice
    where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null);
  end if; return null; end $analyse_new_credit_note$;
  create trigger analyse_new_credit_note after insert on invoicing.credit_notes for each row when (new.refund_amount_cents > 0) execute function invoicing.analyse_new_credit_note();
    
  create function invoicing.analyse_credit_note() returns trigger language plpgsql as $analyse_credit_note$ begin 
  if old.status = 'finalized' and old.refund_amount_cents > 0 then
    insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
    select invoice.organization_id, 'refunds', invoice.customer_id, invoice.billing_entity_id, invoice.currency,
           date_trunc('month', invoice.issuing_date)::date, '', -1, -1 * old.refund_amount_cents
    from (select * from invoicing.invoices where id = old.invoice_id for no key update) invoice
    where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null);
  end if;
  if new.status = 'finalized' and new.refund_amount_cents > 0 then
    insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
    select invoice.organization_id, 'refunds', invoice.customer_id, invoice.billing_entity_id, invoice.currency,
           date_trunc('month', invoice.issuing_date)::date, '', 1, 1 * new.refund_amount_cents
    from (select * from invoicing.invoices where id = new.invoice_id for no key update) invoice
    where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null);
  end if; return null; end $analyse_credit_note$;
  create trigger analyse_credit_note after update on invoicing.credit_notes for each row when (case when old.status = 'finalized' then old.refund_amount_cents else 0 end <> case when new.status = 'finalized' then new.refund_amount_cents else 0 end) execute function invoicing.analyse_credit_note();
    -- What is there already. Row-level security is forced on owners too, so it is lifted while rows are read.
    alter table invoicing.invoices no force row level security;
alter table invoicing.fees no force row level security;
alter table invoicing.credit_notes no force row level security;
alter table invoicing.billing_periods no force row level security;
alter table invoicing.analytics_changes no force row level security;
alter table catalog.plans no force row level security;
    
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'invoices', invoice.customer_id, invoice.billing_entity_id, invoice.currency,
         date_trunc('month', invoice.issuing_date)::date, invoice.payment_status, 1, 1 * invoice.total_amount_cents
  from invoicing.invoices invoice where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null);
    
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'refunds', invoice.customer_id, invoice.billing_entity_id, invoice.currency,
         date_trunc('month', invoice.issuing_date)::date, '', 1 * count(*), 1 * sum(note.refund_amount_cents)
  from invoicing.invoices invoice join invoicing.credit_notes note on note.invoice_id = invoice.id
  where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and note.status = 'finalized' and note.refund_amount_cents > 0
  group by invoice.id, invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, invoice.currency, invoice.issuing_date;
    
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select fee.organization_id, 'loose_fees', fee.customer_id, null, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date, '',
         1 * count(*), 1 * sum(fee.amount_cents)
  from invoicing.fees fee
  where fee.invoice_id is null and fee.fee_type = 'charge' and fee.pay_in_advance and fee.deleted_at is null
  group by fee.organization_id, fee.customer_id, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'usage', invoice.customer_id, invoice.billing_entity_id, fee.currency,
         date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code, 1 * count(*),
         1 * sum(fee.amount_cents - fee.precise_coupons_amount_cents)
  from invoicing.fees fee join invoicing.invoices invoice on invoice.id = fee.invoice_id
  where (invoice.status <> 'deleted' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'charge' and fee.deleted_at is null
  group by invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select organization_id, 'subscription_fees', customer_id, billing_entity_id, currency, period, label,
         1 * count(*), 1 * sum(amount)
  from (
    select invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           case when plan.pay_in_advance and plan.interval not in ('weekly', 'monthly') then invoice.issuing_date
                else date_trunc('month', invoice.issuing_date)::date end as period,
           case when plan.interval in ('weekly', 'monthly') then plan.interval
                else concat_ws(':', plan.interval, case when plan.pay_in_advance then 'advance' else 'arrears' end,
                  floor(extract(epoch from fee.to_datetime - fee.from_datetime) / 60)::bigint) end as label,
           fee.amount_cents - fee.precise_coupons_amount_cents + fee.taxes_amount_cents as amount
    from invoicing.fees fee
    join invoicing.invoices invoice on invoice.id = fee.invoice_id
    join lateral (
      select plan.interval, plan.pay_in_advance
      from invoicing.billing_periods billed join catalog.plans plan on plan.id = billed.plan_id
      where billed.invoice_id = fee.invoice_id and billed.subscription_id = fee.subscription_id
      order by billed.id limit 1) plan on true
    where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'subscription' and fee.deleted_at is null
  ) counted
  group by organization_id, customer_id, billing_entity_id, currency, period, label;
    alter table invoicing.invoices force row level security;
alter table invoicing.fees force row level security;
alter table invoicing.credit_notes force row level security;
alter table invoicing.billing_periods force row level security;
alter table invoicing.analytics_changes force row level security;
alter table catalog.plans force row level security;
insert into invoicing.migrations values ('067_analytics', '2020-01-01T00:00:23.000Z');
-- 068_overdue_index of invoicing
create index invoices_overdue on invoicing.invoices (organization_id, payment_due_date, id) where payment_overdue;
insert into invoicing.migrations values ('068_overdue_index', '2020-01-01T00:00:24.000Z');
-- 069_prepaid_credits of invoicing
alter table invoicing.invoices drop constraint invoices_status_check;
    alter table invoicing.invoices add constraint invoices_status_check
      check (status in ('draft', 'finalized', 'voided', 'failed', 'pending', 'closed', 'deleted', 'open')) not valid;
    alter table invoicing.invoices add column prepaid_granted_credit_amount_cents bigint not null default 0;
    alter table invoicing.invoices add column prepaid_purchased_credit_amount_cents bigint not null default 0;
insert into invoicing.migrations values ('069_prepaid_credits', '2020-01-01T00:00:25.000Z');
-- 070_prepaid_credit_indexes of invoicing
alter table invoicing.invoices validate constraint invoices_status_check;
    create unique index fees_sold_credits on invoicing.fees (item_id) where fee_type = 'credit';
insert into invoicing.migrations values ('070_prepaid_credit_indexes', '2020-01-01T00:00:26.000Z');
-- 071_invoice_custom_sections of invoicing
create table invoicing.invoice_custom_sections (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices,
      code text not null,
      name text not null,
      display_name text,
      details text,
      position int not null,
      created_at timestamptz not null,
      unique (invoice_id, position)
    );
    
    alter table invoicing.invoice_custom_sections enable row level security;
    alter table invoicing.invoice_custom_sections force row level security;
    create policy tenant on invoicing.invoice_custom_sections to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.invoice_custom_sections to tollgate_every_tenant using (true) with check (true);
insert into invoicing.migrations values ('071_invoice_custom_sections', '2020-01-01T00:00:27.000Z');
-- 072_files of invoicing
alter table invoicing.invoices add column file jsonb;
    alter table invoicing.credit_notes add column file jsonb;
insert into invoicing.migrations values ('072_files', '2020-01-01T00:00:28.000Z');
-- 073_paid_by_hand of invoicing
alter table invoicing.invoices add column skips_provider boolean not null default false;
insert into invoicing.migrations values ('073_paid_by_hand', '2020-01-01T00:00:29.000Z');
-- 074_daily_usages of invoicing
create table invoicing.daily_usages (
      organization_id uuid not null,
      usage_date date not null,
      subscription_id uuid not null,
      metric_code text not null,
      customer_id uuid not null,
      external_subscription_id text not null,
      plan_code text not null,
      recurring boolean not null,
      currency text not null,
      units numeric not null,
      amount_cents bigint not null,
      primary key (organization_id, usage_date, subscription_id, metric_code)
    );
    
    alter table invoicing.daily_usages enable row level security;
    alter table invoicing.daily_usages force row level security;
    create policy tenant on invoicing.daily_usages to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.daily_usages to tollgate_every_tenant using (true) with check (true);
    create table invoicing.usage_snapshots (
      subscription_id uuid primary key,
      organization_id uuid not null,
      usage_date date not null,
      period_from timestamptz not null,
      totals jsonb not null,
      carries text not null check (carries in ('nothing', 'levels', 'time'))
    );
    create index usage_snapshots_carrying on invoicing.usage_snapshots (organization_id, subscription_id) where carries <> 'nothing';
    
    alter table invoicing.usage_snapshots enable row level security;
    alter table invoicing.usage_snapshots force row level security;
    create policy tenant on invoicing.usage_snapshots to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.usage_snapshots to tollgate_every_tenant using (true) with check (true);
    create table invoicing.usage_days (
      organization_id uuid primary key,
      through date not null
    );
    
    alter table invoicing.usage_days enable row level security;
    alter table invoicing.usage_days force row level security;
    create policy tenant on invoicing.usage_days to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.usage_days to tollgate_every_tenant using (true) with check (true);
insert into invoicing.migrations values ('074_daily_usages', '2020-01-01T00:00:30.000Z');
-- 075_untaxed_invoices of invoicing
alter table invoicing.invoices add column awaits_taxes boolean not null default false;
    create table invoicing.untaxed_fees (
      fee_id uuid primary key references invoicing.fees on delete cascade,
      organization_id uuid not null,
      own_tax_ids uuid[] not null,
      target_wallet_code text
    );
    
    alter table invoicing.untaxed_fees enable row level security;
    alter table invoicing.untaxed_fees force row level security;
    create policy tenant on invoicing.untaxed_fees to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.untaxed_fees to tollgate_every_tenant using (true) with check (true);
insert into invoicing.migrations values ('075_untaxed_invoices', '2020-01-01T00:00:31.000Z');
-- 076_untaxed_invoices_index of invoicing
create index invoices_awaiting_taxes on invoicing.invoices (customer_id, created_at, id) where awaits_taxes;
insert into invoicing.migrations values ('076_untaxed_invoices_index', '2020-01-01T00:00:32.000Z');
-- 077_payment_methods of invoicing
alter table invoicing.invoices add column payment_method_type text, add column payment_method_id uuid;
insert into invoicing.migrations values ('077_payment_methods', '2020-01-01T00:00:33.000Z');
-- 078_analytics_by_key of invoicing
create or replace function invoicing.analyse_new_fees() returns trigger language plpgsql set enable_seqscan = off
  as $analyse_new_fees$ begin 
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select fee.organization_id, 'loose_fees', fee.customer_id, null, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date, '',
         1 * count(*), 1 * sum(fee.amount_cents)
  from added fee
  where fee.invoice_id is null and fee.fee_type = 'charge' and fee.pay_in_advance and fee.deleted_at is null
  group by fee.organization_id, fee.customer_id, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'usage', invoice.customer_id, invoice.billing_entity_id, fee.currency,
         date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code, 1 * count(*),
         1 * sum(fee.amount_cents - fee.precise_coupons_amount_cents)
  from added fee join lateral (select * from invoicing.invoices where id = fee.invoice_id offset 0) invoice on invoice.id = fee.invoice_id
  where (invoice.status <> 'deleted' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'charge' and fee.deleted_at is null
  group by invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select organization_id, 'subscription_fees', customer_id, billing_entity_id, currency, period, label,
         1 * count(*), 1 * sum(amount)
  from (
    select invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           case when plan.pay_in_advance and plan.interval not in ('weekly', 'monthly') then invoice.issuing_date
                else date_trunc('month', invoice.issuing_date)::date end as period,
           case when plan.interval in ('weekly', 'monthly') then plan.interval
                else concat_ws(':', plan.interval, case when plan.pay_in_advance then 'advance' else 'arrears' end,
                  floor(extract(epoch from fee.to_datetime - fee.from_datetime) / 60)::bigint) end as label,
           fee.amount_cents - fee.precise_coupons_amount_cents + fee.taxes_amount_cents as amount
    from added fee
    join lateral (select * from invoicing.invoices where id = fee.invoice_id offset 0) invoice on invoice.id = fee.invoice_id
    join lateral (
      select plan.interval, plan.pay_in_advance
      from invoicing.billing_periods billed join catalog.plans plan on plan.id = billed.plan_id
      where billed.invoice_id = fee.invoice_id and billed.subscription_id = fee.subscription_id
      order by billed.id limit 1) plan on true
    where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'subscription' and fee.deleted_at is null
  ) counted
  group by organization_id, customer_id, billing_entity_id, currency, period, label; return null; end $analyse_new_fees$;

  create or replace function invoicing.analyse_fees() returns trigger language plpgsql set enable_seqscan = off
  as $analyse_fees$ begin 
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select fee.organization_id, 'loose_fees', fee.customer_id, null, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date, '',
         -1 * count(*), -1 * sum(fee.amount_cents)
  from (
  select one.* from before one join behind another on another.id = one.id
  where (one.invoice_id, one.amount_cents, one.precise_coupons_amount_cents, one.taxes_amount_cents, one.deleted_at)
    is distinct from (another.invoice_id, another.amount_cents, another.precise_coupons_amount_cents,
      another.taxes_amount_cents, another.deleted_at)) fee
  where fee.invoice_id is null and fee.fee_type = 'charge' and fee.pay_in_advance and fee.deleted_at is null
  group by fee.organization_id, fee.customer_id, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'usage', invoice.customer_id, invoice.billing_entity_id, fee.currency,
         date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code, -1 * count(*),
         -1 * sum(fee.amount_cents - fee.precise_coupons_amount_cents)
  from (
  select one.* from before one join behind another on another.id = one.id
  where (one.invoice_id, one.amount_cents, one.precise_coupons_amount_cents, one.taxes_amount_cents, one.deleted_at)
    is distinct from (another.invoice_id, another.amount_cents, another.precise_coupons_amount_cents,
      another.taxes_amount_cents, another.deleted_at)) fee join lateral (select * from invoicing.invoices where id = fee.invoice_id offset 0) invoice on invoice.id = fee.invoice_id
  where (invoice.status <> 'deleted' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'charge' and fee.deleted_at is null
  group by invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select organization_id, 'subscription_fees', customer_id, billing_entity_id, currency, period, label,
         -1 * count(*), -1 * sum(amount)
  from (
    select invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           case when plan.pay_in_advance and plan.interval not in ('weekly', 'monthly') then invoice.issuing_date
                else date_trunc('month', invoice.issuing_date)::date end as period,
           case when plan.interval in ('weekly', 'monthly') then plan.interval
                else concat_ws(':', plan.interval, case when plan.pay_in_advance then 'advance' else 'arrears' end,
                  floor(extract(epoch from fee.to_datetime - fee.from_datetime) / 60)::bigint) end as label,
           fee.amount_cents - fee.precise_coupons_amount_cents + fee.taxes_amount_cents as amount
    from (
  select one.* from before one join behind another on another.id = one.id
  where (one.invoice_id, one.amount_cents, one.precise_coupons_amount_cents, one.taxes_amount_cents, one.deleted_at)
    is distinct from (another.invoice_id, another.amount_cents, another.precise_coupons_amount_cents,
      another.taxes_amount_cents, another.deleted_at)) fee
    join lateral (select * from invoicing.invoices where id = fee.invoice_id offset 0) invoice on invoice.id = fee.invoice_id
    join lateral (
      select plan.interval, plan.pay_in_advance
      from invoicing.billing_periods billed join catalog.plans plan on plan.id = billed.plan_id
      where billed.invoice_id = fee.invoice_id and billed.subscription_id = fee.subscription_id
      order by billed.id limit 1) plan on true
    where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'subscription' and fee.deleted_at is null
  ) counted
  group by organization_id, customer_id, billing_entity_id, currency, period, label;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select fee.organization_id, 'loose_fees', fee.customer_id, null, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date, '',
         1 * count(*), 1 * sum(fee.amount_cents)
  from (
  select one.* from behind one join before another on another.id = one.id
  where (one.invoice_id, one.amount_cents, one.precise_coupons_amount_cents, one.taxes_amount_cents, one.deleted_at)
    is distinct from (another.invoice_id, another.amount_cents, another.precise_coupons_amount_cents,
      another.taxes_amount_cents, another.deleted_at)) fee
  where fee.invoice_id is null and fee.fee_type = 'charge' and fee.pay_in_advance and fee.deleted_at is null
  group by fee.organization_id, fee.customer_id, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'usage', invoice.customer_id, invoice.billing_entity_id, fee.currency,
         date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code, 1 * count(*),
         1 * sum(fee.amount_cents - fee.precise_coupons_amount_cents)
  from (
  select one.* from behind one join before another on another.id = one.id
  where (one.invoice_id, one.amount_cents, one.precise_coupons_amount_cents, one.taxes_amount_cents, one.deleted_at)
    is distinct from (another.invoice_id, another.amount_cents, another.precise_coupons_amount_cents,
      another.taxes_amount_cents, another.deleted_at)) fee join lateral (select * from invoicing.invoices where id = fee.invoice_id offset 0) invoice on invoice.id = fee.invoice_id
  where (invoice.status <> 'deleted' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'charge' and fee.deleted_at is null
  group by invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select organization_id, 'subscription_fees', customer_id, billing_entity_id, currency, period, label,
         1 * count(*), 1 * sum(amount)
  from (
    select invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           case when plan.pay_in_advance and plan.interval not in ('weekly', 'monthly') then invoice.issuing_date
                else date_trunc('month', invoice.issuing_date)::date end as period,
           case when plan.interval in ('weekly', 'monthly') then plan.interval
                else concat_ws(':', plan.interval, case when plan.pay_in_advance then 'advance' else 'arrears' end,
                  floor(extract(epoch from fee.to_datetime - fee.from_datetime) / 60)::bigint) end as label,
           fee.amount_cents - fee.precise_coupons_amount_cents + fee.taxes_amount_cents as amount
    from (
  select one.* from behind one join before another on another.id = one.id
  where (one.invoice_id, one.amount_cents, one.precise_coupons_amount_cents, one.taxes_amount_cents, one.deleted_at)
    is distinct from (another.invoice_id, another.amount_cents, another.precise_coupons_amount_cents,
      another.taxes_amount_cents, another.deleted_at)) fee
    join lateral (select * from invoicing.invoices where id = fee.invoice_id offset 0) invoice on invoice.id = fee.invoice_id
    join lateral (
      select plan.interval, plan.pay_in_advance
      from invoicing.billing_periods billed join catalog.plans plan on plan.id = billed.plan_id
      where billed.invoice_id = fee.invoice_id and billed.subscription_id = fee.subscription_id
      order by billed.id limit 1) plan on true
    where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'subscription' and fee.deleted_at is null
  ) counted
  group by organization_id, customer_id, billing_entity_id, currency, period, label; return null; end $analyse_fees$;

  create or replace function invoicing.analyse_removed_fees() returns trigger language plpgsql set enable_seqscan = off
  as $analyse_removed_fees$ begin 
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select fee.organization_id, 'loose_fees', fee.customer_id, null, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date, '',
         -1 * count(*), -1 * sum(fee.amount_cents)
  from removed fee
  where fee.invoice_id is null and fee.fee_type = 'charge' and fee.pay_in_advance and fee.deleted_at is null
  group by fee.organization_id, fee.customer_id, fee.currency, date_trunc('month', fee.created_at at time zone 'UTC')::date;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select invoice.organization_id, 'usage', invoice.customer_id, invoice.billing_entity_id, fee.currency,
         date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code, -1 * count(*),
         -1 * sum(fee.amount_cents - fee.precise_coupons_amount_cents)
  from removed fee join lateral (select * from invoicing.invoices where id = fee.invoice_id offset 0) invoice on invoice.id = fee.invoice_id
  where (invoice.status <> 'deleted' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'charge' and fee.deleted_at is null
  group by invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           date_trunc('month', fee.created_at at time zone 'UTC')::date, fee.item_code;
  insert into invoicing.analytics_changes (organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount)
  select organization_id, 'subscription_fees', customer_id, billing_entity_id, currency, period, label,
         -1 * count(*), -1 * sum(amount)
  from (
    select invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           case when plan.pay_in_advance and plan.interval not in ('weekly', 'monthly') then invoice.issuing_date
                else date_trunc('month', invoice.issuing_date)::date end as period,
           case when plan.interval in ('weekly', 'monthly') then plan.interval
                else concat_ws(':', plan.interval, case when plan.pay_in_advance then 'advance' else 'arrears' end,
                  floor(extract(epoch from fee.to_datetime - fee.from_datetime) / 60)::bigint) end as label,
           fee.amount_cents - fee.precise_coupons_amount_cents + fee.taxes_amount_cents as amount
    from removed fee
    join lateral (select * from invoicing.invoices where id = fee.invoice_id offset 0) invoice on invoice.id = fee.invoice_id
    join lateral (
      select plan.interval, plan.pay_in_advance
      from invoicing.billing_periods billed join catalog.plans plan on plan.id = billed.plan_id
      where billed.invoice_id = fee.invoice_id and billed.subscription_id = fee.subscription_id
      order by billed.id limit 1) plan on true
    where (invoice.status = 'finalized' and not invoice.self_billed and invoice.payment_dispute_lost_at is null) and fee.fee_type = 'subscription' and fee.deleted_at is null
  ) counted
  group by organization_id, customer_id, billing_entity_id, currency, period, label; return null; end $analyse_removed_fees$;
insert into invoicing.migrations values ('078_analytics_by_key', '2020-01-01T00:00:34.000Z');
-- 079_progressive_invoices_index of invoicing
create index invoices_progressive_billing on invoicing.invoices (id) where invoice_type = 'progressive_billing';
insert into invoicing.migrations values ('079_progressive_invoices_index', '2020-01-01T00:00:35.000Z');
-- 080_unbilled_invoices_index of invoicing
create index invoices_unbilled on invoicing.invoices (customer_id, id) where status = 'draft' or awaits_taxes;
insert into invoicing.migrations values ('080_unbilled_invoices_index', '2020-01-01T00:00:36.000Z');
-- 081_progressive_credits of invoicing
alter table invoicing.fees add column progressive_credit_amount_cents bigint;
insert into invoicing.migrations values ('081_progressive_credits', '2020-01-01T00:00:37.000Z');
-- 082_owed_days of invoicing
create table invoicing.owed_days (
      subscription_id uuid primary key,
      organization_id uuid not null,
      from_date date not null,
      version bigint not null default 1,
      attempts integer not null default 0,
      error text
    );
    create index owed_days_next on invoicing.owed_days (organization_id, attempts, from_date);
    
    alter table invoicing.owed_days enable row level security;
    alter table invoicing.owed_days force row level security;
    create policy tenant on invoicing.owed_days to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on invoicing.owed_days to tollgate_every_tenant using (true) with check (true);
    alter table invoicing.usage_days add column looked_until timestamptz, add column looked_at timestamptz;
insert into invoicing.migrations values ('082_owed_days', '2020-01-01T00:00:38.000Z');
-- 083_daily_usages_index of invoicing
create index daily_usages_of_subscription on invoicing.daily_usages (subscription_id, usage_date);
insert into invoicing.migrations values ('083_daily_usages_index', '2020-01-01T00:00:39.000Z');
-- 084_voided_credit_sales_index of invoicing
create index invoices_voided_credit_sales on invoicing.invoices (id) where invoice_type = 'credit' and status = 'voided';
insert into invoicing.migrations values ('084_voided_credit_sales_index', '2020-01-01T00:00:40.000Z');
create schema wallet;
create table wallet.migrations (name varchar(255) not null primary key, timestamp varchar(255) not null);
-- 000_messaging of wallet
create table wallet.outbox (
    sequence bigint generated always as identity primary key,
    id uuid not null unique,
    organization_id uuid not null,
    type text not null,
    key text not null,
    payload jsonb not null,
    occurred_at timestamptz not null,
    request_id text
  );
  
    alter table wallet.outbox enable row level security;
    alter table wallet.outbox force row level security;
    create policy tenant on wallet.outbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on wallet.outbox to tollgate_every_tenant using (true) with check (true);
  create table wallet.inbox (
    message_id uuid primary key,
    organization_id uuid not null,
    type text not null,
    handled_at timestamptz not null default now()
  );
  create index inbox_handled_at on wallet.inbox (handled_at);
  
    alter table wallet.inbox enable row level security;
    alter table wallet.inbox force row level security;
    create policy tenant on wallet.inbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on wallet.inbox to tollgate_every_tenant using (true) with check (true);
  create table wallet.command_answers (
    idempotency_key text primary key,
    organization_id uuid not null,
    answer jsonb not null,
    answered_at timestamptz not null default now()
  );
  
    alter table wallet.command_answers enable row level security;
    alter table wallet.command_answers force row level security;
    create policy tenant on wallet.command_answers to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on wallet.command_answers to tollgate_every_tenant using (true) with check (true);
insert into wallet.migrations values ('000_messaging', '2020-01-01T00:00:00.000Z');
-- 001_traces of wallet
alter table wallet.outbox add column traceparent text;
insert into wallet.migrations values ('001_traces', '2020-01-01T00:00:01.000Z');
-- 002_wallets of wallet
create table wallet.wallets (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      billing_entity_id uuid,
      status text not null check (status in ('active', 'terminated')),
      name text,
      code text not null,
      priority integer not null check (priority between 1 and 50),
      currency text not null,
      rate_amount numeric(30, 5) not null check (rate_amount > 0),
      balance_cents bigint not null check (balance_cents >= 0),
      credits_balance numeric(30, 5) not null,
      consumed_credits numeric(30, 5) not null,
      ongoing_balance_cents bigint not null,
      ongoing_usage_balance_cents bigint not null,
      credits_ongoing_balance numeric(30, 5) not null,
      credits_ongoing_usage_balance numeric(30, 5) not null,
      depleted_ongoing_balance boolean not null,
      invoice_requires_successful_payment boolean not null,
      paid_top_up_min_amount_cents bigint check (paid_top_up_min_amount_cents > 0),
      paid_top_up_max_amount_cents bigint check (paid_top_up_max_amount_cents > 0),
      purchase_order_number text,
      payment_method_type text not null,
      fee_types text[] not null,
      billable_metric_ids uuid[] not null,
      metadata jsonb,
      expiration_at timestamptz,
      last_balance_sync_at timestamptz,
      last_consumed_credit_at timestamptz,
      terminated_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index wallets_list on wallet.wallets (organization_id, created_at desc, id);
    create index wallets_customer on wallet.wallets (customer_id);
    create unique index wallets_active_code on wallet.wallets (customer_id, code) where status = 'active';
    create index wallets_expiring on wallet.wallets (organization_id, expiration_at)
      where status = 'active' and expiration_at is not null;
    
    alter table wallet.wallets enable row level security;
    alter table wallet.wallets force row level security;
    create policy tenant on wallet.wallets to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on wallet.wallets to tollgate_every_tenant using (true) with check (true);
    create table wallet.recurring_rules (
      id uuid primary key,
      organization_id uuid not null,
      wallet_id uuid not null references wallet.wallets,
      status text not null check (status in ('active', 'terminated')),
      "trigger" text not null check ("trigger" in ('interval', 'threshold')),
      method text not null check (method in ('fixed', 'target')),
      "interval" text check ("interval" in ('weekly', 'monthly', 'quarterly', 'semiannual', 'yearly')),
      paid_credits numeric(30, 5) not null,
      granted_credits numeric(30, 5) not null,
      grants_target_top_up boolean not null,
      threshold_credits numeric(30, 5) not null,
      target_ongoing_balance numeric(30, 5),
      ignore_paid_top_up_limits boolean not null,
      invoice_requires_successful_payment boolean not null,
      transaction_name text,
      transaction_metadata jsonb not null,
      purchase_order_number text,
      payment_method_type text not null,
      started_at timestamptz,
      expiration_at timestamptz,
      -- When the interval fires next; null where it never does again.
      next_at timestamptz,
      -- In which time zone that was computed.
      timezone text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index recurring_rules_wallet on wallet.recurring_rules (wallet_id);
    create index recurring_rules_due on wallet.recurring_rules (organization_id, next_at)
      where status = 'active' and next_at is not null;
    create index recurring_rules_expiring on wallet.recurring_rules (organization_id, expiration_at)
      where status = 'active' and expiration_at is not null;
    
    alter table wallet.recurring_rules enable row level security;
    alter table wallet.recurring_rules force row level security;
    create policy tenant on wallet.recurring_rules to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on wallet.recurring_rules to tollgate_every_tenant using (true) with check (true);
    create table wallet.transactions (
      id uuid primary key,
      organization_id uuid not null,
      wallet_id uuid not null references wallet.wallets,
      transaction_type text not null check (transaction_type in ('inbound', 'outbound')),
      transaction_status text not null check (transaction_status in ('purchased', 'granted', 'voided', 'invoiced')),
      status text not null check (status in ('pending', 'settled', 'failed')),
      source text not null check (source in ('manual', 'interval', 'threshold')),
      amount_cents bigint not null check (amount_cents >= 0),
      credit_amount numeric(30, 5) not null,
      -- What of a settled inbound one is left.
      remaining_amount_cents bigint check (remaining_amount_cents between 0 and amount_cents),
      priority integer not null check (priority between 1 and 50),
      name text,
      metadata jsonb not null,
      purchase_order_number text,
      invoice_requires_successful_payment boolean not null,
      payment_method_type text not null,
      recurring_rule_id uuid references wallet.recurring_rules,
      invoice_id uuid,
      credit_note_id uuid,
      voided_invoice_id uuid,
      -- Taken for an invoice of which it is not known yet that it was written; shown to nobody.
      reserved boolean not null default false,
      settled_at timestamptz,
      failed_at timestamptz,
      created_at timestamptz not null
    );
    create index transactions_list on wallet.transactions (wallet_id, created_at desc, id);
    create index transactions_available on wallet.transactions (wallet_id, priority, transaction_status, created_at, id)
      where remaining_amount_cents > 0;
    create index transactions_invoice on wallet.transactions (invoice_id);
    create unique index transactions_voided_invoice on wallet.transactions (wallet_id, voided_invoice_id)
      where voided_invoice_id is not null;
    create unique index transactions_credit_note on wallet.transactions (credit_note_id) where credit_note_id is not null;
    
    alter table wallet.transactions enable row level security;
    alter table wallet.transactions force row level security;
    create policy tenant on wallet.transactions to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on wallet.transactions to tollgate_every_tenant using (true) with check (true);
    create table wallet.consumptions (
      id uuid primary key,
      organization_id uuid not null,
      inbound_transaction_id uuid not null references wallet.transactions,
      outbound_transaction_id uuid not null references wallet.transactions,
      amount_cents bigint not null check (amount_cents > 0),
      created_at timestamptz not null,
      unique (outbound_transaction_id, inbound_transaction_id)
    );
    create index consumptions_inbound on wallet.consumptions (inbound_transaction_id, created_at desc, id);
    
    alter table wallet.consumptions enable row level security;
    alter table wallet.consumptions force row level security;
    create policy tenant on wallet.consumptions to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on wallet.consumptions to tollgate_every_tenant using (true) with check (true);
    create table wallet.reservations (
      invoice_id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      -- What was asked for: another question for the same invoice is answered anew.
      request jsonb not null,
      answer jsonb not null,
      confirmed boolean not null,
      reserved_at timestamptz not null default now()
    );
    create index reservations_open on wallet.reservations (reserved_at) where not confirmed;
    
    alter table wallet.reservations enable row level security;
    alter table wallet.reservations force row level security;
    create policy tenant on wallet.reservations to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on wallet.reservations to tollgate_every_tenant using (true) with check (true);
insert into wallet.migrations values ('002_wallets', '2020-01-01T00:00:02.000Z');
-- 003_reservation_keys of wallet
drop table wallet.reservations;
    create table wallet.reservations (
      organization_id uuid not null,
      key text not null,
      invoice_id uuid not null unique,
      customer_id uuid not null,
      request jsonb not null,
      answer jsonb not null,
      reserved_at timestamptz not null default now(),
      primary key (organization_id, key)
    );
    create index reservations_customer on wallet.reservations (customer_id);
    create index reservations_oldest on wallet.reservations (reserved_at);
    
    alter table wallet.reservations enable row level security;
    alter table wallet.reservations force row level security;
    create policy tenant on wallet.reservations to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on wallet.reservations to tollgate_every_tenant using (true) with check (true);
insert into wallet.migrations values ('003_reservation_keys', '2020-01-01T00:00:03.000Z');
-- 004_alerts of wallet
create table wallet.alerts (
      id uuid primary key,
      organization_id uuid not null,
      wallet_id uuid not null references wallet.wallets,
      alert_type text not null,
      code text not null,
      name text,
      thresholds jsonb not null,
      previous_value numeric not null,
      last_processed_at timestamptz,
      created_at timestamptz not null
    );
    create unique index alerts_type on wallet.alerts (wallet_id, alert_type);
    
    alter table wallet.alerts enable row level security;
    alter table wallet.alerts force row level security;
    create policy tenant on wallet.alerts to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on wallet.alerts to tollgate_every_tenant using (true) with check (true);
insert into wallet.migrations values ('004_alerts', '2020-01-01T00:00:04.000Z');
-- 005_reserved_documents of wallet
alter table wallet.reservations rename column invoice_id to document_id;
insert into wallet.migrations values ('005_reserved_documents', '2020-01-01T00:00:05.000Z');
-- 006_invoice_custom_sections of wallet
alter table wallet.wallets add column skip_invoice_custom_sections boolean not null default false;
    alter table wallet.recurring_rules add column skip_invoice_custom_sections boolean not null default false;
    alter table wallet.transactions add column skip_invoice_custom_sections boolean not null default false;
    create table wallet.selected_invoice_custom_sections (
      id uuid primary key,
      organization_id uuid not null,
      owner_id uuid not null,
      invoice_custom_section_id uuid not null,
      created_at timestamptz not null,
      unique (owner_id, invoice_custom_section_id)
    );
    
    alter table wallet.selected_invoice_custom_sections enable row level security;
    alter table wallet.selected_invoice_custom_sections force row level security;
    create policy tenant on wallet.selected_invoice_custom_sections to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on wallet.selected_invoice_custom_sections to tollgate_every_tenant using (true) with check (true);
insert into wallet.migrations values ('006_invoice_custom_sections', '2020-01-01T00:00:06.000Z');
-- 007_payment_methods of wallet
alter table wallet.wallets add column payment_method_id uuid;
    alter table wallet.recurring_rules add column payment_method_id uuid;
    alter table wallet.transactions add column payment_method_id uuid,
      add column payment_method_given boolean not null default false;
insert into wallet.migrations values ('007_payment_methods', '2020-01-01T00:00:07.000Z');
-- 008_counted_reservations of wallet
alter table wallet.reservations add column counted boolean not null default false;
insert into wallet.migrations values ('008_counted_reservations', '2020-01-01T00:00:08.000Z');
create schema payment;
create table payment.migrations (name varchar(255) not null primary key, timestamp varchar(255) not null);
-- 000_messaging of payment
create table payment.outbox (
    sequence bigint generated always as identity primary key,
    id uuid not null unique,
    organization_id uuid not null,
    type text not null,
    key text not null,
    payload jsonb not null,
    occurred_at timestamptz not null,
    request_id text
  );
  
    alter table payment.outbox enable row level security;
    alter table payment.outbox force row level security;
    create policy tenant on payment.outbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.outbox to tollgate_every_tenant using (true) with check (true);
  create table payment.inbox (
    message_id uuid primary key,
    organization_id uuid not null,
    type text not null,
    handled_at timestamptz not null default now()
  );
  create index inbox_handled_at on payment.inbox (handled_at);
  
    alter table payment.inbox enable row level security;
    alter table payment.inbox force row level security;
    create policy tenant on payment.inbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.inbox to tollgate_every_tenant using (true) with check (true);
  create table payment.command_answers (
    idempotency_key text primary key,
    organization_id uuid not null,
    answer jsonb not null,
    answered_at timestamptz not null default now()
  );
  
    alter table payment.command_answers enable row level security;
    alter table payment.command_answers force row level security;
    create policy tenant on payment.command_answers to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.command_answers to tollgate_every_tenant using (true) with check (true);
insert into payment.migrations values ('000_messaging', '2020-01-01T00:00:00.000Z');
-- 001_traces of payment
alter table payment.outbox add column traceparent text;
insert into payment.migrations values ('001_traces', '2020-01-01T00:00:01.000Z');
-- 002_payments of payment
create table payment.payments (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      payable_type text not null check (payable_type in ('Invoice', 'PaymentRequest')),
      payable_id uuid not null,
      amount_cents bigint not null check (amount_cents > 0),
      currency text not null,
      payment_status text not null check (payment_status in ('pending', 'processing', 'succeeded', 'failed')),
      type text not null check (type in ('provider', 'manual')),
      reference text,
      created_at timestamptz not null
    );
    -- Row-level security is forced on owners too, so it is lifted while rows are copied.
    alter table invoicing.payments no force row level security;
    insert into payment.payments
      (id, organization_id, customer_id, payable_type, payable_id, amount_cents, currency, payment_status, type, reference, created_at)
    select id, organization_id, customer_id, 'Invoice', invoice_id, amount_cents, currency, payment_status, type, reference, created_at
    from invoicing.payments;
    alter table invoicing.payments force row level security;
    create index payments_list on payment.payments (organization_id, created_at desc, id desc);
    create index payments_customer on payment.payments (customer_id);
    create index payments_payable on payment.payments (payable_id);
    
    alter table payment.payments enable row level security;
    alter table payment.payments force row level security;
    create policy tenant on payment.payments to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.payments to tollgate_every_tenant using (true) with check (true);
    create table payment.payment_receipts (
      id uuid primary key,
      organization_id uuid not null,
      payment_id uuid not null unique references payment.payments,
      number text not null,
      created_at timestamptz not null
    );
    create index payment_receipts_list on payment.payment_receipts (organization_id, created_at desc, id desc);
    
    alter table payment.payment_receipts enable row level security;
    alter table payment.payment_receipts force row level security;
    create policy tenant on payment.payment_receipts to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.payment_receipts to tollgate_every_tenant using (true) with check (true);
    create table payment.receipt_sequences (
      organization_id uuid not null,
      customer_id uuid primary key,
      last integer not null
    );
    
    alter table payment.receipt_sequences enable row level security;
    alter table payment.receipt_sequences force row level security;
    create policy tenant on payment.receipt_sequences to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.receipt_sequences to tollgate_every_tenant using (true) with check (true);
    create table payment.payment_requests (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      billing_entity_id uuid not null,
      amount_cents bigint not null,
      currency text not null,
      email text,
      payment_status text not null check (payment_status in ('pending', 'succeeded', 'failed')),
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index payment_requests_list on payment.payment_requests (organization_id, created_at desc, id desc);
    create index payment_requests_customer on payment.payment_requests (customer_id);
    
    alter table payment.payment_requests enable row level security;
    alter table payment.payment_requests force row level security;
    create policy tenant on payment.payment_requests to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.payment_requests to tollgate_every_tenant using (true) with check (true);
    create table payment.payment_request_invoices (
      organization_id uuid not null,
      payment_request_id uuid not null references payment.payment_requests,
      invoice_id uuid not null,
      position integer not null,
      primary key (payment_request_id, invoice_id)
    );
    create index payment_request_invoices_invoice on payment.payment_request_invoices (invoice_id);
    
    alter table payment.payment_request_invoices enable row level security;
    alter table payment.payment_request_invoices force row level security;
    create policy tenant on payment.payment_request_invoices to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.payment_request_invoices to tollgate_every_tenant using (true) with check (true);
insert into payment.migrations values ('002_payments', '2020-01-01T00:00:02.000Z');
-- 003_dunning of payment
create table payment.dunning_campaigns (
      id uuid primary key,
      organization_id uuid not null,
      code text not null,
      name text not null,
      description text,
      days_between_attempts integer not null check (days_between_attempts > 0),
      max_attempts integer not null check (max_attempts > 0),
      bcc_emails jsonb not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      -- Changed terms count from here on: of them, of to whom it applies.
      applies_from timestamptz not null,
      deleted_at timestamptz
    );
    create unique index dunning_campaigns_code on payment.dunning_campaigns (organization_id, code) where deleted_at is null;
    
    alter table payment.dunning_campaigns enable row level security;
    alter table payment.dunning_campaigns force row level security;
    create policy tenant on payment.dunning_campaigns to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.dunning_campaigns to tollgate_every_tenant using (true) with check (true);
    create table payment.dunning_thresholds (
      organization_id uuid not null,
      dunning_campaign_id uuid not null references payment.dunning_campaigns,
      currency text not null,
      amount_cents bigint not null check (amount_cents >= 0),
      primary key (dunning_campaign_id, currency)
    );
    
    alter table payment.dunning_thresholds enable row level security;
    alter table payment.dunning_thresholds force row level security;
    create policy tenant on payment.dunning_thresholds to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.dunning_thresholds to tollgate_every_tenant using (true) with check (true);
    create table payment.dunning_issuers (
      organization_id uuid not null,
      billing_entity_id uuid primary key,
      dunning_campaign_id uuid not null references payment.dunning_campaigns
    );
    create index dunning_issuers_campaign on payment.dunning_issuers (dunning_campaign_id);
    
    alter table payment.dunning_issuers enable row level security;
    alter table payment.dunning_issuers force row level security;
    create policy tenant on payment.dunning_issuers to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.dunning_issuers to tollgate_every_tenant using (true) with check (true);
    create table payment.dunned_customers (
      organization_id uuid not null,
      customer_id uuid primary key,
      own_campaign_id uuid references payment.dunning_campaigns,
      excluded boolean not null,
      last_attempt_at timestamptz,
      not_before timestamptz
    );
    create index dunned_customers_campaign on payment.dunned_customers (own_campaign_id) where own_campaign_id is not null;
    
    alter table payment.dunned_customers enable row level security;
    alter table payment.dunned_customers force row level security;
    create policy tenant on payment.dunned_customers to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.dunned_customers to tollgate_every_tenant using (true) with check (true);
    create table payment.dunning_attempts (
      organization_id uuid not null,
      customer_id uuid not null references payment.dunned_customers,
      currency text not null,
      dunning_campaign_id uuid not null references payment.dunning_campaigns,
      attempts integer not null,
      primary key (customer_id, currency)
    );
    create index dunning_attempts_campaign on payment.dunning_attempts (dunning_campaign_id);
    
    alter table payment.dunning_attempts enable row level security;
    alter table payment.dunning_attempts force row level security;
    create policy tenant on payment.dunning_attempts to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.dunning_attempts to tollgate_every_tenant using (true) with check (true);
    create table payment.dunning_passes (
      organization_id uuid primary key,
      done_until timestamptz not null
    );
    
    alter table payment.dunning_passes enable row level security;
    alter table payment.dunning_passes force row level security;
    create policy tenant on payment.dunning_passes to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.dunning_passes to tollgate_every_tenant using (true) with check (true);
    alter table payment.payment_requests add column dunning_campaign_id uuid references payment.dunning_campaigns;
insert into payment.migrations values ('003_dunning', '2020-01-01T00:00:03.000Z');
-- 004_providers of payment
create table payment.provider_connections (
      id uuid primary key,
      organization_id uuid not null,
      provider text not null check (provider in ('sandbox')),
      code text not null,
      name text not null,
      created_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index provider_connections_code on payment.provider_connections (organization_id, code) where deleted_at is null;
    
    alter table payment.provider_connections enable row level security;
    alter table payment.provider_connections force row level security;
    create policy tenant on payment.provider_connections to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.provider_connections to tollgate_every_tenant using (true) with check (true);
    create table payment.payment_methods (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      connection_id uuid not null references payment.provider_connections,
      provider_customer_id text not null,
      provider_method_id text not null,
      is_default boolean not null,
      created_at timestamptz not null,
      deleted_at timestamptz
    );
    create unique index payment_methods_default on payment.payment_methods (customer_id) where is_default and deleted_at is null;
    create index payment_methods_customer on payment.payment_methods (customer_id, created_at desc, id desc) where deleted_at is null;
    
    alter table payment.payment_methods enable row level security;
    alter table payment.payment_methods force row level security;
    create policy tenant on payment.payment_methods to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.payment_methods to tollgate_every_tenant using (true) with check (true);
    alter table payment.payments add column payment_method_id uuid references payment.payment_methods,
      add column provider_payment_id text, add column provider_status text, add column next_action jsonb, add column error jsonb;
    create unique index payments_under_way on payment.payments (payable_id)
      where type = 'provider' and payment_status in ('pending', 'processing');
    create table payment.provider_events (
      organization_id uuid not null,
      connection_id uuid not null references payment.provider_connections,
      event_id text not null,
      payload jsonb not null,
      received_at timestamptz not null,
      handled_at timestamptz,
      primary key (connection_id, event_id)
    );
    create index provider_events_waiting on payment.provider_events (received_at) where handled_at is null;
    
    alter table payment.provider_events enable row level security;
    alter table payment.provider_events force row level security;
    create policy tenant on payment.provider_events to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.provider_events to tollgate_every_tenant using (true) with check (true);
    create table payment.sandbox_charges (
      id uuid primary key,
      organization_id uuid not null,
      connection_id uuid not null references payment.provider_connections,
      amount_cents bigint not null,
      currency text not null,
      method text not null,
      status text not null check (status in ('succeeded', 'failed', 'processing', 'requires_action')),
      refunded_cents bigint not null default 0,
      created_at timestamptz not null,
      answer_at timestamptz
    );
    create index sandbox_charges_answers on payment.sandbox_charges (organization_id, answer_at) where answer_at is not null;
    
    alter table payment.sandbox_charges enable row level security;
    alter table payment.sandbox_charges force row level security;
    create policy tenant on payment.sandbox_charges to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.sandbox_charges to tollgate_every_tenant using (true) with check (true);
    create table payment.sandbox_checkouts (
      id uuid primary key,
      organization_id uuid not null,
      connection_id uuid not null references payment.provider_connections,
      customer_id uuid not null,
      invoice_id uuid,
      amount_cents bigint,
      currency text,
      status text not null check (status in ('open', 'completed')),
      created_at timestamptz not null,
      expires_at timestamptz not null
    );
    create index sandbox_checkouts_open on payment.sandbox_checkouts (customer_id, invoice_id) where status = 'open';
    
    alter table payment.sandbox_checkouts enable row level security;
    alter table payment.sandbox_checkouts force row level security;
    create policy tenant on payment.sandbox_checkouts to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.sandbox_checkouts to tollgate_every_tenant using (true) with check (true);
insert into payment.migrations values ('004_providers', '2020-01-01T00:00:04.000Z');
-- 005_files of payment
alter table payment.payment_receipts add column file jsonb;
insert into payment.migrations values ('005_files', '2020-01-01T00:00:05.000Z');
-- 006_refunds of payment
create table payment.refunds (
      credit_note_id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      payment_id uuid not null references payment.payments,
      amount_cents bigint not null check (amount_cents > 0),
      status text not null check (status in ('pending', 'succeeded', 'failed')),
      error jsonb,
      created_at timestamptz not null
    );
    create index refunds_waiting on payment.refunds (credit_note_id) where status = 'pending';
    
    alter table payment.refunds enable row level security;
    alter table payment.refunds force row level security;
    create policy tenant on payment.refunds to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.refunds to tollgate_every_tenant using (true) with check (true);
    create table payment.sandbox_refunds (
      id uuid primary key,
      organization_id uuid not null,
      charge_id uuid not null references payment.sandbox_charges,
      amount_cents bigint not null
    );
    create index sandbox_refunds_charge on payment.sandbox_refunds (charge_id);
    
    alter table payment.sandbox_refunds enable row level security;
    alter table payment.sandbox_refunds force row level security;
    create policy tenant on payment.sandbox_refunds to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on payment.sandbox_refunds to tollgate_every_tenant using (true) with check (true);
insert into payment.migrations values ('006_refunds', '2020-01-01T00:00:06.000Z');
-- 007_requested_methods of payment
alter table payment.payment_requests add column payment_method_type text, add column payment_method_id uuid;
insert into payment.migrations values ('007_requested_methods', '2020-01-01T00:00:07.000Z');
create schema document;
create table document.migrations (name varchar(255) not null primary key, timestamp varchar(255) not null);
-- 000_messaging of document
create table document.outbox (
    sequence bigint generated always as identity primary key,
    id uuid not null unique,
    organization_id uuid not null,
    type text not null,
    key text not null,
    payload jsonb not null,
    occurred_at timestamptz not null,
    request_id text
  );
  
    alter table document.outbox enable row level security;
    alter table document.outbox force row level security;
    create policy tenant on document.outbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on document.outbox to tollgate_every_tenant using (true) with check (true);
  create table document.inbox (
    message_id uuid primary key,
    organization_id uuid not null,
    type text not null,
    handled_at timestamptz not null default now()
  );
  create index inbox_handled_at on document.inbox (handled_at);
  
    alter table document.inbox enable row level security;
    alter table document.inbox force row level security;
    create policy tenant on document.inbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on document.inbox to tollgate_every_tenant using (true) with check (true);
  create table document.command_answers (
    idempotency_key text primary key,
    organization_id uuid not null,
    answer jsonb not null,
    answered_at timestamptz not null default now()
  );
  
    alter table document.command_answers enable row level security;
    alter table document.command_answers force row level security;
    create policy tenant on document.command_answers to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on document.command_answers to tollgate_every_tenant using (true) with check (true);
insert into document.migrations values ('000_messaging', '2020-01-01T00:00:00.000Z');
-- 001_traces of document
alter table document.outbox add column traceparent text;
insert into document.migrations values ('001_traces', '2020-01-01T00:00:01.000Z');
-- 002_documents of document
create table document.documents (
      id uuid primary key,
      organization_id uuid not null,
      kind text not null check (kind in ('invoice', 'credit_note', 'payment_receipt')),
      subject_id uuid not null,
      number text not null,
      contents jsonb not null,
      key text not null,
      created_at timestamptz not null,
      unique (kind, subject_id)
    );
    
    alter table document.documents enable row level security;
    alter table document.documents force row level security;
    create policy tenant on document.documents to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on document.documents to tollgate_every_tenant using (true) with check (true);
insert into document.migrations values ('002_documents', '2020-01-01T00:00:02.000Z');
-- 003_data_exports of document
create table document.data_exports (
      id uuid primary key,
      organization_id uuid not null,
      resource_type text not null,
      filters jsonb not null,
      status text not null check (status in ('pending', 'processing', 'completed', 'failed', 'expired')),
      error text,
      until timestamptz not null,
      last_id uuid,
      parts integer not null default 0,
      records_total integer,
      records_done integer not null default 0,
      rows_written integer not null default 0,
      size_bytes bigint not null default 0,
      key text not null,
      created_at timestamptz not null,
      completed_at timestamptz,
      expires_at timestamptz
    );
    create index data_exports_list on document.data_exports (organization_id, created_at desc, id);
    create index data_exports_expiry on document.data_exports (expires_at) where status in ('completed', 'failed');
    
    alter table document.data_exports enable row level security;
    alter table document.data_exports force row level security;
    create policy tenant on document.data_exports to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on document.data_exports to tollgate_every_tenant using (true) with check (true);
    create table document.data_export_parts (
      organization_id uuid not null,
      data_export_id uuid not null references document.data_exports on delete cascade,
      number integer not null,
      content text not null,
      primary key (data_export_id, number)
    );
    
    alter table document.data_export_parts enable row level security;
    alter table document.data_export_parts force row level security;
    create policy tenant on document.data_export_parts to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on document.data_export_parts to tollgate_every_tenant using (true) with check (true);
insert into document.migrations values ('003_data_exports', '2020-01-01T00:00:03.000Z');
-- 004_mails of document
create table document.mails (
      id uuid primary key,
      organization_id uuid not null,
      kind text not null check (kind in ('invoice', 'credit_note', 'payment_receipt')),
      subject_id uuid not null,
      recipients jsonb not null,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    );
    create index mails_unsent on document.mails (created_at) where sent_at is null;
    create index mails_sent on document.mails (sent_at) where sent_at is not null;
    
    alter table document.mails enable row level security;
    alter table document.mails force row level security;
    create policy tenant on document.mails to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on document.mails to tollgate_every_tenant using (true) with check (true);
insert into document.migrations values ('004_mails', '2020-01-01T00:00:04.000Z');
-- 005_request_mails of document
alter table document.mails drop constraint mails_kind_check,
      add constraint mails_kind_check check (kind in ('invoice', 'credit_note', 'payment_receipt', 'payment_request'));
insert into document.migrations values ('005_request_mails', '2020-01-01T00:00:05.000Z');
-- 006_logos of document
create table document.logos (
      organization_id uuid not null,
      digest text not null,
      image bytea not null,
      primary key (organization_id, digest)
    );
    
    alter table document.logos enable row level security;
    alter table document.logos force row level security;
    create policy tenant on document.logos to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on document.logos to tollgate_every_tenant using (true) with check (true);
    alter table document.documents add column logo_digest text,
      add constraint documents_logo foreign key (organization_id, logo_digest) references document.logos;
insert into document.migrations values ('006_logos', '2020-01-01T00:00:06.000Z');
-- 007_asked_mails of document
alter table document.mails add column asked_for boolean not null default false;
    create index mails_asked_for on document.mails (organization_id, created_at) where asked_for;
insert into document.migrations values ('007_asked_mails', '2020-01-01T00:00:07.000Z');
-- 008_drawn_files of document
create table document.drawn_files (
      document_id uuid primary key references document.documents,
      organization_id uuid not null,
      content bytea not null,
      sha256 text not null,
      drawn_at timestamptz not null default now()
    );
    
    alter table document.drawn_files enable row level security;
    alter table document.drawn_files force row level security;
    create policy tenant on document.drawn_files to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on document.drawn_files to tollgate_every_tenant using (true) with check (true);
insert into document.migrations values ('008_drawn_files', '2020-01-01T00:00:08.000Z');
create schema webhook_delivery;
create table webhook_delivery.migrations (name varchar(255) not null primary key, timestamp varchar(255) not null);
-- 000_messaging of webhook_delivery
create table webhook_delivery.outbox (
    sequence bigint generated always as identity primary key,
    id uuid not null unique,
    organization_id uuid not null,
    type text not null,
    key text not null,
    payload jsonb not null,
    occurred_at timestamptz not null,
    request_id text
  );
  
    alter table webhook_delivery.outbox enable row level security;
    alter table webhook_delivery.outbox force row level security;
    create policy tenant on webhook_delivery.outbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on webhook_delivery.outbox to tollgate_every_tenant using (true) with check (true);
  create table webhook_delivery.inbox (
    message_id uuid primary key,
    organization_id uuid not null,
    type text not null,
    handled_at timestamptz not null default now()
  );
  create index inbox_handled_at on webhook_delivery.inbox (handled_at);
  
    alter table webhook_delivery.inbox enable row level security;
    alter table webhook_delivery.inbox force row level security;
    create policy tenant on webhook_delivery.inbox to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on webhook_delivery.inbox to tollgate_every_tenant using (true) with check (true);
  create table webhook_delivery.command_answers (
    idempotency_key text primary key,
    organization_id uuid not null,
    answer jsonb not null,
    answered_at timestamptz not null default now()
  );
  
    alter table webhook_delivery.command_answers enable row level security;
    alter table webhook_delivery.command_answers force row level security;
    create policy tenant on webhook_delivery.command_answers to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on webhook_delivery.command_answers to tollgate_every_tenant using (true) with check (true);
insert into webhook_delivery.migrations values ('000_messaging', '2020-01-01T00:00:00.000Z');
-- 001_endpoints_and_messages of webhook_delivery
create table webhook_delivery.webhook_endpoints (
      id uuid primary key,
      organization_id uuid not null,
      webhook_url text not null,
      signature_algo text not null check (signature_algo in ('jwt', 'hmac')),
      name text,
      event_types text[],
      created_at timestamptz not null
    );
    -- Hashed, because an address may be longer than an index entry.
    create unique index webhook_endpoints_url on webhook_delivery.webhook_endpoints (organization_id, md5(webhook_url));
    
    alter table webhook_delivery.webhook_endpoints enable row level security;
    alter table webhook_delivery.webhook_endpoints force row level security;
    create policy tenant on webhook_delivery.webhook_endpoints to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on webhook_delivery.webhook_endpoints to tollgate_every_tenant using (true) with check (true);
    create table webhook_delivery.webhook_messages (
      id uuid primary key,
      organization_id uuid not null,
      endpoint_id uuid not null references webhook_delivery.webhook_endpoints on delete cascade,
      event_id uuid not null,
      webhook_type text not null,
      object_type text not null,
      object_id uuid not null,
      payload text not null,
      status text not null default 'pending' check (status in ('pending', 'succeeded', 'failed', 'retrying')),
      http_status integer,
      response text,
      retries integer not null default 0,
      last_retried_at timestamptz,
      next_attempt_at timestamptz,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now()
    );
    create unique index webhook_messages_event on webhook_delivery.webhook_messages (event_id, endpoint_id);
    create index webhook_messages_endpoint on webhook_delivery.webhook_messages (endpoint_id);
    create index webhook_messages_updated_at on webhook_delivery.webhook_messages (updated_at);
    create index webhook_messages_due on webhook_delivery.webhook_messages (next_attempt_at) where next_attempt_at is not null;
    
    alter table webhook_delivery.webhook_messages enable row level security;
    alter table webhook_delivery.webhook_messages force row level security;
    create policy tenant on webhook_delivery.webhook_messages to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on webhook_delivery.webhook_messages to tollgate_every_tenant using (true) with check (true);
    create table webhook_delivery.webhook_attempts (
      organization_id uuid not null,
      message_id uuid not null references webhook_delivery.webhook_messages on delete cascade,
      attempt integer not null,
      webhook_url text not null,
      http_status integer,
      error text,
      duration_ms integer not null,
      finished_at timestamptz not null default now(),
      primary key (message_id, attempt)
    );
    
    alter table webhook_delivery.webhook_attempts enable row level security;
    alter table webhook_delivery.webhook_attempts force row level security;
    create policy tenant on webhook_delivery.webhook_attempts to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on webhook_delivery.webhook_attempts to tollgate_every_tenant using (true) with check (true);
    create table webhook_delivery.signing_keys (
      id uuid primary key,
      private_key text not null,
      created_at timestamptz not null default now()
    );
    -- Every service may select from every table; who is not this service finds this one empty.
    alter table webhook_delivery.signing_keys enable row level security;
    alter table webhook_delivery.signing_keys force row level security;
    create policy own on webhook_delivery.signing_keys to tollgate_webhook_delivery_every_tenant using (true) with check (true);
insert into webhook_delivery.migrations values ('001_endpoints_and_messages', '2020-01-01T00:00:01.000Z');
-- 002_delivery_lanes of webhook_delivery
create table webhook_delivery.delivery_lanes (
      endpoint_id uuid primary key references webhook_delivery.webhook_endpoints on delete cascade,
      organization_id uuid not null,
      due_at timestamptz,
      holder uuid,
      leased_until timestamptz,
      hung integer not null default 0,
      paused_until timestamptz,
      pause_reason text
    );
    create index delivery_lanes_due on webhook_delivery.delivery_lanes (due_at) where due_at is not null;
    
    alter table webhook_delivery.delivery_lanes enable row level security;
    alter table webhook_delivery.delivery_lanes force row level security;
    create policy tenant on webhook_delivery.delivery_lanes to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on webhook_delivery.delivery_lanes to tollgate_every_tenant using (true) with check (true);
    create index webhook_messages_owed on webhook_delivery.webhook_messages (endpoint_id, next_attempt_at) where next_attempt_at is not null;
    -- Marks of the jobs that first attempts used to be.
    delete from platform.in_flight where id like 'webhook-attempt-%';
insert into webhook_delivery.migrations values ('002_delivery_lanes', '2020-01-01T00:00:02.000Z');
-- 003_traces of webhook_delivery
alter table webhook_delivery.outbox add column traceparent text;
    alter table webhook_delivery.webhook_messages add column traceparent text;
insert into webhook_delivery.migrations values ('003_traces', '2020-01-01T00:00:03.000Z');
-- 004_activity_logs of webhook_delivery
create table webhook_delivery.activity_logs (
      id uuid primary key,
      organization_id uuid not null,
      activity_type text not null,
      activity_source text not null,
      user_email text,
      resource_type text not null,
      resource_id uuid not null,
      external_customer_id text,
      external_subscription_id text,
      activity_object json,
      activity_object_changes json not null,
      logged_at timestamptz not null,
      created_at timestamptz not null default now()
    );
    create index activity_logs_in_order on webhook_delivery.activity_logs (organization_id, logged_at desc, id desc);
    create index activity_logs_of_resource on webhook_delivery.activity_logs (organization_id, resource_id);
    create index activity_logs_by_age on webhook_delivery.activity_logs (created_at);
    
    alter table webhook_delivery.activity_logs enable row level security;
    alter table webhook_delivery.activity_logs force row level security;
    create policy tenant on webhook_delivery.activity_logs to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on webhook_delivery.activity_logs to tollgate_every_tenant using (true) with check (true);
    create table webhook_delivery.told_objects (
      organization_id uuid not null,
      kind text not null,
      object_id uuid not null,
      object json not null,
      primary key (organization_id, kind, object_id)
    );
    
    alter table webhook_delivery.told_objects enable row level security;
    alter table webhook_delivery.told_objects force row level security;
    create policy tenant on webhook_delivery.told_objects to public
      using (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid)
      with check (organization_id = nullif(current_setting('app.organization_id', true), '')::uuid);
    create policy every_tenant on webhook_delivery.told_objects to tollgate_every_tenant using (true) with check (true);
insert into webhook_delivery.migrations values ('004_activity_logs', '2020-01-01T00:00:04.000Z');
-- 005_refused_signatures of webhook_delivery
alter table webhook_delivery.webhook_endpoints add column refused_signature_bytes integer;
insert into webhook_delivery.migrations values ('005_refused_signatures', '2020-01-01T00:00:05.000Z');
