// The course of a payment intent from its confirmation to its outcome.
import type { Stripe } from 'stripe';
import type { Account } from './account.ts';
import { addCharge, type Attempt, book } from './charges.ts';
import { openDispute } from './disputes.ts';
import { type Failure, invalid } from './errors.ts';
import { randomText } from './ids.ts';
import { addMandate, mandateFor, needsMandate, revokeMandates } from './mandates.ts';
import { checkTypeCurrency, isMethodType } from './method-types.ts';
import { attach, cardFailure } from './payment-methods.ts';
import { type Decline, declines } from './test-methods.ts';

type Intent = Stripe.PaymentIntent;

/** The parameters of a confirmation, in addition to the intent's own settings. */
export interface Confirmation {
  method: Stripe.PaymentMethod;
  isOffSession: boolean;
  /** Fail rather than wait for the customer. */
  failsOnAction: boolean;
  returnUrl?: string;
  mandateData?: object;
}

/** @throws Failure for a state in which a call is not possible */
export function refuseState(intent: Intent, verb: string, states: string): Failure {
  return invalid(
    `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}. Only a PaymentIntent with one of ` +
      `the following statuses may be ${verb === 'cancel' ? 'canceled' : `${verb}ed`}: ${states}.`,
    { code: 'payment_intent_unexpected_state', payment_intent: intent },
  );
}

function errorOf(
  method: Stripe.PaymentMethod,
  failure: Decline,
  charge?: string,
): Stripe.PaymentIntent.LastPaymentError {
  const { code, decline_code, message, advice_code } = failure;
  return {
    type: 'card_error',
    code,
    message,
    ...(decline_code !== undefined && { decline_code }),
    ...(advice_code !== undefined && { advice_code }),
    ...(charge !== undefined && { charge }),
    doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
    payment_method: structuredClone(method),
  };
}

/** The attempt failed: the intent waits for another method. */
function fail(
  account: Account,
  intent: Intent,
  method: Stripe.PaymentMethod,
  failure: Decline,
  charge?: Stripe.Charge,
): void {
  account.change(intent, {
    status: 'requires_payment_method',
    last_payment_error: errorOf(method, failure, charge?.id),
    latest_charge: charge?.id ?? intent.latest_charge,
    next_action: null,
    payment_method: null,
  });
  if (charge) account.emit('charge.failed', charge);
  account.emit('payment_intent.payment_failed', intent);
  account.onOutcome(intent);
}

/** A refused charge, and the failure that a call answers with. */
function decline(account: Account, intent: Intent, attempt: Attempt, refusal: Decline): Failure {
  const charge = addCharge(account, intent, attempt, 'failed', refusal);
  fail(account, intent, attempt.method, refusal, charge);
  return cardFailure(refusal, { charge: charge.id, payment_intent: intent, payment_method: attempt.method });
}

/** The method can be used again, off session too. */
function setUp(account: Account, intent: Intent, method: Stripe.PaymentMethod): void {
  if (!intent.setup_future_usage) {
    if (method.customer === null) account.factsOfMethod(method.id).isSpent = true;
    return;
  }
  if (intent.customer !== null && method.customer === null) attach(account, method, intent.customer as string);
  account.factsOfMethod(method.id).isSetUp ||= intent.setup_future_usage === 'off_session';
}

/** The money is there: of a new charge, or of one that was pending. */
export function succeed(account: Account, intent: Intent, attempt: Attempt, pending?: Stripe.Charge): void {
  const charge = pending ?? addCharge(account, intent, attempt, 'succeeded');
  if (pending) {
    account.change(pending, { status: 'succeeded', paid: true, amount_captured: pending.amount });
    book(account, pending, pending.amount);
  }
  setUp(account, intent, attempt.method);
  const isHeld = intent.capture_method === 'manual';
  account.change(intent, {
    status: isHeld ? 'requires_capture' : 'succeeded',
    amount_capturable: isHeld ? intent.amount : 0,
    amount_received: isHeld ? 0 : intent.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
  });
  account.emit('charge.succeeded', charge);
  account.emit(isHeld ? 'payment_intent.amount_capturable_updated' : 'payment_intent.succeeded', intent);
  account.onOutcome(intent);
  const { dispute } = account.factsOfMethod(attempt.method.id).behavior;
  if (dispute && !isHeld) openDispute(account, charge, dispute);
}

/** A bank debit: the charge waits for the bank. */
function startDebit(account: Account, intent: Intent, attempt: Attempt): void {
  const { method } = attempt;
  const { behavior } = account.factsOfMethod(method.id);
  const charge = addCharge(account, intent, attempt, 'pending');
  account.change(intent, {
    status: 'processing',
    latest_charge: charge.id,
    next_action: null,
    last_payment_error: null,
  });
  account.emit('charge.pending', charge);
  account.emit('payment_intent.processing', intent);
  const { after, failure, isMandateLost } = behavior.settles ?? { after: 0 };
  if (after === undefined) return;
  account.clock.schedule(account.clock.now() + after * 1000, () => {
    if (intent.status !== 'processing' || intent.latest_charge !== charge.id) return;
    const refusal = account.factsOfMethod(method.id).refusals.shift() ?? failure;
    if (!refusal) return succeed(account, intent, attempt, charge);
    account.change(charge, {
      status: 'failed',
      failure_code: refusal.code,
      failure_message: refusal.message,
      captured: false,
    });
    fail(account, intent, method, refusal, charge);
    if (isMandateLost) revokeMandates(account, method.id);
  });
}

/** Whether the bank requires 3-D Secure for a charge. */
function needsAuthentication(account: Account, method: Stripe.PaymentMethod, isOffSession: boolean): boolean {
  const { behavior, isSetUp } = account.factsOfMethod(method.id);
  if (behavior.authentication === 'always') return true;
  return behavior.authentication !== undefined && !(isOffSession && isSetUp);
}

/** The page on which the customer acts. */
export function pageOf(account: Account, id: string): string {
  const facts = account.factsOfIntent(id);
  facts.page ??= randomText(24);
  return `${account.base}/authenticate/${account.id}/${id}/${facts.page}`;
}

/** The next action of an intent that waits for its customer on a page. */
export function redirectAction(account: Account, id: string, returnUrl: string | undefined) {
  const url = pageOf(account, id);
  return returnUrl === undefined
    ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
    : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } };
}

/** Whether a customer acts at once on a page, rather than to pay a voucher or transfer later. */
export const isOnPage = (action: Stripe.PaymentIntent.NextAction | null): boolean =>
  action?.type === 'redirect_to_url' || action?.type === 'use_stripe_sdk';

/** The intent waits for its customer. */
export function waitForCustomer(
  account: Account,
  intent: Intent,
  method: string,
  action: Stripe.PaymentIntent.NextAction,
): void {
  account.factsOfIntent(intent.id).method = method;
  account.change(intent, { status: 'requires_action', next_action: action, last_payment_error: null });
  account.emit('payment_intent.requires_action', intent);
}

function boletoAction(account: Account, id: string): Stripe.PaymentIntent.NextAction {
  const url = pageOf(account, id);
  const expires_at = account.clock.seconds() + 3 * 24 * 60 * 60;
  const number = '01010101010101010101010101010101010101010101010';
  return {
    type: 'boleto_display_details',
    boleto_display_details: { expires_at, hosted_voucher_url: url, number, pdf: url },
  };
}

function confirmCard(account: Account, intent: Intent, attempt: Attempt, confirmation: Confirmation): void {
  const { method, isOffSession, failsOnAction, returnUrl } = confirmation;
  const facts = account.factsOfMethod(method.id);
  const refusal = facts.refusals.shift() ?? facts.behavior.decline;
  if (refusal) throw decline(account, intent, attempt, refusal);
  if (!needsAuthentication(account, method, isOffSession)) return succeed(account, intent, attempt);
  if (isOffSession) throw decline(account, intent, attempt, declines.authentication_required);
  if (failsOnAction) throw decline(account, intent, attempt, declines.authentication_not_handled);
  account.factsOfIntent(intent.id).returnUrl = returnUrl;
  waitForCustomer(account, intent, method.id, redirectAction(account, intent.id, returnUrl));
}

/**
 * Confirms an intent, with the events of its course.
 * @throws Failure for what is not possible, and 402 if the charge is refused. The intent then has its error
 */
export function confirmIntent(account: Account, intent: Intent, confirmation: Confirmation): void {
  const { method, mandateData, returnUrl } = confirmation;
  const { type } = method;
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
    throw refuseState(intent, 'confirm', 'requires_payment_method, requires_confirmation, requires_action');
  if (!isMethodType(type) || !intent.payment_method_types.includes(type)) {
    throw invalid(
      `The PaymentMethod provided (${type}) is not allowed for this PaymentIntent. Please attach a PaymentMethod with one ` +
        `of the following types: ${intent.payment_method_types.join(', ')}.`,
      { code: 'payment_intent_incompatible_payment_method', payment_intent: intent },
    );
  }
  checkTypeCurrency(type, intent.currency);
  if (intent.capture_method === 'manual' && type !== 'card' && type !== 'link') {
    throw invalid(`The payment method type ${type} does not support manual capture.`, {
      code: 'payment_intent_invalid_parameter',
      param: 'capture_method',
    });
  }
  if (method.customer !== null && method.customer !== intent.customer) {
    throw invalid(
      `The PaymentMethod supplied (${method.id}) belongs to a different Customer. Please include the Customer in the ` +
        '`customer` parameter on the PaymentIntent.',
      { param: 'payment_method' },
    );
  }
  const isMultiUse = intent.setup_future_usage === 'off_session';
  const mandate = mandateFor(account, method, mandateData, isMultiUse);
  const attempt: Attempt = { method, ...(mandate && { mandate: mandate.id }) };
  account.change(intent, { payment_method: method.id });
  if (type === 'card' || type === 'link') return confirmCard(account, intent, attempt, confirmation);
  if (needsMandate(method)) return startDebit(account, intent, attempt);
  if (type === 'customer_balance') return account.onBankTransfer(intent, method);
  const action = type === 'boleto' ? boletoAction(account, intent.id) : redirectAction(account, intent.id, returnUrl);
  account.factsOfIntent(intent.id).returnUrl = returnUrl;
  waitForCustomer(account, intent, method.id, action);
}

/** The act of a customer on the page of an intent. */
export type CustomerAct = 'succeed' | 'fail';

/**
 * The customer authenticates a card, pays a voucher or a redirect, or fails to.
 * @throws Failure unless the intent waits for that
 */
export function actOnIntent(account: Account, id: string, act: CustomerAct): Intent {
  const intent = account.paymentIntents.get(id);
  const { method: methodId } = account.factsOfIntent(id);
  const isTransfer = intent.next_action?.type === 'display_bank_transfer_instructions';
  if (intent.status !== 'requires_action' || methodId === undefined || isTransfer)
    throw refuseState(intent, 'act', 'requires_action');
  const method = account.paymentMethods.get(methodId);
  if (act === 'fail') {
    fail(account, intent, method, {
      code: 'payment_intent_authentication_failure',
      message:
        'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new ' +
        'PaymentMethod to attempt to fulfill this PaymentIntent again.',
    });
    return intent;
  }
  const attempt: Attempt = { method, isAuthenticated: true };
  const refusal = account.factsOfMethod(methodId).behavior.declineAfterAuthentication;
  if (refusal) decline(account, intent, attempt, refusal);
  else succeed(account, intent, attempt);
  return intent;
}

/** A mandate for a method that was set up with the customer's consent. */
export const mandateOfSetup = (
  account: Account,
  method: Stripe.PaymentMethod,
  sent?: object,
): Stripe.Mandate | undefined => (needsMandate(method) ? addMandate(account, method, sent, true) : undefined);
