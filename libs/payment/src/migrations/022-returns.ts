import { protectTable, type SchemaMigration } from '@tollgate/platform';

/**
 * Parts of payments that go back without a credit note: no invoice needed them, or people refunded them at the provider.
 * A payment also remembers that an event reported its success, until that is published.
 */
export const returns: SchemaMigration = {
  name: '022_returns',
  sql: `
    alter table payment.payments add column success_by_event boolean not null default false;
    create table payment.returns (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      payment_id uuid not null references payment.payments,
      origin text not null check (origin in ('not_due', 'provider')),
      amount_cents bigint not null check (amount_cents > 0),
      status text not null check (status in ('pending', 'succeeded', 'failed')),
      request_key uuid not null,
      requested_at timestamptz,
      provider_refund_id text,
      error jsonb,
      created_at timestamptz not null
    );
    create index returns_payment on payment.returns (payment_id);
    create unique index returns_request_key on payment.returns (request_key);
    create index returns_provider_refund on payment.returns (organization_id, provider_refund_id);
    create index returns_waiting on payment.returns (id) where status = 'pending' and provider_refund_id is null;
    ${protectTable('payment', 'returns')}`,
};
