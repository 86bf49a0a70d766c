import { addDays, formatDate, parseDate } from './periods/plain-date.js';
import { localDate } from './periods/local-time.js';
import type { Instant } from './periods/local-time.js';

export type IssuingDateAnchor = 'current_period_end' | 'next_period_start';
export type IssuingDateAdjustment = 'keep_anchor' | 'align_with_finalization_date';

/** Settings for an invoice: the customer's, or the entity's where those are null. Days. */
export interface IssuingDateSettings {
  readonly gracePeriodDays: number;
  readonly anchor: IssuingDateAnchor;
  readonly adjustment: IssuingDateAdjustment;
}

/** Days from the billing date to the issuing date of a subscription invoice (invoices, section 9.1). */
export function issuingDateOffset(
  periodic: boolean,
  { gracePeriodDays, anchor, adjustment }: IssuingDateSettings,
): number {
  if (!periodic) return gracePeriodDays;
  if (adjustment === 'keep_anchor') return anchor === 'current_period_end' ? -1 : 0;
  return anchor === 'current_period_end' && gracePeriodDays === 0 ? -1 : gracePeriodDays;
}

export interface InvoiceDates {
  /** All dates YYYY-MM-DD. */
  readonly issuingDate: string;
  readonly expectedFinalizationDate: string;
  readonly paymentDueDate: string;
}

/** Dates of a subscription invoice for a billing instant, in the customer's zone (invoices, section 9.1). */
export function subscriptionInvoiceDates(
  billedAt: Instant,
  timezone: string,
  periodic: boolean,
  settings: IssuingDateSettings,
  netPaymentTermDays: number,
): InvoiceDates {
  const billingDate = localDate(billedAt, timezone);
  const issuingDate = datePlusDays(billingDate, issuingDateOffset(periodic, settings));
  return {
    issuingDate,
    expectedFinalizationDate: datePlusDays(billingDate, settings.gracePeriodDays),
    paymentDueDate: paymentDueDate(issuingDate, netPaymentTermDays),
  };
}

/** Dates of every other invoice: issued on the billing date, without grace (invoices, section 9.1). */
export function plainInvoiceDates(billedAt: Instant, timezone: string, netPaymentTermDays: number): InvoiceDates {
  const issuingDate = localDate(billedAt, timezone);
  return {
    issuingDate,
    expectedFinalizationDate: issuingDate,
    paymentDueDate: paymentDueDate(issuingDate, netPaymentTermDays),
  };
}

/** The due date of an invoice. */
export function paymentDueDate(issuingDate: string, netPaymentTermDays: number): string {
  return datePlusDays(issuingDate, netPaymentTermDays);
}

/** Adds days to a date, or subtracts them; YYYY-MM-DD in and out. */
export function datePlusDays(date: string, days: number): string {
  return formatDate(addDays(parseDate(date), days));
}
