import type { AgeingAmount } from '../api/records.js';
import type { Search } from './filters.js';

/** The days of figures, both included. */
export interface FigureDays {
  first_day: string;
  last_day: string;
}

const limitedTo = (currency: string | undefined): Search => (currency === undefined ? {} : { currency });

/** The states of invoices that were issued, and of those that customers owe, as the filter of the list has them. */
export const issuedStates = 'open,overdue,paid';
export const unpaidStates = 'open,overdue';

/** The address of the list with the rows of a figure: its filters give exactly that sum. */
export const invoicedRows = ({ first_day: from, last_day: to }: FigureDays, currency?: string): Search => ({
  states: issuedStates,
  self_billed: 'false',
  ...limitedTo(currency),
  issuing_date_from: from,
  issuing_date_to: to,
});

export const paymentRows = ({ first_day: from, last_day: to }: FigureDays, currency?: string): Search => ({
  tab: 'succeeded',
  self_billed: 'false',
  ...limitedTo(currency),
  created_at_from: from,
  created_at_to: to,
});

export const refundRows = ({ first_day: from, last_day: to }: FigureDays, currency?: string): Search => ({
  refund_status: 'succeeded',
  self_billed: 'false',
  ...limitedTo(currency),
  issuing_date_from: from,
  issuing_date_to: to,
});

/** @param bucket all buckets by default */
export const openRows = (currency: string, bucket?: AgeingAmount): Search => ({
  states: unpaidStates,
  self_billed: 'false',
  currency,
  ...(bucket?.payment_due_date_from ? { payment_due_date_from: bucket.payment_due_date_from } : {}),
  ...(bucket?.payment_due_date_to ? { payment_due_date_to: bucket.payment_due_date_to } : {}),
});
