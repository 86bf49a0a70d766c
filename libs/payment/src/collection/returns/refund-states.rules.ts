import type { RefundOutcome } from '../../providers/ports/outcomes.js';

type Status = RefundOutcome['status'];

/**
 * Decides the status of a refund after a report of its provider. A refund may fail after it had succeeded, and a failure
 * is final, so the order of reports does not matter (webhooks, amendments).
 * @returns null for a report that changes nothing
 */
export function nextStatus(before: Status, reported: Status): Exclude<Status, 'pending'> | null {
  if (before === 'failed' || reported === before || reported === 'pending') return null;
  return reported;
}
