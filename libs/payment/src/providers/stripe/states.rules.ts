import type { Stripe } from 'stripe';
import type { ProviderError } from '../../model/payments/payments.tables.js';
import type { MethodDetails, OtherDetails } from '../../model/connections/providers.tables.js';
import type { ProviderMethod } from '../ports/methods.js';
import type { ChargeOutcome, RefundOutcome } from '../ports/outcomes.js';
import { isHardDecline } from './declines.rules.js';
import { withoutSecrets } from './errors.rules.js';

/** A payment intent, as far as the service reads it. Events bring it as plain JSON. */
export type IntentState = Pick<Stripe.PaymentIntent, 'id' | 'status'> &
  Partial<Pick<Stripe.PaymentIntent, 'next_action' | 'last_payment_error' | 'cancellation_reason'>>;

const failed: readonly string[] = ['canceled', 'requires_payment_method'];

/** Converts the state of a payment intent (webhooks, section 11.4). An unknown state is one that goes on. */
export function outcomeOfIntent(intent: IntentState): ChargeOutcome {
  const { id, status } = intent;
  const isFailed = failed.includes(status);
  const action = status === 'requires_action' ? (intent.next_action ?? null) : null;
  return {
    id,
    status: status === 'succeeded' ? 'succeeded' : isFailed ? 'failed' : 'processing',
    providerStatus: status,
    nextAction: action && (JSON.parse(JSON.stringify(action)) as Record<string, unknown>),
    actionUrl: action && addressOf(action),
    error: isFailed ? errorOfIntent(intent) : null,
  };
}

/** The page of the next action: 3-D Secure, a redirect to a bank, or instructions for a transfer or a boleto. */
function addressOf(action: Stripe.PaymentIntent.NextAction): string | null {
  return (
    action.redirect_to_url?.url ??
    action.display_bank_transfer_instructions?.hosted_instructions_url ??
    action.boleto_display_details?.hosted_voucher_url ??
    action.verify_with_microdeposits?.hosted_verification_url ??
    null
  );
}

function errorOfIntent({ status, last_payment_error: error, cancellation_reason: reason }: IntentState): ProviderError {
  if (!error) return { message: `The payment is ${status.replaceAll('_', ' ')}.`, error_code: reason ?? status };
  const decline = {
    code: error.code ?? null,
    declineCode: error.decline_code ?? null,
    adviceCode: error.advice_code ?? null,
  };
  return {
    message: withoutSecrets(error.message ?? 'The payment failed.'),
    error_code: decline.declineCode ?? decline.code ?? error.type,
    ...(isHardDecline(decline) ? { hard: true } : {}),
  };
}

/** A refund, as far as the service reads it. */
export type RefundState = Pick<Stripe.Refund, 'id' | 'status'> & Partial<Pick<Stripe.Refund, 'failure_reason'>>;

/** Converts the state of a refund (webhooks, section 18). */
export function outcomeOfRefund({ id, status, failure_reason: reason }: RefundState): RefundOutcome & { id: string } {
  if (status === 'succeeded') return { id, status, error: null };
  if (status !== 'failed' && status !== 'canceled') return { id, status: 'pending', error: null };
  const words = reason ? `: ${reason.replaceAll('_', ' ')}` : '';
  const what = status === 'failed' ? 'failed' : 'was canceled';
  return { id, status: 'failed', error: { message: `The refund ${what}${words}.`, error_code: null } };
}

const otherTypes: readonly string[] = [
  'sepa_debit',
  'us_bank_account',
  'bacs_debit',
  'link',
  'boleto',
  'crypto',
  'customer_balance',
] satisfies OtherDetails['type'][];

/** A payment method, as far as the service reads it. */
export type MethodState = Pick<Stripe.PaymentMethod, 'id' | 'type'> &
  Partial<Pick<Stripe.PaymentMethod, 'card' | 'sepa_debit' | 'us_bank_account' | 'bacs_debit'>>;

/** Reads a method with the details that documents show. @param mandateId the payer's agreement to direct debits */
export const methodOf = (method: MethodState, mandateId: string | null = null): ProviderMethod => ({
  id: method.id,
  details: detailsOf(method),
  mandateId,
});

function detailsOf(method: MethodState): MethodDetails | null {
  if (method.type === 'card')
    return method.card ? { type: 'card', brand: method.card.brand.toLowerCase(), last4: method.card.last4 } : null;
  const account = method.sepa_debit ?? method.bacs_debit ?? method.us_bank_account ?? null;
  return {
    type: otherTypes.includes(method.type) ? (method.type as OtherDetails['type']) : 'other',
    bank: method.us_bank_account?.bank_name ?? method.sepa_debit?.bank_code ?? null,
    last4: account?.last4 ?? null,
    mandateId: null,
  };
}
