import type { PortalPaymentCreate } from '@tollgate/contracts';
import { readOverdueInvoices, readPayableInvoices, type PayableInvoice } from '@tollgate/invoicing/reader';
import { isId, NotAllowed, NotFound, ValidationFailed, type TenantTransaction } from '@tollgate/platform';
import { invoicesBeingPaid, lockPayables } from '../model/payments/payments.repository.js';
import { totalsOf, type RequestTotals } from '../payments/requests/request-totals.rules.js';

/** Overdue invoices that one payment may cover. */
const mostOverdue = 1_000;

/** The invoices of one payment, locked until the transaction ends. */
export interface InvoicesToPay {
  customerId: string;
  invoices: PayableInvoice[];
  totals: RequestTotals;
}

/**
 * Reads the invoices that a customer pays together: the named ones, or all overdue ones. Locks them: concurrent payments of
 * them begin one after another (customers, section 3.2).
 * @throws NotFound, NotAllowed, ValidationFailed
 */
export async function invoicesToPay(
  transaction: TenantTransaction,
  customerId: string,
  { svc_invoice_ids: named, amount_cents: seenCents }: PortalPaymentCreate,
): Promise<InvoicesToPay> {
  const ids = named ? [...new Set(named.map((id) => id.toLowerCase()))] : await overdueOf(transaction, customerId);
  if (!ids.every(isId)) throw new NotFound('invoice');
  await lockPayables(transaction, ids);
  const invoices = (await readPayableInvoices(transaction, ids)).filter((one) => one.customerId === customerId);
  if (invoices.length < ids.length) throw new NotFound('invoice');
  if (ids.length === 0) throw new ValidationFailed({ base: ['nothing_to_pay'] });
  if (!invoices.every(isPayable)) throw new ValidationFailed({ svc_invoice_ids: ['invoice_not_payable'] });
  if ((await invoicesBeingPaid(transaction, ids)).size > 0)
    throw new NotAllowed('payment_processor_is_currently_handling_payment');
  const totals = totalsOf(invoices);
  if (typeof seenCents === 'number' && BigInt(seenCents) !== totals.amountCents)
    throw new ValidationFailed({ amount_cents: ['amount_has_changed'] });
  return { customerId, invoices, totals };
}

async function overdueOf(transaction: TenantTransaction, customerId: string): Promise<string[]> {
  const overdue = await readOverdueInvoices(transaction, customerId);
  if (overdue.length > mostOverdue) throw new ValidationFailed({ base: ['too_many_invoices'] });
  return overdue.flatMap((invoice) => (invoice.dueCents > 0n ? [invoice.id] : []));
}

const isPayable = ({ status, paymentStatus, dueCents, selfBilled }: PayableInvoice): boolean =>
  status === 'finalized' && paymentStatus !== 'succeeded' && dueCents > 0n && !selfBilled;

const mostNumbers = 5;

/** The text of a payment for the payer: the numbers of its invoices, the first ones of many. */
export function titleOf(invoices: readonly PayableInvoice[]): string {
  const numbers = invoices.slice(0, mostNumbers).map(({ id, number }) => (number === '' ? id : number));
  return invoices.length > mostNumbers ? `${numbers.join(', ')} …` : numbers.join(', ');
}
