import type { SchemaMigration } from '@tollgate/platform';

/**
 * Whether the message about a payment was written with it. Processes of the previous version write none: until they are
 * replaced, the database does.
 */
export const publishedPayments: SchemaMigration = {
  name: '066_announced_payments',
  sql: `
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
      for each row when (not new.announced) execute function invoicing.announce_payment()`,
};
