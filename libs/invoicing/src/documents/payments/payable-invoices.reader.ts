import type { Invoice } from '@tollgate/contracts';
import type { TenantTransaction } from '@tollgate/platform';
import { amountDue } from '@tollgate/rating';
import { presentInvoices } from '../invoices/invoice.presenter.js';
import { invoicesByIds, isPayable, isShown, type InvoiceRow } from '../../model/invoices/invoices.repository.js';
import { settlementsOf } from '../../model/payments/settlements.repository.js';
import { soldTransactionOf } from '../../model/payments/sold-credits.repository.js';
import { tables } from '../../model/invoicing.tables.js';

/** An invoice as the collector of its payment sees it. */
export interface PayableInvoice {
  id: string;
  customerId: string;
  billingEntityId: string;
  status: InvoiceRow['status'];
  currency: string;
  number: string;
  type: InvoiceRow['invoice_type'];
  /** A day. */
  issuingDate: string;
  overdue: boolean;
  paymentStatus: InvoiceRow['payment_status'];
  selfBilled: boolean;
  /** The open amount, in cents. */
  dueCents: bigint;
}

/**
 * Reads invoices that the interface shows, in the order of the ids.
 * @param open whether to include hidden ones that wait for their payment
 */
export async function readPayableInvoices(
  transaction: TenantTransaction,
  ids: string[],
  { open } = { open: false },
): Promise<PayableInvoice[]> {
  const rows = await invoicesByIds(transaction, ids);
  const settlements = await settlementsOf(transaction, rows);
  return rows.flatMap((row) => {
    const settlement = settlements.get(row.id);
    if (!settlement || !(open ? isPayable(row) : isShown(row))) return [];
    return {
      id: row.id,
      customerId: row.customer_id,
      billingEntityId: row.billing_entity_id,
      status: row.status,
      currency: row.currency,
      number: row.number,
      type: row.invoice_type,
      issuingDate: row.issuing_date,
      overdue: row.payment_overdue,
      paymentStatus: row.payment_status,
      selfBilled: row.self_billed,
      dueCents: amountDue(settlement),
    };
  });
}

/** Checks whether a customer has final invoices that are not paid. */
export async function hasUnpaidInvoices(transaction: TenantTransaction, customerId: string): Promise<boolean> {
  const unpaid = await tables(transaction)
    .selectFrom('invoicing.invoices')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'finalized')
    .where('payment_status', '<>', 'succeeded')
    .where('self_billed', '=', false)
    .where('total_amount_cents', '>', 0n)
    .limit(1)
    .executeTakeFirst();
  return unpaid !== undefined;
}

/** SQL for the invoices of all organizations: their ids and owners. */
export const everyInvoice = '(select id, organization_id from invoicing.invoices)';

/** SQL for the hidden invoices of all organizations for whose payment a subscription waits. */
export const waitingInvoices = `(
  select id, organization_id from invoicing.invoices where awaits_payment and not awaits_taxes)`;

/** SQL for the unpaid invoices of all organizations that may be paid, with the amount due in cents. */
export const unpaidInvoices = `(
  select invoice.id, invoice.organization_id,
    invoice.total_amount_cents - invoice.total_paid_amount_cents - coalesce((
      select sum(note.offset_amount_cents) from invoicing.credit_notes note
      where note.invoice_id = invoice.id and note.status = 'finalized'), 0) as due_cents
  from invoicing.invoices invoice
  where invoice.status in ('finalized', 'open') and invoice.payment_status <> 'succeeded')`;

/** The ids of a customer's final invoices with a pending payment that a provider may charge, in order. */
export async function readPendingInvoiceIds(
  transaction: TenantTransaction,
  customerId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await tables(transaction)
    .selectFrom('invoicing.invoices')
    .select('id')
    .where('organization_id', '=', transaction.organizationId)
    .where('customer_id', '=', customerId)
    .where('status', '=', 'finalized')
    .where('payment_status', '=', 'pending')
    .where('skips_provider', '=', false)
    .where('self_billed', '=', false)
    .$if(after !== null, (query) => query.where('id', '>', after))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Invoices of any status by id, as lists show them. */
export async function readInvoiceResources(
  transaction: TenantTransaction,
  ids: string[],
): Promise<Map<string, Invoice>> {
  const invoices = await presentInvoices(transaction, await invoicesByIds(transaction, ids));
  return new Map(invoices.map((invoice) => [invoice.svc_id, invoice]));
}

/** Numbers of invoices of any status, by id. */
export async function readInvoiceNumbers(transaction: TenantTransaction, ids: string[]): Promise<Map<string, string>> {
  const rows = await invoicesByIds(transaction, ids);
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** The customer and currency of a paid invoice; otherwise null. */
export async function readPaidInvoice(
  transaction: TenantTransaction,
  id: string,
): Promise<{ customerId: string; currency: string } | null> {
  const [row] = await invoicesByIds(transaction, [id]);
  return row?.payment_status === 'succeeded' ? { customerId: row.customer_id, currency: row.currency } : null;
}

/** The wallet transaction whose credits an invoice sells, and whether the interface shows the invoice yet. */
export async function readSoldCredits(
  transaction: TenantTransaction,
  invoiceId: string,
): Promise<{ walletTransactionId: string | null; shown: boolean }> {
  const [row] = await invoicesByIds(transaction, [invoiceId]);
  if (!row) return { walletTransactionId: null, shown: false };
  return { walletTransactionId: await soldTransactionOf(transaction, row), shown: isShown(row) };
}
