import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Tests of prices on past usage as jobs, with the amounts of each subscription (catalog, section 22). */
export const priceTests: SchemaMigration = {
  name: '111_price_tests',
  sql: `
    create table invoicing.price_tests (
      id uuid primary key,
      organization_id uuid not null,
      name text,
      plan_id uuid not null,
      plan_code text not null,
      -- The body of the tested plan.
      plan jsonb not null,
      currency text not null,
      periods_ago integer not null,
      -- Null: all customers.
      external_customer_ids text[],
      status text not null check (status in ('pending', 'processing', 'stopping', 'completed', 'stopped')),
      stop_reason text,
      -- The clock of the organization when it was requested: periods count back from it.
      as_of timestamptz not null,
      last_subscription_id uuid,
      subscriptions_total integer not null,
      subscriptions_done integer not null default 0,
      request_id text,
      created_at timestamptz not null,
      started_at timestamptz,
      completed_at timestamptz,
      changed_at timestamptz,
      -- By the wall clock, as the search for abandoned tests and the retention are.
      touched_at timestamptz not null default now()
    );
    create index price_tests_listed on invoicing.price_tests (organization_id, created_at desc, id);
    create index price_tests_unfinished on invoicing.price_tests (touched_at)
      where status in ('pending', 'processing', 'stopping');
    create index price_tests_ended on invoicing.price_tests (touched_at) where status in ('completed', 'stopped');
    ${protectTable('invoicing', 'price_tests')}

    create table invoicing.price_test_results (
      id uuid primary key,
      organization_id uuid not null,
      price_test_id uuid not null references invoicing.price_tests on delete cascade,
      subscription_id uuid not null,
      unpriced_reason text,
      from_datetime timestamptz,
      to_datetime timestamptz,
      -- Null without a price; before coupons and taxes.
      current_amount_cents bigint,
      tested_amount_cents bigint,
      difference_amount_cents bigint,
      -- Whether usage reaches the minimum commitment; null where there is none.
      reaches_current_commitment boolean,
      reaches_tested_commitment boolean,
      estimate_reasons text[] not null,
      constraint price_test_results_once unique (price_test_id, subscription_id)
    );
    create index price_test_results_by_difference
      on invoicing.price_test_results (price_test_id, difference_amount_cents, subscription_id);
    ${protectTable('invoicing', 'price_test_results')}`,
};
