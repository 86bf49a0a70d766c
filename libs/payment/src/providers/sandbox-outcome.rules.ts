import type { Instant } from '@tollgate/platform';
import type { SandboxMethod } from '@tollgate/contracts';
import type { ProviderError } from '../tables/payments.tables.js';
import type { SandboxChargesTable } from '../tables/providers.tables.js';
import type { ChargeOutcome } from './payment-provider.js';

type Status = SandboxChargesTable['status'];

const HOUR = 3_600_000;

const refusal = { message: 'The payment was refused.', error_code: 'card_declined' };

/** How a charge by a method stands when it is asked for, and how it ends where that is told later. */
const courses: Record<SandboxMethod, { first: Status; last?: Status }> = {
  pm_succeeds: { first: 'succeeded' },
  pm_fails: { first: 'failed' },
  pm_requires_action: { first: 'requires_action', last: 'succeeded' },
  pm_late: { first: 'processing', last: 'succeeded' },
  pm_late_fails: { first: 'processing', last: 'failed' },
  pm_refund_fails: { first: 'succeeded' },
};

const courseOf = (method: string) => courses[method as SandboxMethod];

/** @param at Unix ms @returns when the outcome is told, if it is later: after an hour */
export function firstAnswer(method: string, at: Instant): { status: Status; answerAt: number | null } {
  const { first, last } = courseOf(method);
  return { status: first, answerAt: last ? at + HOUR : null };
}

/** How a charge ends that was not done at once. */
export const lastAnswer = (method: string): Status => courseOf(method).last ?? courseOf(method).first;

/** A charge in the words of the port. */
export const outcomeOf = (id: string, status: Status): ChargeOutcome => ({
  id: `sandbox_${id}`,
  status: status === 'requires_action' ? 'processing' : status,
  providerStatus: status,
  nextAction: status === 'requires_action' ? { type: 'redirect_to_url', redirect_to_url: { url: null } } : null,
  error: status === 'failed' ? refusal : null,
});

/** Why a part of a charge does not go back; null when it does. */
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
