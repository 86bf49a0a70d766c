import type { SchemaMigration } from '@tollgate/platform';

/** The first requests of payments and refunds, the ids of these at providers, and payments that are called off. */
export const providerRequests: SchemaMigration = {
  name: '010_provider_requests',
  sql: `
    alter table payment.payments
      add column connection_id uuid references payment.provider_connections,
      add column requested_at timestamptz,
      add column cancel_requested_at timestamptz,
      add column action_url text;
    alter table payment.refunds
      add column provider_refund_id text,
      add column requested_at timestamptz`,
};
