/**
 * Declines that a further try with the same method cannot change. Stripe's own retries stop at the codes of the first
 * group. The codes of the second one name a bank account or a mandate that takes no debit any more.
 */
const hardCodes: ReadonlySet<string> = new Set([
  'authentication_required',
  'do_not_try_again',
  'highest_risk_level',
  'incorrect_number',
  'lost_card',
  'pickup_card',
  'revocation_of_all_authorizations',
  'revocation_of_authorization',
  'stolen_card',
  'stop_payment_order',
  'transaction_not_allowed',

  'account_closed',
  'bank_account_restricted',
  'bank_account_unusable',
  'debit_not_authorized',
  'india_recurring_payment_mandate_canceled',
  'no_account',
  'payment_intent_mandate_invalid',
  'payment_method_bank_account_blocked',
]);

/** The advice of issuers with which a repeat is a violation, or needs other data of the card. */
const hardAdvice: ReadonlySet<string> = new Set(['do_not_try_again', 'confirm_card_data']);

/** The codes of a decline: that of Stripe, that of the issuer, and the advice of the issuer. */
export interface StripeDecline {
  code: string | null;
  declineCode: string | null;
  adviceCode: string | null;
}

/** Whether nothing but another method, or other data of it, can help: the service does not repeat the charge. */
export const isHardDecline = ({ code, declineCode, adviceCode }: StripeDecline): boolean =>
  hardAdvice.has(adviceCode ?? '') || hardCodes.has(declineCode ?? '') || hardCodes.has(code ?? '');
