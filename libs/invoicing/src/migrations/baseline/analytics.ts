import { protectTable } from '@tollgate/platform';

/** The part of an invoice that counts as revenue (customers, section 12). */
const isRevenue = (invoice: string) =>
  `(${invoice}.status = 'finalized' and not ${invoice}.self_billed and ${invoice}.payment_dispute_lost_at is null)`;
/** Whether the usage on an invoice counts: in every status, unless the invoice is deleted. */
const hasUsage = (invoice: string) =>
  `(${invoice}.status <> 'deleted' and not ${invoice}.self_billed and ${invoice}.payment_dispute_lost_at is null)`;

const columns = 'organization_id, measure, customer_id, billing_entity_id, currency, period, label, number, amount';
const month = (instant: string) => `date_trunc('month', ${instant} at time zone 'UTC')::date`;

const looseFees = (fees: string, sign: 1 | -1) => `
  insert into invoicing.analytics_changes (${columns})
  select fee.organization_id, 'loose_fees', fee.customer_id, null, fee.currency, ${month('fee.created_at')}, '',
         ${sign} * count(*), ${sign} * sum(fee.amount_cents)
  from ${fees} fee
  where fee.invoice_id is null and fee.fee_type = 'charge' and fee.pay_in_advance and fee.deleted_at is null
  group by fee.organization_id, fee.customer_id, fee.currency, ${month('fee.created_at')};`;

const usage = (fees: string, sign: 1 | -1, invoices = 'invoicing.invoices', condition = hasUsage('invoice')) => `
  insert into invoicing.analytics_changes (${columns})
  select invoice.organization_id, 'usage', invoice.customer_id, invoice.billing_entity_id, fee.currency,
         ${month('fee.created_at')}, fee.item_code, ${sign} * count(*),
         ${sign} * sum(fee.amount_cents - fee.precise_coupons_amount_cents)
  from ${fees} fee join ${invoices} invoice on invoice.id = fee.invoice_id
  where ${condition} and fee.fee_type = 'charge' and fee.deleted_at is null
  group by invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           ${month('fee.created_at')}, fee.item_code;`;

/**
 * The basis of recurring revenue: the interval and time of its payment, and the minutes that it pays for. Where only
 * the month of issue matters, that is the period.
 */
const subscriptionFees = (
  fees: string,
  sign: 1 | -1,
  invoices = 'invoicing.invoices',
  condition = isRevenue('invoice'),
) => `
  insert into invoicing.analytics_changes (${columns})
  select organization_id, 'subscription_fees', customer_id, billing_entity_id, currency, period, label,
         ${sign} * count(*), ${sign} * sum(amount)
  from (
    select invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, fee.currency,
           case when plan.pay_in_advance and plan.interval not in ('weekly', 'monthly') then invoice.issuing_date
                else date_trunc('month', invoice.issuing_date)::date end as period,
           case when plan.interval in ('weekly', 'monthly') then plan.interval
                else concat_ws(':', plan.interval, case when plan.pay_in_advance then 'advance' else 'arrears' end,
                  floor(extract(epoch from fee.to_datetime - fee.from_datetime) / 60)::bigint) end as label,
           fee.amount_cents - fee.precise_coupons_amount_cents + fee.taxes_amount_cents as amount
    from ${fees} fee
    join ${invoices} invoice on invoice.id = fee.invoice_id
    join lateral (
      select plan.interval, plan.pay_in_advance
      from invoicing.billing_periods billed join catalog.plans plan on plan.id = billed.plan_id
      where billed.invoice_id = fee.invoice_id and billed.subscription_id = fee.subscription_id
      order by billed.id limit 1) plan on true
    where ${condition} and fee.fee_type = 'subscription' and fee.deleted_at is null
  ) counted
  group by organization_id, customer_id, billing_entity_id, currency, period, label;`;

/**
 * The invoice of each fee by its key. A session plans a trigger once, maybe while there are few invoices. The best plan of
 * that moment would later read all invoices of an organization for every statement.
 */
const invoiceOfFee = 'lateral (select * from invoicing.invoices where id = fee.invoice_id offset 0)';

/** All figures to which fees contribute; the fees of the statement that changed them, or all. */
const fees = (rows: string, sign: 1 | -1) =>
  looseFees(rows, sign) + usage(rows, sign, invoiceOfFee) + subscriptionFees(rows, sign, invoiceOfFee);

const invoices = (from: string, sign: 1 | -1) => `
  insert into invoicing.analytics_changes (${columns})
  select invoice.organization_id, 'invoices', invoice.customer_id, invoice.billing_entity_id, invoice.currency,
         date_trunc('month', invoice.issuing_date)::date, invoice.payment_status, ${sign}, ${sign} * invoice.total_amount_cents
  from ${from} invoice where ${isRevenue('invoice')};`;

const refunds = (invoicesFrom: string, sign: 1 | -1) => `
  insert into invoicing.analytics_changes (${columns})
  select invoice.organization_id, 'refunds', invoice.customer_id, invoice.billing_entity_id, invoice.currency,
         date_trunc('month', invoice.issuing_date)::date, '', ${sign} * count(*), ${sign} * sum(note.refund_amount_cents)
  from ${invoicesFrom} invoice join invoicing.credit_notes note on note.invoice_id = invoice.id
  where ${isRevenue('invoice')} and note.status = 'finalized' and note.refund_amount_cents > 0
  group by invoice.id, invoice.organization_id, invoice.customer_id, invoice.billing_entity_id, invoice.currency, invoice.issuing_date;`;

const row = (record: 'old' | 'new') => `(select (${record}).*)`;

const trigger = (name: string, when: string, body: string) => `
  create function invoicing.${name}() returns trigger language plpgsql as $${name}$ begin ${body} return null; end $${name}$;
  create trigger ${name} after ${when} execute function invoicing.${name}();`;

const feesTrigger = (name: string, when: string, statements: string) => `
  create function invoicing.${name}() returns trigger language plpgsql set enable_seqscan = off
  as $${name}$ begin ${statements} return null; end $${name}$;
  create trigger ${name} after ${when} for each statement execute function invoicing.${name}();`;

/** Only fees with a changed contribution, on one side of the change. */
const changed = (side: string, other: string) => `(
  select one.* from ${side} one join ${other} another on another.id = one.id
  where (one.invoice_id, one.amount_cents, one.precise_coupons_amount_cents, one.taxes_amount_cents, one.deleted_at)
    is distinct from (another.invoice_id, another.amount_cents, another.precise_coupons_amount_cents,
      another.taxes_amount_cents, another.deleted_at))`;

const counted = (note: string) => `case when ${note}.status = 'finalized' then ${note}.refund_amount_cents else 0 end`;
/** The lock on the invoice orders its concurrent changes before or after the note. */
const refund = (note: 'old' | 'new', sign: 1 | -1) => `
  if ${note}.status = 'finalized' and ${note}.refund_amount_cents > 0 then
    insert into invoicing.analytics_changes (${columns})
    select invoice.organization_id, 'refunds', invoice.customer_id, invoice.billing_entity_id, invoice.currency,
           date_trunc('month', invoice.issuing_date)::date, '', ${sign}, ${sign} * ${note}.refund_amount_cents
    from (select * from invoicing.invoices where id = ${note}.invoice_id for no key update) invoice
    where ${isRevenue('invoice')};
  end if;`;

/**
 * The figures of analytics. A change of an invoice, a fee or a credit note writes its effect on each figure in the same
 * statement. No write waits for another. A job adds these changes up in the background; totals plus the remaining
 * changes are the current figures. The figures follow every write to invoices.
 */
export const analyticsTables = `
    create table invoicing.analytics_changes (
      id bigint generated always as identity primary key,
      organization_id uuid not null,
      measure text not null,
      customer_id uuid not null,
      billing_entity_id uuid,
      currency text not null,
      period date not null,
      label text not null,
      number bigint not null,
      amount numeric not null
    );
    create index analytics_changes_organization on invoicing.analytics_changes (organization_id, id);
    ${protectTable('invoicing', 'analytics_changes')}

    create table invoicing.analytics_totals (
      organization_id uuid not null,
      measure text not null,
      billing_entity_id uuid,
      currency text not null,
      period date not null,
      label text not null,
      number bigint not null,
      amount numeric not null,
      unique nulls not distinct (organization_id, measure, billing_entity_id, currency, period, label)
    );
    create index analytics_totals_nothing on invoicing.analytics_totals (organization_id) where number = 0;
    ${protectTable('invoicing', 'analytics_totals')}

    create table invoicing.analytics_customer_totals (
      organization_id uuid not null,
      customer_id uuid not null,
      measure text not null,
      billing_entity_id uuid,
      currency text not null,
      period date not null,
      label text not null,
      number bigint not null,
      amount numeric not null,
      unique nulls not distinct (organization_id, customer_id, measure, billing_entity_id, currency, period, label)
    );
    create index analytics_customer_totals_nothing on invoicing.analytics_customer_totals (organization_id)
      where number = 0;
    ${protectTable('invoicing', 'analytics_customer_totals')}
    ${trigger(
      'analyse_new_invoice',
      `insert on invoicing.invoices for each row when (new.status <> 'draft')`,
      invoices(row('new'), 1),
    )}
    ${trigger(
      'analyse_invoice',
      `update on invoicing.invoices for each row when (
        (old.status, old.payment_status, old.total_amount_cents, old.issuing_date, old.payment_dispute_lost_at) is distinct from
        (new.status, new.payment_status, new.total_amount_cents, new.issuing_date, new.payment_dispute_lost_at))`,
      `${invoices(row('old'), -1)} ${invoices(row('new'), 1)}
      if (${isRevenue('old')}, old.issuing_date) is distinct from (${isRevenue('new')}, new.issuing_date) then
        ${refunds(row('old'), -1)} ${refunds(row('new'), 1)}
        ${subscriptionFees('invoicing.fees', -1, row('old'), `fee.invoice_id = old.id and ${isRevenue('invoice')}`)}
        ${subscriptionFees('invoicing.fees', 1, row('new'), `fee.invoice_id = new.id and ${isRevenue('invoice')}`)}
      end if;
      if ${hasUsage('old')} is distinct from ${hasUsage('new')} then
        ${usage('invoicing.fees', -1, row('old'), `fee.invoice_id = old.id and ${hasUsage('invoice')}`)}
        ${usage('invoicing.fees', 1, row('new'), `fee.invoice_id = new.id and ${hasUsage('invoice')}`)}
      end if;`,
    )}
    ${feesTrigger('analyse_new_fees', 'insert on invoicing.fees referencing new table as added', fees('added', 1))}
    ${feesTrigger(
      'analyse_fees',
      'update on invoicing.fees referencing old table as before new table as behind',
      fees(changed('before', 'behind'), -1) + fees(changed('behind', 'before'), 1),
    )}
    ${feesTrigger(
      'analyse_removed_fees',
      'delete on invoicing.fees referencing old table as removed',
      fees('removed', -1),
    )}
    ${trigger(
      'analyse_new_credit_note',
      'insert on invoicing.credit_notes for each row when (new.refund_amount_cents > 0)',
      refund('new', 1),
    )}
    ${trigger(
      'analyse_credit_note',
      `update on invoicing.credit_notes for each row when (${counted('old')} <> ${counted('new')})`,
      refund('old', -1) + refund('new', 1),
    )}`;
