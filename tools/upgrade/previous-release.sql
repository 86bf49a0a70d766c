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
