import { protectTable } from '@tollgate/platform';

/** Invoices, their periods, taxes, numbers and payments. */
export const invoiceTables = `
    create table invoicing.invoices (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      billing_entity_id uuid not null,
      invoice_type text not null,
      status text not null
        check (status in ('draft', 'finalized', 'voided', 'failed', 'pending', 'closed', 'deleted', 'open')),
      payment_status text not null check (payment_status in ('pending', 'succeeded', 'failed')),
      number text not null,
      sequential_id integer,
      currency text not null,
      timezone text not null,
      billed_at timestamptz not null,
      issuing_date date not null,
      payment_due_date date not null,
      net_payment_term integer not null,
      fees_amount_cents bigint not null,
      coupons_amount_cents bigint not null,
      credit_notes_amount_cents bigint not null,
      progressive_billing_credit_amount_cents bigint not null,
      sub_total_excluding_taxes_amount_cents bigint not null,
      taxes_amount_cents bigint not null,
      taxes_rate numeric not null,
      sub_total_including_taxes_amount_cents bigint not null,
      prepaid_credit_amount_cents bigint not null,
      total_amount_cents bigint not null,
      total_paid_amount_cents bigint not null default 0,
      payment_overdue boolean not null default false,
      payment_dispute_lost_at timestamptz,
      self_billed boolean not null,
      purchase_order_number text,
      voided_at timestamptz,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      finalize_at timestamptz,
      progressive_key text,
      refresh_at timestamptz,
      billing_entity_sequential_id integer,
      prepaid_granted_credit_amount_cents bigint not null default 0,
      prepaid_purchased_credit_amount_cents bigint not null default 0,
      file jsonb,
      skips_provider boolean not null default false,
      awaits_taxes boolean not null default false,
      payment_method_type text,
      payment_method_id uuid
    );
    create unique index invoices_sequence on invoicing.invoices (customer_id, billing_entity_id, sequential_id)
      where sequential_id is not null;
    create index invoices_list on invoicing.invoices (organization_id, issuing_date desc, created_at desc, id);
    create index invoices_customer on invoicing.invoices (customer_id);
    create index invoices_due_finalization on invoicing.invoices (finalize_at, organization_id)
      where status = 'draft';
    create unique index invoices_progressive on invoicing.invoices (organization_id, progressive_key)
      where progressive_key is not null;
    create index invoices_refresh on invoicing.invoices (refresh_at)
      where status = 'draft' and refresh_at is not null;
    create index invoices_pending on invoicing.invoices (updated_at) where status = 'pending';
    create unique index invoices_billing_entity_sequence
      on invoicing.invoices (billing_entity_id, billing_entity_sequential_id)
      where billing_entity_sequential_id is not null;
    create index invoices_payment_due on invoicing.invoices (organization_id, payment_due_date, id)
      where status = 'finalized' and payment_status <> 'succeeded'
        and not payment_overdue and payment_dispute_lost_at is null;
    create index invoices_all_payments_due on invoicing.invoices (payment_due_date, organization_id)
      where status = 'finalized' and payment_status <> 'succeeded'
        and not payment_overdue and payment_dispute_lost_at is null;
    create index invoices_overdue on invoicing.invoices (organization_id, payment_due_date, id)
      where payment_overdue;
    create index invoices_awaiting_taxes on invoicing.invoices (customer_id, created_at, id) where awaits_taxes;
    create index invoices_progressive_billing on invoicing.invoices (id) where invoice_type = 'progressive_billing';
    create index invoices_unbilled on invoicing.invoices (customer_id, id) where status = 'draft' or awaits_taxes;
    create index invoices_voided_credit_sales on invoicing.invoices (id)
      where invoice_type = 'credit' and status = 'voided';
    ${protectTable('invoicing', 'invoices')}

    -- The periods of subscriptions on an invoice.
    create table invoicing.billing_periods (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      subscription_id uuid not null,
      plan_id uuid not null,
      invoicing_reason text not null,
      billed_at timestamptz not null,
      billing_date date not null,
      timezone text not null,
      subscription_from timestamptz not null,
      subscription_to timestamptz not null,
      charges_from timestamptz,
      charges_to timestamptz,
      fixed_charges_from timestamptz,
      fixed_charges_to timestamptz,
      trial_ended boolean not null default false,
      run_id uuid,
      units_until bigint
    );
    create index billing_periods_invoice on invoicing.billing_periods (invoice_id);
    create index billing_periods_subscription on invoicing.billing_periods (subscription_id, billed_at desc);
    create unique index billing_periods_once_a_day on invoicing.billing_periods (subscription_id, billing_date)
      where invoicing_reason = 'subscription_periodic';
    create unique index billing_periods_once
      on invoicing.billing_periods (subscription_id, invoicing_reason, trial_ended)
      where invoicing_reason in ('subscription_starting', 'subscription_terminating');
    create unique index billing_periods_once_per_run on invoicing.billing_periods (run_id, subscription_id)
      where run_id is not null;
    ${protectTable('invoicing', 'billing_periods')}

    create table invoicing.invoice_taxes (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      tax_id uuid not null,
      tax_name text not null,
      tax_code text not null,
      tax_rate numeric not null,
      tax_description text,
      amount_cents bigint not null,
      fees_amount_cents bigint not null,
      created_at timestamptz not null
    );
    create index invoice_taxes_invoice on invoicing.invoice_taxes (invoice_id);
    ${protectTable('invoicing', 'invoice_taxes')}

    create table invoicing.invoice_sequences (
      organization_id uuid not null,
      customer_id uuid not null,
      billing_entity_id uuid not null,
      last integer not null,
      primary key (customer_id, billing_entity_id)
    );
    ${protectTable('invoicing', 'invoice_sequences')}

    create table invoicing.billing_entity_sequences (
      organization_id uuid not null,
      billing_entity_id uuid primary key,
      last integer not null,
      interrupted boolean not null
    );
    ${protectTable('invoicing', 'billing_entity_sequences')}

    create table invoicing.invoice_metadata (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      key text not null,
      value text not null,
      position integer not null,
      created_at timestamptz not null
    );
    create unique index invoice_metadata_key on invoicing.invoice_metadata (invoice_id, key);
    create index invoice_metadata_search on invoicing.invoice_metadata (organization_id, key, value);
    ${protectTable('invoicing', 'invoice_metadata')}

    -- Reasons of failed invoices.
    create table invoicing.invoice_errors (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices on delete cascade,
      error_code text not null,
      details jsonb not null,
      created_at timestamptz not null
    );
    create index invoice_errors_invoice on invoicing.invoice_errors (invoice_id);
    ${protectTable('invoicing', 'invoice_errors')}

    -- The texts on invoices, as they were when these became final.
    create table invoicing.invoice_custom_sections (
      id uuid primary key,
      organization_id uuid not null,
      invoice_id uuid not null references invoicing.invoices,
      code text not null,
      name text not null,
      display_name text,
      details text,
      position integer not null,
      created_at timestamptz not null,
      unique (invoice_id, position)
    );
    ${protectTable('invoicing', 'invoice_custom_sections')}

    create table invoicing.payments (
      id uuid primary key,
      organization_id uuid not null,
      customer_id uuid not null,
      invoice_id uuid not null references invoicing.invoices,
      amount_cents bigint not null check (amount_cents > 0),
      currency text not null,
      payment_status text not null,
      type text not null,
      reference text,
      created_at timestamptz not null,
      announced boolean not null default false
    );
    create index payments_invoice on invoicing.payments (invoice_id);
    ${protectTable('invoicing', 'payments')}

    create function invoicing.announce_payment() returns trigger language plpgsql as $function$
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
    end $function$;
    create trigger announce after insert on invoicing.payments
      for each row when (not new.announced) execute function invoicing.announce_payment();`;
