import type { Invoice } from './calls.js';

/** Whether something of an invoice is still to pay. */
export const isDue = ({ status, total_due_amount_cents: due }: Invoice): boolean => status !== 'voided' && due > 0;

/** The state of an invoice in one word. */
export function stateOf({ status, payment_status: payment, payment_overdue: overdue }: Invoice): string {
  if (status === 'voided') return 'voided';
  if (payment === 'succeeded') return 'paid';
  return overdue ? 'overdue' : 'open';
}
