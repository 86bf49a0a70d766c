import type { CreditNote, Invoice } from '@tollgate/contracts';

/** Whether a credit note has an amount to refund whose outcome is unknown (webhooks, section 18). */
export const awaitsRefund = (note: Pick<CreditNote, 'refund_amount_cents' | 'refund_status'>): boolean =>
  note.refund_amount_cents > 0 && note.refund_status === 'pending';

/** Whether a provider may refund an invoice: it is paid, and no dispute was lost (webhooks, section 18). */
export const isRefundable = (invoice: Pick<Invoice, 'payment_status' | 'payment_dispute_lost_at'>): boolean =>
  invoice.payment_status === 'succeeded' && invoice.payment_dispute_lost_at === null;
