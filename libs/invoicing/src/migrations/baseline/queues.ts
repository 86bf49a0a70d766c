import { protectTable } from '@tollgate/platform';

/** Work that waits. */
export const queueTables = `
    -- All work that waits in a queue.
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
    ${protectTable('invoicing', 'queued_work')}

    -- Three queues of release 0.1.0. Their triggers pass its rows on.
    create table invoicing.billing_runs (
      sequence bigint generated always as identity primary key,
      id uuid not null unique,
      organization_id uuid not null,
      customer_id uuid not null,
      request jsonb not null,
      lane integer not null default 0,
      attempts integer not null default 0,
      error text,
      queued_at timestamptz not null default now()
    );
    create index billing_runs_customer on invoicing.billing_runs (customer_id, sequence);
    create index billing_runs_lane on invoicing.billing_runs (organization_id, lane, sequence);
    create index billing_runs_queued on invoicing.billing_runs (queued_at);
    ${protectTable('invoicing', 'billing_runs')}

    create table invoicing.advance_queue (
      sequence bigint generated always as identity primary key,
      organization_id uuid not null,
      event_id uuid not null unique,
      lane integer not null,
      event jsonb not null,
      attempts integer not null default 0,
      error text,
      queued_at timestamptz not null default now()
    );
    create index advance_queue_lane on invoicing.advance_queue (organization_id, lane, sequence);
    create index advance_queue_queued on invoicing.advance_queue (queued_at);
    ${protectTable('invoicing', 'advance_queue')}

    create table invoicing.threshold_checks (
      subscription_id uuid primary key,
      organization_id uuid not null,
      message_id uuid not null,
      version bigint not null,
      queued_at timestamptz not null,
      attempts integer not null default 0
    );
    ${protectTable('invoicing', 'threshold_checks')}

    create function invoicing.queue_billing_run() returns trigger language plpgsql as $function$
    begin
      insert into invoicing.queued_work (organization_id, queue, id, key, series, payload, asked_by)
      values (new.organization_id, 'billing-run', new.id::text, new.lane::text, new.customer_id::text,
              new.request, new.id)
      on conflict (organization_id, queue, id) do nothing;
      return null;
    end $function$;
    create trigger queue before insert on invoicing.billing_runs for each row
      execute function invoicing.queue_billing_run();

    create function invoicing.queue_advance_event() returns trigger language plpgsql as $function$
    begin
      insert into invoicing.queued_work (organization_id, queue, id, key, series, payload, asked_by)
      values (new.organization_id, 'advance-events', new.event_id::text, new.lane::text, new.event_id::text,
              new.event, new.event_id)
      on conflict (organization_id, queue, id) do nothing;
      return null;
    end $function$;
    create trigger queue before insert on invoicing.advance_queue for each row
      execute function invoicing.queue_advance_event();

    create function invoicing.queue_threshold_check() returns trigger language plpgsql as $function$
    begin
      insert into invoicing.queued_work as waiting (organization_id, queue, id, key, series, payload, asked_by)
      values (new.organization_id, 'threshold-check', new.subscription_id::text, new.subscription_id::text,
              new.subscription_id::text, jsonb_build_object('subscription_id', new.subscription_id), new.message_id)
      on conflict (organization_id, queue, id) do update set version = waiting.version + 1;
      return null;
    end $function$;
    create trigger queue before insert on invoicing.threshold_checks for each row
      execute function invoicing.queue_threshold_check();`;
