import type { PayableInvoice } from '@tollgate/invoicing/reader';
import type { PaymentRow } from '../../model/repositories/payments.repository.js';

/** The share of a payment for one invoice. */
export interface Part {
  /** The invoice. */
  id: string;
  amountCents: bigint;
  /** The payment id at the invoice. */
  paymentId: string;
}

/** An invoice of a payment request. */
export interface RequestedPart {
  invoice: PayableInvoice;
  /** The payment id at the invoice. */
  paymentId: string;
  /** The amount that an earlier try recorded at the invoice, in cents; null for none. */
  recordedCents: bigint | null;
}

/** Whether an outcome may still change a payment: only a provider's, and never a success (webhooks, section 10.3). */
export const isOpenAtProvider = ({ type, payment_status: status }: Pick<PaymentRow, 'type' | 'payment_status'>) =>
  type === 'provider' && status !== 'succeeded';

/** Whether a payment succeeded or failed: a further failure changes nothing. */
export const hasEnded = ({ payment_status: status }: Pick<PaymentRow, 'payment_status'>): boolean =>
  status === 'succeeded' || status === 'failed';

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

const dueOf = ({ status, paymentStatus, dueCents }: PayableInvoice): bigint =>
  status === 'finalized' && paymentStatus !== 'succeeded' ? dueCents : 0n;

/**
 * Splits a payment among the invoices of a request, in their order: their due amounts, or the amounts that they recorded
 * already (webhooks, section 16). Omits invoices without an amount.
 */
export function partsOfPayment(amountCents: bigint, requested: readonly RequestedPart[]): Part[] {
  let left = amountCents;
  return requested.flatMap(({ invoice, paymentId, recordedCents }) => {
    const share = recordedCents ?? smaller(dueOf(invoice), left);
    left -= share;
    return share > 0n ? [{ id: invoice.id, amountCents: share, paymentId }] : [];
  });
}
