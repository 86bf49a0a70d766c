import type { CustomerBankAccount, Mandate, Payment, Refund } from 'gocardless-nodejs/types';
import type { ProviderError } from '../../model/payments/payments.tables.js';
import type { OtherDetails } from '../../model/connections/providers.tables.js';
import type { ProviderMethod } from '../ports/methods.js';
import type { ChargeOutcome, RefundOutcome } from '../ports/outcomes.js';

/** The cause of a failure, as an event names it. */
export interface FailureCause {
  /** Such as `insufficient_funds`. */
  cause: string;
  /** For people. */
  description: string | null;
}

const failed: readonly string[] = ['cancelled', 'customer_approval_denied', 'failed', 'charged_back'];

/** Causes that a further debit of the same account cannot change. */
const hardCauses: ReadonlySet<string> = new Set([
  'authorisation_disputed',
  'bank_account_closed',
  'bank_account_transferred',
  'direct_debit_not_enabled',
  'invalid_bank_details',
  'mandate_cancelled',
  'mandate_expired',
]);

const words = (name: string): string => name.replaceAll('_', ' ');

/**
 * Converts the state of a payment (webhooks, section 12). It succeeds when GoCardless pays it out; an unknown state is
 * one that goes on.
 */
export function outcomeOfPayment(
  { id, status }: Pick<Payment, 'id' | 'status'>,
  cause: FailureCause | null = null,
): ChargeOutcome {
  const isFailed = failed.includes(status ?? '');
  return {
    id: id ?? null,
    status: status === 'paid_out' ? 'succeeded' : isFailed ? 'failed' : 'processing',
    providerStatus: status ?? 'unknown',
    nextAction: null,
    actionUrl: null,
    error: isFailed ? errorOf(status ?? 'failed', cause) : null,
  };
}

const errorOf = (status: string, cause: FailureCause | null): ProviderError => ({
  message: cause?.description ?? `The payment is ${words(status)}.`,
  error_code: cause?.cause ?? status,
  ...(cause && hardCauses.has(cause.cause) ? { hard: true } : {}),
});

const failedRefunds: readonly string[] = ['cancelled', 'bounced', 'funds_returned', 'failed'];

/** Converts the state of a refund (webhooks, sections 12 and 18). */
export function outcomeOfRefund({ id, status }: { id?: string; status?: string }): RefundOutcome {
  const refundId = id ?? null;
  if (status === 'paid') return { id: refundId, status: 'succeeded', error: null };
  if (!failedRefunds.includes(status ?? '')) return { id: refundId, status: 'pending', error: null };
  const error = { message: `The refund failed: ${words(status ?? '')}.`, error_code: null };
  return { id: refundId, status: 'failed', error };
}

/** A refund, as far as the service reads it. */
export type RefundState = Pick<Refund, 'id' | 'status' | 'amount' | 'metadata'>;

/** States of mandates on which GoCardless takes payments: those of a new one are submitted once its bank allows it. */
export const usableStates: NonNullable<Mandate['status']>[] = [
  'pending_customer_approval',
  'pending_submission',
  'submitted',
  'active',
];

/** Whether a payment can be made on a mandate. */
export const isUsable = ({ status }: Pick<Mandate, 'status'>): boolean =>
  status !== undefined && usableStates.includes(status);

const schemes: Readonly<Record<string, OtherDetails['type']>> = {
  ach: 'us_bank_account',
  bacs: 'bacs_debit',
  sepa_core: 'sepa_debit',
};

/** Reads a mandate as a method: the bank, the last digits of the account, and the reference on the payer's statement. */
export const methodOf = (
  { id, scheme, reference }: Pick<Mandate, 'id' | 'scheme' | 'reference'>,
  account: Pick<CustomerBankAccount, 'bank_name' | 'account_number_ending'> | null,
): ProviderMethod => ({
  id: id ?? '',
  details: {
    type: schemes[scheme ?? ''] ?? 'other',
    bank: account?.bank_name ?? null,
    last4: account?.account_number_ending ?? null,
    mandateId: null,
  },
  mandateId: reference ?? id ?? null,
});
