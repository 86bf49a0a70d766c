// The payment methods that Stripe provides for tests, and how each behaves (docs.stripe.com/testing).
import type { Stripe } from 'stripe';

/** Why a payment is refused. */
export interface Decline {
  code: string;
  decline_code?: string;
  message: string;
  advice_code?: string;
}

/** How a method behaves when it is set up, charged or refunded. */
export interface Behavior {
  /** Refuses charges. */
  decline?: Decline;
  /** With `decline`: it can be attached to a customer all the same. */
  attaches?: boolean;
  /**
   * When 3-D Secure is required: `always`; on session, and off session before it is set up; on session only.
   */
  authentication?: 'always' | 'unless_set_up' | 'on_session';
  /** Refuses charges after a successful authentication. */
  declineAfterAuthentication?: Decline;
  /** A bank debit: when its outcome is known; without `after` it never is. */
  settles?: { after?: number; failure?: Decline; isMandateLost?: boolean };
  /** Disputed after its success. */
  dispute?: { reason: string; isInquiry?: boolean };
  /** The course of refunds, unless they succeed at once. */
  refund?: 'pending' | 'fails';
}

const declined = (decline_code: string, message = 'Your card was declined.', advice?: string): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
  ...(advice && { advice_code: advice }),
});
const special = (code: string, message: string): Decline => ({ code, decline_code: code, message });

/** Refusals by their decline code. */
export const declines = {
  authentication_required: special(
    'authentication_required',
    'Your card was declined. This transaction requires authentication.',
  ),
  // The error code is that of an authentication, too (docs.stripe.com/error-codes).
  authentication_not_handled: {
    code: 'authentication_required',
    decline_code: 'authentication_not_handled',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  call_issuer: declined('call_issuer'),
  card_not_supported: declined('card_not_supported', 'Your card does not support this type of purchase.'),
  card_velocity_exceeded: declined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
    'try_again_later',
  ),
  currency_not_supported: declined('currency_not_supported', 'Your card does not support this currency.'),
  do_not_honor: declined('do_not_honor', undefined, 'try_again_later'),
  expired_card: special('expired_card', 'Your card has expired.'),
  fraudulent: declined('fraudulent'),
  generic_decline: declined('generic_decline', undefined, 'try_again_later'),
  incorrect_cvc: special('incorrect_cvc', "Your card's security code is incorrect."),
  insufficient_funds: declined('insufficient_funds', 'Your card has insufficient funds.', 'try_again_later'),
  invalid_account: declined('invalid_account', undefined, 'do_not_try_again'),
  lost_card: declined('lost_card', undefined, 'do_not_try_again'),
  pickup_card: declined('pickup_card', undefined, 'do_not_try_again'),
  processing_error: special(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
  ),
  stolen_card: declined('stolen_card', undefined, 'do_not_try_again'),
  try_again_later: declined('try_again_later', undefined, 'try_again_later'),
} satisfies Record<string, Decline>;

export type DeclineCode = keyof typeof declines;
export const isDeclineCode = (text: string): text is DeclineCode => Object.hasOwn(declines, text);

/** A test card: what it shows of itself, and its behavior. */
export interface TestCard {
  brand: string;
  last4: string;
  country: string;
  funding: 'credit' | 'debit' | 'prepaid';
  behavior: Behavior;
}

const card = (last4: string, behavior: Behavior = {}, details: Partial<TestCard> = {}): TestCard => ({
  brand: 'visa',
  last4,
  country: 'US',
  funding: 'credit',
  behavior,
  ...details,
});
const refusing = (last4: string, code: DeclineCode): TestCard => card(last4, { decline: declines[code] });
const from = (country: string, last4: string): TestCard => card(last4, {}, { country });

/** By the part of their name after `pm_card_` or `tok_`. */
const cards: Record<string, TestCard> = {
  visa: card('4242'),
  visa_debit: card('5556', {}, { funding: 'debit' }),
  mastercard: card('4444', {}, { brand: 'mastercard' }),
  mastercard_debit: card('3222', {}, { brand: 'mastercard', funding: 'debit' }),
  mastercard_prepaid: card('5100', {}, { brand: 'mastercard', funding: 'prepaid' }),
  amex: card('8431', {}, { brand: 'amex' }),
  discover: card('9424', {}, { brand: 'discover' }),
  diners: card('0004', {}, { brand: 'diners' }),
  jcb: card('0505', {}, { brand: 'jcb', country: 'JP' }),
  unionpay: card('0005', {}, { brand: 'unionpay', country: 'CN' }),
  us: card('4242'),
  at: from('AT', '0008'),
  be: from('BE', '0004'),
  br: from('BR', '0002'),
  ca: from('CA', '0000'),
  ch: from('CH', '0009'),
  de: from('DE', '0003'),
  es: from('ES', '0007'),
  fr: from('FR', '0003'),
  gb: from('GB', '0000'),
  in: from('IN', '0008'),
  it: from('IT', '0008'),
  jp: from('JP', '0003'),
  nl: from('NL', '0009'),
  pl: from('PL', '0005'),
  se: from('SE', '0008'),

  bypassPending: card('0077'),
  chargeCustomerFail: card('0341', { decline: declines.generic_decline, attaches: true }),
  chargeDeclined: refusing('0002', 'generic_decline'),
  visa_chargeDeclined: refusing('0002', 'generic_decline'),
  chargeDeclinedInsufficientFunds: refusing('9995', 'insufficient_funds'),
  visa_chargeDeclinedInsufficientFunds: refusing('9995', 'insufficient_funds'),
  visa_chargeDeclinedLostCard: refusing('9987', 'lost_card'),
  visa_chargeDeclinedStolenCard: refusing('9979', 'stolen_card'),
  chargeDeclinedExpiredCard: refusing('0069', 'expired_card'),
  chargeDeclinedIncorrectCvc: refusing('0127', 'incorrect_cvc'),
  chargeDeclinedProcessingError: refusing('0119', 'processing_error'),
  visa_chargeDeclinedVelocityLimitExceeded: refusing('6975', 'card_velocity_exceeded'),
  radarBlock: refusing('0019', 'fraudulent'),
  chargeDeclinedFraudulent: refusing('0019', 'fraudulent'),

  authenticationRequired: card('3184', { authentication: 'always' }),
  authenticationRequiredOnSetup: card('3155', { authentication: 'unless_set_up' }),
  authenticationRequiredSetupForOffSession: card('0446', { authentication: 'on_session' }),
  authenticationRequiredChargeDeclinedInsufficientFunds: card('3178', {
    authentication: 'always',
    declineAfterAuthentication: declines.insufficient_funds,
  }),
  threeDSecure2Required: card('3220', { authentication: 'always' }),
  threeDSecureRequired: card('3063', { authentication: 'always' }),
  threeDSecureRequiredChargeDeclined: card('1629', {
    authentication: 'always',
    declineAfterAuthentication: declines.generic_decline,
  }),
  threeDSecureRequiredProcessingError: card('1629', {
    authentication: 'always',
    declineAfterAuthentication: declines.processing_error,
  }),
  threeDSecureOptional: card('3055'),
  threeDSecureNotSupported: card('0055', {}, { brand: 'amex' }),

  createDispute: card('0259', { dispute: { reason: 'fraudulent' } }),
  createDisputeProductNotReceived: card('2685', { dispute: { reason: 'product_not_received' } }),
  createDisputeInquiry: card('1976', { dispute: { reason: 'fraudulent', isInquiry: true } }),
  pendingRefund: card('7726', { refund: 'pending' }),
  refundFail: card('5126', { refund: 'fails' }),
};

/** @returns the test card of a name such as `pm_card_visa` or `tok_visa`; undefined if there is none */
export function testCard(name: string): TestCard | undefined {
  const key = /^(?:pm_card_|tok_)(\w+)$/.exec(name)?.[1];
  return key !== undefined && Object.hasOwn(cards, key) ? cards[key] : undefined;
}

/** @returns the card of a payment method as Stripe shows it; it expires in the fifth year after `year` */
export function cardDetails(
  { brand, last4, country, funding, behavior }: TestCard,
  year: number,
): Stripe.PaymentMethod.Card {
  return {
    brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country,
    display_brand: brand,
    exp_month: 12,
    exp_year: year + 5,
    fingerprint: `fingerprint${brand}${last4}`,
    funding,
    generated_from: null,
    last4,
    networks: { available: [brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: behavior.authentication !== undefined || brand === 'visa' },
    wallet: null,
  };
}
