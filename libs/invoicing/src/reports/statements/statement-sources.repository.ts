import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import type { StatementInvoice, StatementNote, StatementPayment, StatementSources } from './statement.rules.js';

/** The account of a customer in one currency. */
export interface Account {
  customerId: string;
  currency: string;
  /** Of the customer: it sets the days of payments and voids. */
  timezone: string;
}

/**
 * Reads what makes up an account, in a statement for each kind of document. Invoices that the customer issues itself
 * are left out.
 * @param most invoices, credit notes or payments; one more of them shows that there are more
 */
export async function readSources(
  transaction: TenantTransaction,
  account: Account,
  most: number,
): Promise<StatementSources> {
  return {
    invoices: await invoicesOf(transaction, account, most + 1),
    payments: await paymentsOf(transaction, account, most + 1),
    notes: await notesOf(transaction, account, most + 1),
  };
}

const accountInvoices = ({ organizationId }: TenantTransaction, { customerId, currency }: Account) => sql`
  invoice.organization_id = ${organizationId} and invoice.customer_id = ${customerId}
    and invoice.currency = ${currency} and invoice.status in ('finalized', 'voided') and not invoice.self_billed`;

async function invoicesOf(
  transaction: TenantTransaction,
  account: Account,
  limit: number,
): Promise<StatementInvoice[]> {
  const { rows } = await sql<
    Omit<StatementInvoice, 'creditedCents' | 'totalCents'> & { total: bigint; credited: bigint }
  >`
    select invoice.id, invoice.number, invoice.issuing_date::text as "issuedOn", invoice.payment_due_date::text as "dueOn",
      invoice.total_amount_cents as total, coalesce((
        select sum(credit.amount_cents)::bigint from invoicing.credits credit
        where credit.invoice_id = invoice.id and credit.kind = 'credit_note'), 0) as credited,
      case when invoice.status = 'voided'
        then (coalesce(invoice.voided_at, invoice.updated_at) at time zone ${account.timezone})::date::text end as "voidedOn",
      (invoice.payment_dispute_lost_at at time zone ${account.timezone})::date::text as "lostOn",
      invoice.payment_status = 'succeeded' as "isPaid"
    from invoicing.invoices invoice where ${accountInvoices(transaction, account)}
    order by invoice.id limit ${limit}
  `.execute(transaction);
  return rows.map(({ total, credited, ...invoice }) => ({ ...invoice, totalCents: total, creditedCents: credited }));
}

async function paymentsOf(
  transaction: TenantTransaction,
  account: Account,
  limit: number,
): Promise<StatementPayment[]> {
  const { rows } = await sql<StatementPayment>`
    select payment.id, payment.invoice_id as "invoiceId", payment.reference, payment.amount_cents as cents,
      (payment.created_at at time zone ${account.timezone})::date::text as "paidOn"
    from invoicing.payments payment join invoicing.invoices invoice on invoice.id = payment.invoice_id
    where payment.payment_status = 'succeeded' and ${accountInvoices(transaction, account)}
    order by payment.id limit ${limit}
  `.execute(transaction);
  return rows;
}

/** The void of a note, else the void of an invoice that used it, else its last use, ends or changes its credit. */
async function notesOf(transaction: TenantTransaction, account: Account, limit: number): Promise<StatementNote[]> {
  const { rows } = await sql<StatementNote>`
    select note.id, note.number, note.invoice_id as "invoiceId", note.issuing_date::text as "issuedOn",
      note.credit_amount_cents as "creditCents", note.refund_amount_cents as "refundCents",
      note.offset_amount_cents as "offsetCents", note.balance_amount_cents as "balanceCents",
      coalesce(used.cents, 0)::bigint as "usedCents",
      (coalesce(note.voided_at, used.voided_at, used.last_at, note.updated_at) at time zone ${account.timezone})::date::text
        as "changedOn"
    from invoicing.credit_notes note
    join invoicing.invoices own on own.id = note.invoice_id
    left join lateral (
      select sum(credit.amount_cents) as cents, max(invoice.voided_at) as voided_at, max(credit.created_at) as last_at
      from invoicing.credits credit join invoicing.invoices invoice on invoice.id = credit.invoice_id
      where credit.kind = 'credit_note' and credit.source_id = note.id and ${accountInvoices(transaction, account)}
    ) used on true
    where note.organization_id = ${transaction.organizationId} and note.customer_id = ${account.customerId}
      and note.currency = ${account.currency} and note.status = 'finalized' and not note.self_billed
    order by note.id limit ${limit}
  `.execute(transaction);
  return rows;
}
