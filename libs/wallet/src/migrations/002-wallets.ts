import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Wallets, their transactions, the consumption of inbound ones by outbound ones, and top-up rules. */
export const wallets: SchemaMigration = {
  name: '002_wallets',
  sql: `
    create table wallet.wallets (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      billing_entity_id uuid,
      status text not null check (status in ('active', 'terminated')),
      name text,
      code text not null,
      priority integer not null check (priority between 1 and 50),
      currency text not null,
      rate_amount numeric(30, 5) not null check (rate_amount > 0),
      balance_cents bigint not null check (balance_cents >= 0),
      credits_balance numeric(30, 5) not null,
      consumed_credits numeric(30, 5) not null,
      ongoing_balance_cents bigint not null,
      ongoing_usage_balance_cents bigint not null,
      credits_ongoing_balance numeric(30, 5) not null,
      credits_ongoing_usage_balance numeric(30, 5) not null,
      depleted_ongoing_balance boolean not null,
      invoice_requires_successful_payment boolean not null,
      paid_top_up_min_amount_cents bigint check (paid_top_up_min_amount_cents > 0),
      paid_top_up_max_amount_cents bigint check (paid_top_up_max_amount_cents > 0),
      purchase_order_number text,
      payment_method_type text not null,
      fee_types text[] not null,
      billable_metric_ids uuid[] not null,
      metadata jsonb,
      expiration_at timestamptz,
      last_balance_sync_at timestamptz,
      last_consumed_credit_at timestamptz,
      terminated_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index wallets_list on wallet.wallets (organization_id, created_at desc, id);
    create index wallets_customer on wallet.wallets (customer_id);
    create unique index wallets_active_code on wallet.wallets (customer_id, code) where status = 'active';
    create index wallets_expiring on wallet.wallets (organization_id, expiration_at)
      where status = 'active' and expiration_at is not null;
    ${protectTable('wallet', 'wallets')}
    create table wallet.recurring_rules (
      id uuid primary key,
      organization_id uuid not null,
      wallet_id uuid not null references wallet.wallets,
      status text not null check (status in ('active', 'terminated')),
      "trigger" text not null check ("trigger" in ('interval', 'threshold')),
      method text not null check (method in ('fixed', 'target')),
      "interval" text check ("interval" in ('weekly', 'monthly', 'quarterly', 'semiannual', 'yearly')),
      paid_credits numeric(30, 5) not null,
      granted_credits numeric(30, 5) not null,
      grants_target_top_up boolean not null,
      threshold_credits numeric(30, 5) not null,
      target_ongoing_balance numeric(30, 5),
      ignore_paid_top_up_limits boolean not null,
      invoice_requires_successful_payment boolean not null,
      transaction_name text,
      transaction_metadata jsonb not null,
      purchase_order_number text,
      payment_method_type text not null,
      started_at timestamptz,
      expiration_at timestamptz,
      -- When the interval fires next; null where it never does again.
      next_at timestamptz,
      -- In which time zone that was computed.
      timezone text,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    create index recurring_rules_wallet on wallet.recurring_rules (wallet_id);
    create index recurring_rules_due on wallet.recurring_rules (organization_id, next_at)
      where status = 'active' and next_at is not null;
    create index recurring_rules_expiring on wallet.recurring_rules (organization_id, expiration_at)
      where status = 'active' and expiration_at is not null;
    ${protectTable('wallet', 'recurring_rules')}
    create table wallet.transactions (
      id uuid primary key,
      organization_id uuid not null,
      wallet_id uuid not null references wallet.wallets,
      transaction_type text not null check (transaction_type in ('inbound', 'outbound')),
      transaction_status text not null check (transaction_status in ('purchased', 'granted', 'voided', 'invoiced')),
      status text not null check (status in ('pending', 'settled', 'failed')),
      source text not null check (source in ('manual', 'interval', 'threshold')),
      amount_cents bigint not null check (amount_cents >= 0),
      credit_amount numeric(30, 5) not null,
      -- What of a settled inbound one is left.
      remaining_amount_cents bigint check (remaining_amount_cents between 0 and amount_cents),
      priority integer not null check (priority between 1 and 50),
      name text,
      metadata jsonb not null,
      purchase_order_number text,
      invoice_requires_successful_payment boolean not null,
      payment_method_type text not null,
      recurring_rule_id uuid references wallet.recurring_rules,
      invoice_id uuid,
      credit_note_id uuid,
      voided_invoice_id uuid,
      -- Taken for an invoice of which it is not known yet that it was written; shown to nobody.
      reserved boolean not null default false,
      settled_at timestamptz,
      failed_at timestamptz,
      created_at timestamptz not null
    );
    create index transactions_list on wallet.transactions (wallet_id, created_at desc, id);
    create index transactions_available on wallet.transactions (wallet_id, priority, transaction_status, created_at, id)
      where remaining_amount_cents > 0;
    create index transactions_invoice on wallet.transactions (invoice_id);
    create unique index transactions_voided_invoice on wallet.transactions (wallet_id, voided_invoice_id)
      where voided_invoice_id is not null;
    create unique index transactions_credit_note on wallet.transactions (credit_note_id) where credit_note_id is not null;
    ${protectTable('wallet', 'transactions')}
    create table wallet.consumptions (
      id uuid primary key,
      organization_id uuid not null,
      inbound_transaction_id uuid not null references wallet.transactions,
      outbound_transaction_id uuid not null references wallet.transactions,
      amount_cents bigint not null check (amount_cents > 0),
      created_at timestamptz not null,
      unique (outbound_transaction_id, inbound_transaction_id)
    );
    create index consumptions_inbound on wallet.consumptions (inbound_transaction_id, created_at desc, id);
    ${protectTable('wallet', 'consumptions')}
    create table wallet.reservations (
      invoice_id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      -- What was asked for: another question for the same invoice is answered anew.
      request jsonb not null,
      answer jsonb not null,
      confirmed boolean not null,
      reserved_at timestamptz not null default now()
    );
    create index reservations_open on wallet.reservations (reserved_at) where not confirmed;
    ${protectTable('wallet', 'reservations')}`,
};
