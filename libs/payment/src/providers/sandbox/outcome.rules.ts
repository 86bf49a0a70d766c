import type { Instant } from '@tollgate/platform';
import type { SandboxMethod } from '@tollgate/contracts';
import type { ProviderError } from '../../model/payments/payments.tables.js';
import type { SandboxChargesTable } from '../../model/connections/providers.tables.js';
import type { ChargeOutcome, RefundOutcome } from '../ports/outcomes.js';

type Status = SandboxChargesTable['status'];

const HOUR = 3_600_000;

const refusal = { message: 'The payment was refused.', error_code: 'card_declined' };

/** The first status of a charge by a method, and its last one when an event reports it later. */
const courses: Record<SandboxMethod, { first: Status; last?: Status }> = {
  pm_succeeds: { first: 'succeeded' },
  pm_fails: { first: 'failed' },
  pm_requires_action: { first: 'requires_action', last: 'succeeded' },
  pm_late: { first: 'processing', last: 'succeeded' },
  pm_late_fails: { first: 'processing', last: 'failed' },
  pm_refund_fails: { first: 'succeeded' },
};

const courseOf = (method: string) => courses[method as SandboxMethod];

/** @param at Unix ms @returns the first status, and the instant of the later event: after an hour */
export function firstAnswer(method: string, at: Instant): { status: Status; answerAt: number | null } {
  const { first, last } = courseOf(method);
  return { status: first, answerAt: last ? at + HOUR : null };
}

/** The final status of a charge that did not finish at once. */
export const lastAnswer = (method: string): Status => courseOf(method).last ?? courseOf(method).first;

/** Converts a charge into an outcome of the port. */
export const outcomeOf = (id: string, status: Status): ChargeOutcome => ({
  id: `sandbox_${id}`,
  status: status === 'requires_action' ? 'processing' : status,
  providerStatus: status,
  nextAction: status === 'requires_action' ? { type: 'redirect_to_url', redirect_to_url: { url: null } } : null,
  actionUrl: null,
  error: status === 'failed' ? refusal : null,
});

/** A refund is final at once. */
export const refundOf = (key: string, error: ProviderError | null): RefundOutcome =>
  error ? { id: null, status: 'failed', error } : { id: `sandbox_${key}`, status: 'succeeded', error: null };

/** Finds the reason to refuse a refund; null when there is none. */
export function refusalOfRefund(
  charge: (Pick<SandboxChargesTable, 'method' | 'amount_cents'> & { refunded_cents: bigint }) | undefined,
  amountCents: bigint,
): ProviderError | null {
  if (!charge) return { message: 'There is no such charge.', error_code: 'resource_missing' };
  if (charge.method === 'pm_refund_fails') return { message: 'The refund was refused.', error_code: 'refund_failed' };
  if (charge.refunded_cents + amountCents > charge.amount_cents)
    return { message: 'More than was charged cannot go back.', error_code: 'amount_too_large' };
  return null;
}
