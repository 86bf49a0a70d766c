import type { Instant } from '@tollgate/platform';
import { localDate, paymentDueDate } from '@tollgate/rating';
import type { CustomerView } from '@tollgate/subscription/reader';
import type { InvoiceRow } from '../../model/invoices/invoices.repository.js';

interface FinalInvoice {
  written: Pick<InvoiceRow, 'issuing_date'>;
  /** Whether it bills an ended period. */
  periodic: boolean;
  customer: CustomerView;
  /** Unix milliseconds. */
  now: Instant;
}

/**
 * The dates of an invoice that becomes final after it was written. The issuing date is today, unless a periodic invoice
 * retains its anchor; the due date follows the current payment term (invoices, sections 4.5 and 9.4).
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
