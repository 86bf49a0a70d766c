import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** A reservation has the key of the work that makes the invoice, so every attempt shares it. Confirmation ends it. */
export const reservationKeys: SchemaMigration = {
  name: '003_reservation_keys',
  sql: `
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
    ${protectTable('wallet', 'reservations')}`,
};
