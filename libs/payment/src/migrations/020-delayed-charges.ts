import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** First charges that wait, and the organizations for which they do: those that have opened a payment page. */
export const delayedCharges: SchemaMigration = {
  name: '020_delayed_charges',
  sql: `
    create table payment.hosted_checkout_users (
      organization_id uuid primary key,
      first_used_at timestamptz not null
    );
    -- Row-level security is forced on owners too, so it is lifted while rows are copied.
    alter table payment.provider_pages no force row level security;
    insert into payment.hosted_checkout_users
      select organization_id, min(created_at) from payment.provider_pages group by organization_id;
    alter table payment.provider_pages force row level security;
    ${protectTable('payment', 'hosted_checkout_users')}
    create table payment.delayed_charges (
      invoice_id uuid primary key,
      organization_id uuid not null,
      due_at timestamptz not null
    );
    create index delayed_charges_due on payment.delayed_charges (organization_id, due_at);
    ${protectTable('payment', 'delayed_charges')}`,
};
