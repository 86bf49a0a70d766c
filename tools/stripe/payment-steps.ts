// The steps of a payment intent: confirmation, capture, cancellation.
import type { Stripe } from 'stripe';
import type { Account } from './account.ts';
import { returnApplied } from './cash-balance.ts';
import { book } from './charges.ts';
import { checkUnits } from './currencies.ts';
import { invalid } from './errors.ts';
import { refuseOthers, refuseUnmodeled } from './method-types.ts';
import {
  changesOf,
  modeledInConfirmation,
  sentMethod,
  type Settings,
  sharedSettings,
} from './payment-intent-settings.ts';
import { methodFor } from './payment-methods.ts';
import { confirmIntent, refuseState } from './payments.ts';
import { addRefund } from './refunds.ts';

type Intent = Stripe.PaymentIntent;
type Confirm = Stripe.PaymentIntentConfirmParams;

/** Methods of the dashboard may redirect the customer: that needs an address to come back to. */
export function checkReturnUrl(intent: Intent, returnUrl: string | undefined): void {
  const mayRedirect =
    (intent.automatic_payment_methods?.enabled === true &&
      intent.automatic_payment_methods.allow_redirects !== 'never') ||
    intent.payment_method_types.includes('crypto');
  if (returnUrl !== undefined || !mayRedirect) return;
  throw invalid(
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment ' +
      "methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to " +
      'accept redirect-based payment methods, set `automatic_payment_methods[allow_redirects]` to `never` when creating ' +
      'Payment Intents.',
    { code: 'parameter_missing', param: 'return_url' },
  );
}

/** The parameters of a confirmation. */
type ConfirmParameters = Pick<Confirm, 'error_on_requires_action' | 'off_session' | 'return_url'> & {
  mandate_data?: object | '' | null;
};

export function confirmWith(account: Account, intent: Intent, sent: ConfirmParameters): Intent {
  if (intent.payment_method === null) {
    throw invalid(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
        'PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment ' +
        'method or ConfirmationToken.',
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    );
  }
  confirmIntent(account, intent, {
    method: methodFor(account, intent.payment_method as string),
    isOffSession: sent.off_session !== undefined && sent.off_session !== false,
    failsOnAction: sent.error_on_requires_action === true,
    ...(sent.return_url !== undefined && { returnUrl: sent.return_url }),
    ...(sent.mandate_data && { mandateData: sent.mandate_data }),
  });
  return intent;
}

export function confirmPaymentIntent(account: Account, sent: Confirm, id: string): Intent {
  const intent = account.paymentIntents.get(id);
  refuseUnmodeled(sent, [...sharedSettings, ...modeledInConfirmation]);
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
    throw refuseState(intent, 'confirm', 'requires_payment_method, requires_confirmation, requires_action');
  checkReturnUrl(intent, sent.return_url);
  const method = sentMethod(account, sent);
  account.change(intent, { ...changesOf(intent, sent as Settings), ...(method && { payment_method: method.id }) });
  return confirmWith(account, intent, sent);
}

const cancelable = [
  'requires_payment_method',
  'requires_capture',
  'requires_confirmation',
  'requires_action',
  'processing',
];

export function cancelIntent(
  account: Account,
  { cancellation_reason }: Stripe.PaymentIntentCancelParams,
  id: string,
): Intent {
  const intent = account.paymentIntents.get(id);
  // A debit that the bank has can no longer be stopped, but for the account that never answers.
  const isStopped =
    intent.status === 'processing' &&
    account.factsOfMethod(intent.payment_method as string).behavior.settles?.after !== undefined;
  if (!cancelable.includes(intent.status) || isStopped) throw refuseState(intent, 'cancel', cancelable.join(', '));
  const charge = intent.latest_charge === null ? undefined : account.charges.find(intent.latest_charge as string);
  const isHeld = intent.status === 'requires_capture';
  if (charge?.status === 'pending') {
    account.change(charge, { status: 'failed', failure_code: 'canceled', failure_message: 'Canceled.' });
    account.emit('charge.failed', charge);
  }
  account.change(intent, {
    status: 'canceled',
    canceled_at: account.clock.seconds(),
    cancellation_reason: cancellation_reason ?? null,
    amount_capturable: 0,
    next_action: null,
  });
  returnApplied(account, intent);
  if (isHeld && charge) addRefund(account, charge, { amount: charge.amount, isRelease: true });
  account.emit('payment_intent.canceled', intent);
  account.onOutcome(intent);
  return intent;
}

export function captureIntent(account: Account, sent: Stripe.PaymentIntentCaptureParams, id: string): Intent {
  const intent = account.paymentIntents.get(id);
  const { amount_to_capture = intent.amount_capturable, metadata, statement_descriptor, ...others } = sent;
  refuseOthers(others);
  if (intent.status !== 'requires_capture') throw refuseState(intent, 'capture', 'requires_capture');
  checkUnits(amount_to_capture, intent.currency, 'amount_to_capture');
  if (amount_to_capture < 1 || amount_to_capture > intent.amount_capturable) {
    throw invalid(
      `The provided amount is larger than the amount that can be captured (${intent.amount_capturable}), or below 1.`,
      { code: 'amount_too_large', param: 'amount_to_capture' },
    );
  }
  const charge = account.charges.get(intent.latest_charge as string);
  account.change(charge, { captured: true, amount_captured: amount_to_capture });
  book(account, charge, amount_to_capture);
  const rest = charge.amount - amount_to_capture;
  if (rest > 0) addRefund(account, charge, { amount: rest, isRelease: true });
  account.change(intent, {
    status: 'succeeded',
    amount_capturable: 0,
    amount_received: amount_to_capture,
    ...changesOf(intent, { metadata, statement_descriptor }),
  });
  account.emit('charge.captured', charge);
  account.emit('payment_intent.succeeded', intent);
  account.onOutcome(intent);
  return intent;
}
