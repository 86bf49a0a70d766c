import type { Invoice } from './calls.js';

/** The state of an invoice in one word. */
export function stateOf({ status, payment_status: payment, payment_overdue: overdue }: Invoice): string {
  if (status === 'voided') return 'voided';
  if (payment === 'succeeded') return 'paid';
  return overdue ? 'overdue' : 'open';
}
