import type { Instant } from '@tollgate/platform';
import { localDate, paymentDueDate } from '@tollgate/rating';
import type { CustomerView } from '@tollgate/subscription/reader';
import type { InvoiceRow } from '../repositories/invoices.repository.js';

interface FinalInvoice {
  written: Pick<InvoiceRow, 'issuing_date'>;
  /** Whether it bills a period that has come to its end. */
  periodic: boolean;
  customer: CustomerView;
  /** Unix milliseconds. */
  now: Instant;
}

/**
 * An invoice that becomes final behind the time when it was written is issued today, unless a periodic one keeps its anchor,
 * and due by the payment term of now (invoices, sections 4.5 and 9.4).
 */
export function finalDates({ written, periodic, customer, now }: FinalInvoice) {
  const retainsDate = periodic && customer.issuingDateAdjustment === 'keep_anchor';
  const issuingDate = retainsDate ? written.issuing_date : localDate(now, customer.timezone);
  return {
    issuing_date: issuingDate,
    payment_due_date: paymentDueDate(issuingDate, customer.netPaymentTerm),
    finalize_at: null,
  };
}
