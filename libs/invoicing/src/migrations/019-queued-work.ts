import { protectTable, queuedWorkTable, type SchemaMigration } from '@tollgate/platform';

const threeQueues = ['billing_runs', 'advance_queue', 'threshold_checks'];

/** Row-level security is forced on owners too, so it is lifted while rows are moved. */
const unforced = (sql: string) => `
  ${threeQueues.map((table) => `alter table invoicing.${table} no force row level security;`).join('\n')}
  ${sql}
  ${threeQueues.map((table) => `alter table invoicing.${table} force row level security;`).join('\n')}`;

/**
 * One table for all work that waits in a queue, instead of three. Processes of the previous version write to those
 * until they are replaced. Their rows arrive here too, and the reconciler has that work done.
 */
export const queuedWork: SchemaMigration = {
  name: '063_queued_work',
  sql: `
  ${queuedWorkTable('invoicing')}
  ${unforced(`
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
  ${threeQueues.map((table) => `delete from invoicing.${table};`).join('\n')}`)}
  ${protectTable('invoicing', 'queued_work')}
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
  create trigger queue before insert on invoicing.threshold_checks for each row execute function invoicing.queue_threshold_check()`,
};
