import { protectTable, type Baseline } from '@tollgate/platform';

/** Wallets, their transactions and reservations, at release 0.2.0. */
export const baseline: Baseline = {
  release: '0.2.0',
  names: [
    '001_traces',
    '002_wallets',
    '003_reservation_keys',
    '004_alerts',
    '005_reserved_documents',
    '006_invoice_custom_sections',
    '007_payment_methods',
    '008_counted_reservations',
  ],
  sql: `
    create table wallet.wallets (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      billing_entity_id uuid,
      status text not null check (status in ('active', 'terminated')),
      name text,
      code text not null,
      priority integer not null check (priority >= 1 and priority <= 50),
      currency text not null,
      rate_amount numeric(30,5) not null check (rate_amount > 0),
      balance_cents bigint not null check (balance_cents >= 0),
      credits_balance numeric(30,5) not null,
      consumed_credits numeric(30,5) not null,
      ongoing_balance_cents bigint not null,
      ongoing_usage_balance_cents bigint not null,
      credits_ongoing_balance numeric(30,5) not null,
      credits_ongoing_usage_balance numeric(30,5) not null,
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
      updated_at timestamptz not null,
      skip_invoice_custom_sections boolean not null default false,
      payment_method_id uuid
    );
    create index wallets_list on wallet.wallets (organization_id, created_at desc, id);
    create index wallets_customer on wallet.wallets (customer_id);
    create unique index wallets_active_code on wallet.wallets (customer_id, code) where status = 'active';
    create index wallets_expiring on wallet.wallets (organization_id, expiration_at)
      where status = 'active' and expiration_at is not null;
    ${protectTable('wallet', 'wallets')}

    -- Top-up rules.
    create table wallet.recurring_rules (
      id uuid primary key,
      organization_id uuid not null,
      wallet_id uuid not null references wallet.wallets,
      status text not null check (status in ('active', 'terminated')),
      trigger text not null check (trigger in ('interval', 'threshold')),
      method text not null check (method in ('fixed', 'target')),
      interval text check (interval in ('weekly', 'monthly', 'quarterly', 'semiannual', 'yearly')),
      paid_credits numeric(30,5) not null,
      granted_credits numeric(30,5) not null,
      grants_target_top_up boolean not null,
      threshold_credits numeric(30,5) not null,
      target_ongoing_balance numeric(30,5),
      ignore_paid_top_up_limits boolean not null,
      invoice_requires_successful_payment boolean not null,
      transaction_name text,
      transaction_metadata jsonb not null,
      purchase_order_number text,
      payment_method_type text not null,
      started_at timestamptz,
      expiration_at timestamptz,
      -- The next time of the interval; null where it has ended.
      next_at timestamptz,
      -- The time zone of that computation.
      timezone text,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      skip_invoice_custom_sections boolean not null default false,
      payment_method_id uuid
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
      credit_amount numeric(30,5) not null,
      -- The rest of a settled inbound one.
      remaining_amount_cents bigint,
      priority integer not null check (priority >= 1 and priority <= 50),
      name text,
      metadata jsonb not null,
      purchase_order_number text,
      invoice_requires_successful_payment boolean not null,
      payment_method_type text not null,
      recurring_rule_id uuid references wallet.recurring_rules,
      invoice_id uuid,
      credit_note_id uuid,
      voided_invoice_id uuid,
      -- Taken for an invoice that may not be written yet; no call shows it.
      reserved boolean not null default false,
      settled_at timestamptz,
      failed_at timestamptz,
      created_at timestamptz not null,
      skip_invoice_custom_sections boolean not null default false,
      payment_method_id uuid,
      payment_method_given boolean not null default false,
      check (remaining_amount_cents >= 0 and remaining_amount_cents <= amount_cents)
    );
    create index transactions_list on wallet.transactions (wallet_id, created_at desc, id);
    create index transactions_available
      on wallet.transactions (wallet_id, priority, transaction_status, created_at, id)
      where remaining_amount_cents > 0;
    create index transactions_invoice on wallet.transactions (invoice_id);
    create unique index transactions_voided_invoice on wallet.transactions (wallet_id, voided_invoice_id)
      where voided_invoice_id is not null;
    create unique index transactions_credit_note on wallet.transactions (credit_note_id)
      where credit_note_id is not null;
    ${protectTable('wallet', 'transactions')}

    -- The consumption of inbound transactions by outbound ones.
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

    -- A reservation has the key of the work that makes the invoice, so every attempt shares it. Confirmation ends it.
    create table wallet.reservations (
      organization_id uuid not null,
      key text not null,
      -- Its constraints have the names that PostgreSQL derived from its former name.
      document_id uuid
        constraint reservations_invoice_id_not_null not null
        constraint reservations_invoice_id_key unique,
      customer_id uuid not null,
      -- Another request for the same invoice is answered anew.
      request jsonb not null,
      answer jsonb not null,
      reserved_at timestamptz not null default now(),
      counted boolean not null default false,
      primary key (organization_id, key)
    );
    create index reservations_customer on wallet.reservations (customer_id);
    create index reservations_oldest on wallet.reservations (reserved_at);
    ${protectTable('wallet', 'reservations')}

    -- Alerts on wallets: one of each type (wallets, section 7).
    create table wallet.alerts (
      id uuid primary key,
      organization_id uuid not null,
      wallet_id uuid not null references wallet.wallets,
      alert_type text not null,
      code text not null,
      name text,
      thresholds jsonb not null,
      previous_value numeric not null,
      last_processed_at timestamptz,
      created_at timestamptz not null
    );
    create unique index alerts_type on wallet.alerts (wallet_id, alert_type);
    ${protectTable('wallet', 'alerts')}

    -- The texts that wallets, top-up rules and transactions select for the invoices of their sales.
    create table wallet.selected_invoice_custom_sections (
      id uuid primary key,
      organization_id uuid not null,
      owner_id uuid not null,
      invoice_custom_section_id uuid not null,
      created_at timestamptz not null,
      unique (owner_id, invoice_custom_section_id)
    );
    ${protectTable('wallet', 'selected_invoice_custom_sections')}`,
};
