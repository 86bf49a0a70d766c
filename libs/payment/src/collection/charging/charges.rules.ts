import type { PaymentMethodReference } from '@tollgate/contracts';
import type { PayableInvoice } from '@tollgate/invoicing/reader';
import { payingMethod } from '../../model/paying-methods/method-references.js';
import type { LinkedMethod } from '../../model/connections/provider-connections.repository.js';

/** The invoices that a charge pays, and their due amount in cents. */
export interface DueInvoices {
  invoiceIds: string[];
  amountCents: bigint;
}

/** Excludes self-billed and paid invoices, and invoices that are neither final nor open for their payment. */
const isCharged = (invoice: PayableInvoice): boolean =>
  (invoice.status === 'finalized' || invoice.status === 'open') &&
  !invoice.selfBilled &&
  invoice.paymentStatus !== 'succeeded' &&
  invoice.dueCents > 0n;

/** The due amount of an invoice, or of the invoices of a payment request (webhooks, section 10.2); undefined for none. */
export function dueOf(invoices: readonly PayableInvoice[]): DueInvoices | undefined {
  const charged = invoices.filter(isCharged);
  if (charged.length === 0) return undefined;
  return {
    invoiceIds: charged.map(({ id }) => id),
    amountCents: charged.reduce((sum, { dueCents }) => sum + dueCents, 0n),
  };
}

/**
 * Selects the method of a charge, or the reason for none (webhooks, section 14).
 * @param requested whether the call names the method: it charges that one, or none
 */
export function methodToCharge(
  customerMethods: LinkedMethod[],
  reference: PaymentMethodReference,
  { requested }: { requested: boolean },
): LinkedMethod | 'by_hand' | 'no_method' {
  if (reference.payment_method_type === 'manual') return 'by_hand';
  const linked = payingMethod(customerMethods, reference);
  if (!linked) return 'no_method';
  const requestedId = requested ? reference.payment_method_id : null;
  return requestedId === null || linked.method.id === requestedId ? linked : 'no_method';
}
