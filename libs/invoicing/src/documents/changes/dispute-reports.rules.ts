import type { PaymentDisputeRow } from '../../model/payments/payment-disputes.repository.js';

/** A report of a provider about a payment after its success. `restored`: the money is there. */
export interface DisputeReport {
  status: PaymentDisputeRow['status'] | 'restored';
  /** When that happened at the provider. */
  at: Date;
}

/** Of two reports of one instant, a decision counts more than an opening. */
const weight = { opened: 0, won: 1, lost: 1 } as const;

/**
 * Decides what a report changes. The report that is the latest at the provider counts, in whatever order reports come.
 * @returns the status afterwards, and whether it is another one; null for a report that changes nothing
 */
export function disputeAfter(
  before: Pick<PaymentDisputeRow, 'status' | 'at'> | undefined,
  { status: reported, at }: DisputeReport,
): { status: PaymentDisputeRow['status']; isNew: boolean } | null {
  // Money that is there is news only after its loss.
  if (reported === 'restored' && before?.status !== 'lost') return null;
  const status = reported === 'restored' ? 'won' : reported;
  if (!before) return { status, isNew: true };
  const isLate = at < before.at || (at.getTime() === before.at.getTime() && weight[status] < weight[before.status]);
  return isLate ? null : { status, isNew: status !== before.status };
}
