import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Amounts that are held on cards until they are released. */
export const authorizations: SchemaMigration = {
  name: '014_authorizations',
  sql: `
    create table payment.authorizations (
      id uuid primary key,
      organization_id uuid not null,
      connection_id uuid not null references payment.provider_connections,
      customer_id uuid not null,
      provider_customer_id text not null,
      amount_cents bigint not null,
      currency text not null,
      created_at timestamptz not null,
      released_at timestamptz
    );
    create index authorizations_held on payment.authorizations (created_at) where released_at is null;
    create index authorizations_released on payment.authorizations (released_at) where released_at is not null;
    ${protectTable('payment', 'authorizations')}`,
};
