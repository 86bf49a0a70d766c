import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Refunds of payments for credit notes, and the refunds of the sandbox provider. */
export const refunds: SchemaMigration = {
  name: '006_refunds',
  sql: `
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
    ${protectTable('payment', 'refunds')}
    create table payment.sandbox_refunds (
      id uuid primary key,
      organization_id uuid not null,
      charge_id uuid not null references payment.sandbox_charges,
      amount_cents bigint not null
    );
    create index sandbox_refunds_charge on payment.sandbox_refunds (charge_id);
    ${protectTable('payment', 'sandbox_refunds')}`,
};
