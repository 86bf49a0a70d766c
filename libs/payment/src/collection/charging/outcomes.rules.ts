import type { PaymentRow } from '../../model/payments/payments.repository.js';

/** An invoice to which a payment is offered. */
export interface Part {
  /** The invoice. */
  id: string;
  /** The payment id at the invoice. */
  paymentId: string;
}

/** An invoice of a payment request. */
export interface RequestedPart extends Part {
  /** The amount that an earlier try recorded at the invoice, in cents; null for none. */
  recordedCents: bigint | null;
}

/** Whether an outcome may still change a payment: only a provider's, and never a success (webhooks, section 10.3). */
export const isOpenAtProvider = ({ type, payment_status: status }: Pick<PaymentRow, 'type' | 'payment_status'>) =>
  type === 'provider' && status !== 'succeeded';

/** Whether a payment succeeded or failed: a further failure changes nothing. */
export const hasEnded = ({ payment_status: status }: Pick<PaymentRow, 'payment_status'>): boolean =>
  status === 'succeeded' || status === 'failed';

/** The rest of a payment of several invoices after earlier tries, in cents (webhooks, section 16). */
export const leftOf = (amountCents: bigint, parts: readonly RequestedPart[]): bigint =>
  parts.reduce((left, { recordedCents }) => left - (recordedCents ?? 0n), amountCents);
