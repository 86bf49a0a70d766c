import { protectTable } from '@tollgate/platform';

/** Charges in advance, and usage day by day. */
export const usageTables = `
    -- Marks that prevent a second charge of an event or a renewal.
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
    create unique index advance_events_once
      on invoicing.advance_events (subscription_id, charge_id, event_transaction_id);
    create index advance_events_latest
      on invoicing.advance_events (subscription_id, charge_id, event_at desc, position desc);
    create index advance_events_of_part
      on invoicing.advance_events (subscription_id, charge_id, jsonb_hash_extended(grouped_by, 0),
        event_at desc, position desc);
    ${protectTable('invoicing', 'advance_events')}

    create table invoicing.advance_renewals (
      organization_id uuid not null,
      subscription_id uuid not null,
      charge_id uuid not null,
      charges_from timestamptz not null,
      primary key (subscription_id, charge_id, charges_from)
    );
    ${protectTable('invoicing', 'advance_renewals')}

    -- The running usage of charges in advance at a place among their events; the next events continue
    -- from there. All of it can be computed again from the stored events.
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
      foreign key (subscription_id, charge_id, period_from)
        references invoicing.advance_checkpoints(subscription_id, charge_id, period_from) on delete cascade,
      primary key (subscription_id, charge_id, period_from, bucket)
    );
    ${protectTable('invoicing', 'advance_usages')}

    -- Usage day by day: its total at the end of a day, less the total at the end of the day before.
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
    create index daily_usages_of_subscription on invoicing.daily_usages (subscription_id, usage_date);
    ${protectTable('invoicing', 'daily_usages')}

    create table invoicing.usage_snapshots (
      subscription_id uuid primary key,
      organization_id uuid not null,
      usage_date date not null,
      period_from timestamptz not null,
      totals jsonb not null,
      carries text not null check (carries in ('nothing', 'levels', 'time'))
    );
    create index usage_snapshots_carrying on invoicing.usage_snapshots (organization_id, subscription_id)
      where carries <> 'nothing';
    ${protectTable('invoicing', 'usage_snapshots')}

    -- The last processed time of an organization, by its own clock and by that of the machine.
    create table invoicing.usage_days (
      organization_id uuid primary key,
      through date not null,
      looked_until timestamptz,
      looked_at timestamptz
    );
    ${protectTable('invoicing', 'usage_days')}

    -- Days of subscriptions that wait for their computation: from_date and all later ones.
    create table invoicing.owed_days (
      subscription_id uuid primary key,
      organization_id uuid not null,
      from_date date not null,
      version bigint not null default 1,
      attempts integer not null default 0,
      error text
    );
    create index owed_days_next on invoicing.owed_days (organization_id, attempts, from_date);
    ${protectTable('invoicing', 'owed_days')}`;
