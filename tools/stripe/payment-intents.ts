// Payment intents: creation, change, confirmation, capture, cancellation.
import type { Stripe } from 'stripe';
import { type Account, mergedMetadata } from './account.ts';
import { returnApplied } from './cash-balance.ts';
import { book } from './charges.ts';
import { Failure, invalid } from './errors.ts';
import { checkAmount, checkCurrency } from './formats.ts';
import { clientSecret, newId } from './ids.ts';
import { page, type PageParameters, searchResult, type SearchParameters } from './lists.ts';
import { checkType, methodTypes, type MethodType, refuseOthers, refuseUnmodeled } from './method-types.ts';
import { createMethod, methodFor } from './payment-methods.ts';
import { confirmIntent, refuseState } from './payments.ts';
import { addRefund } from './refunds.ts';

const url = '/v1/payment_intents';
type Intent = Stripe.PaymentIntent;
type Create = Stripe.PaymentIntentCreateParams;
type Update = Stripe.PaymentIntentUpdateParams;
type Confirm = Stripe.PaymentIntentConfirmParams;

/** Names of parameters that the double models. */
const shared = [
  'capture_method', 'description', 'metadata', 'payment_method', 'payment_method_data', 'payment_method_options',
  'receipt_email', 'setup_future_usage', 'shipping', 'statement_descriptor', 'statement_descriptor_suffix',
  'transfer_group', 'use_stripe_sdk',
];
const confirmOnly = ['error_on_requires_action', 'mandate', 'mandate_data', 'off_session', 'return_url'] as const;
const modeledInConfirmation = ['error_on_requires_action', 'mandate_data', 'off_session', 'return_url'];
const modeledInCreation = [
  ...shared, 'allowed_payment_method_types', 'amount', 'automatic_payment_methods', 'confirm', 'confirmation_method',
  'currency', 'customer', 'excluded_payment_method_types',
];

/** What the types of methods depend on. */
interface TypeChoice {
  allowed: string[] | undefined;
  excluded: string[];
  currency: string;
  customer: string | null;
  isForFuture: boolean;
}

/** The types that can pay an intent. @throws Failure if none can */
export function possibleTypes({ allowed, excluded, currency, customer, isForFuture }: TypeChoice): MethodType[] {
  allowed?.forEach((type, place) => checkType(type, `allowed_payment_method_types[${place}]`));
  const types = Object.entries(methodTypes) as [MethodType, (typeof methodTypes)[MethodType]][];
  const possible = types
    .filter(([type, { currencies, canBeSetUp }]) => {
      if (allowed ? !allowed.includes(type) : excluded.includes(type)) return false;
      if (type === 'customer_balance' && customer === null) return false;
      return (currencies?.includes(currency) ?? true) && (canBeSetUp || !isForFuture);
    })
    .map(([type]) => type);
  if (possible.length > 0) return possible;
  throw invalid(
    `No valid payment method types for this Payment Intent. Please ensure that you have activated payment methods ` +
      `compatible with your chosen currency (${currency}) in your dashboard, or change allowed_payment_method_types.`,
    { code: 'payment_intent_invalid_parameter', param: 'allowed_payment_method_types' },
  );
}

/** The settings that creation, update and confirmation share. */
interface Settings {
  description?: string;
  metadata?: Stripe.Emptyable<Stripe.MetadataParam>;
  payment_method_options?: object;
  receipt_email?: string;
  setup_future_usage?: Stripe.Emptyable<'off_session' | 'on_session'>;
  shipping?: Stripe.Emptyable<object>;
  statement_descriptor?: string;
  statement_descriptor_suffix?: string;
  transfer_group?: string;
  capture_method?: string;
}

function changesOf(intent: Intent, sent: Settings): Partial<Intent> {
  const plain = ['description', 'receipt_email', 'statement_descriptor', 'statement_descriptor_suffix', 'transfer_group', 'capture_method'] as const;
  const changes: Partial<Intent> = {};
  for (const name of plain) if (sent[name] !== undefined) Object.assign(changes, { [name]: sent[name] });
  if (sent.metadata !== undefined) changes.metadata = mergedMetadata(intent.metadata, sent.metadata);
  if (sent.setup_future_usage !== undefined) changes.setup_future_usage = sent.setup_future_usage || null;
  if (sent.shipping !== undefined) changes.shipping = (sent.shipping || null) as Intent['shipping'];
  if (sent.payment_method_options !== undefined)
    changes.payment_method_options = { ...intent.payment_method_options, ...sent.payment_method_options } as Intent['payment_method_options'];
  return changes;
}

function newIntent(account: Account, { amount, currency, customer, ...sent }: Create): Intent {
  checkCurrency(currency);
  checkAmount(amount, currency);
  if (customer !== undefined) account.customers.get(customer, 'customer');
  const { allowed_payment_method_types: allowed, excluded_payment_method_types: excluded = [] } = sent;
  const isForFuture = sent.setup_future_usage === 'off_session';
  const types = possibleTypes({ allowed, excluded, currency, customer: customer ?? null, isForFuture });
  const id = newId('pi');
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: allowed ?? null,
    amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: sent.automatic_payment_methods ?? (allowed ? null : { enabled: true, allow_redirects: 'always' }),
    canceled_at: null,
    cancellation_reason: null,
    capture_method: sent.capture_method ?? 'automatic_async',
    client_secret: clientSecret(id),
    confirmation_method: sent.confirmation_method ?? 'automatic',
    created: account.clock.seconds(),
    currency,
    customer: customer ?? null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: excluded.length > 0 ? excluded : null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: types,
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
}

/** Parameters that are possible only with `confirm`. */
function checkConfirmOnly(sent: Create): void {
  if (sent.confirm === true) return;
  for (const name of confirmOnly) {
    if (sent[name] === undefined) continue;
    throw invalid(`The parameter \`${name}\` cannot be passed when creating a PaymentIntent unless confirm is set to true.`, {
      code: 'parameter_unknown',
      param: name,
    });
  }
}

/** The method that a call names or describes. */
function sentMethod(account: Account, sent: Create | Update | Confirm): Stripe.PaymentMethod | undefined {
  if (sent.payment_method !== undefined && sent.payment_method_data !== undefined)
    throw invalid('You may only specify one of these parameters: payment_method, payment_method_data.', { code: 'parameters_exclusive' });
  if (sent.payment_method_data)
    return createMethod(account, sent.payment_method_data as unknown as Stripe.PaymentMethodCreateParams);
  return sent.payment_method ? methodFor(account, sent.payment_method) : undefined;
}

export function createIntent(account: Account, sent: Create): Intent {
  refuseUnmodeled(sent, [...modeledInCreation, ...modeledInConfirmation]);
  checkConfirmOnly(sent);
  const intent = newIntent(account, sent);
  Object.assign(intent, changesOf(intent, sent as Settings));
  const method = sentMethod(account, sent);
  if (method) Object.assign(intent, { payment_method: method.id, status: 'requires_confirmation' });
  if (sent.confirm === true) checkReturnUrl(intent, sent.return_url);
  account.created(account.paymentIntents, intent);
  account.emit('payment_intent.created', intent);
  if (sent.confirm !== true) return intent;
  try {
    return confirmWith(account, intent, sent);
  } catch (error) {
    // A refused card leaves the intent behind; a wrong request does not.
    if (error instanceof Failure && error.status !== 402) account.paymentIntents.delete(intent.id);
    throw error;
  }
}

/** Methods of the dashboard may redirect the customer: that needs an address to come back to. */
function checkReturnUrl(intent: Intent, returnUrl: string | undefined): void {
  const mayRedirect =
    (intent.automatic_payment_methods?.enabled === true && intent.automatic_payment_methods.allow_redirects !== 'never') ||
    intent.payment_method_types.includes('crypto');
  if (returnUrl !== undefined || !mayRedirect) return;
  throw invalid(
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment ' +
      'methods might redirect your customer off of your page, you must provide a `return_url`. If you don\'t want to ' +
      'accept redirect-based payment methods, set `automatic_payment_methods[allow_redirects]` to `never` when creating ' +
      'Payment Intents.',
    { code: 'parameter_missing', param: 'return_url' },
  );
}

/** The parameters of a confirmation. */
type ConfirmParameters = Pick<Confirm, 'error_on_requires_action' | 'off_session' | 'return_url'> & { mandate_data?: object | '' | null };

function confirmWith(account: Account, intent: Intent, sent: ConfirmParameters): Intent {
  if (intent.payment_method === null) {
    throw invalid(
      'You cannot confirm this PaymentIntent because it\'s missing a payment method. You can either update the ' +
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
  refuseUnmodeled(sent, [...shared, ...modeledInConfirmation]);
  if (!['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status))
    throw refuseState(intent, 'confirm', 'requires_payment_method, requires_confirmation, requires_action');
  checkReturnUrl(intent, sent.return_url);
  const method = sentMethod(account, sent);
  account.change(intent, { ...changesOf(intent, sent as Settings), ...(method && { payment_method: method.id }) });
  return confirmWith(account, intent, sent);
}

export function updateIntent(account: Account, sent: Update, id: string): Intent {
  const intent = account.paymentIntents.get(id);
  refuseUnmodeled(sent, [...shared, 'amount', 'currency', 'customer']);
  const { amount = intent.amount, currency = intent.currency, customer } = sent;
  const isOpen = ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status);
  const isMoney = sent.amount !== undefined || sent.currency !== undefined || customer !== undefined || sent.payment_method !== undefined;
  if (!isOpen && isMoney)
    throw refuseState(intent, 'update', 'requires_payment_method, requires_confirmation, requires_action');
  checkCurrency(currency);
  checkAmount(amount, currency);
  if (customer !== undefined) account.customers.get(customer, 'customer');
  const method = sentMethod(account, sent);
  account.change(intent, {
    ...changesOf(intent, sent as Settings),
    amount,
    currency,
    ...(customer !== undefined && { customer }),
    ...(method && { payment_method: method.id, status: 'requires_confirmation' as const }),
  });
  return intent;
}

const cancelable = ['requires_payment_method', 'requires_capture', 'requires_confirmation', 'requires_action', 'processing'];

export function cancelIntent(account: Account, { cancellation_reason }: Stripe.PaymentIntentCancelParams, id: string): Intent {
  const intent = account.paymentIntents.get(id);
  // A debit that the bank has can no longer be stopped, but for the account that never answers.
  const isStopped = intent.status === 'processing' && account.factsOfMethod(intent.payment_method as string).behavior.settles?.after !== undefined;
  if (!cancelable.includes(intent.status) || isStopped) throw refuseState(intent, 'cancel', cancelable.join(', '));
  const charge = intent.latest_charge === null ? undefined : account.charges.find(intent.latest_charge as string);
  const isHeld = intent.status === 'requires_capture';
  if (charge?.status === 'pending') account.change(charge, { status: 'failed', failure_code: 'canceled', failure_message: 'Canceled.' });
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

export function listIntents(account: Account, sent: Stripe.PaymentIntentListParams): Stripe.ApiList<Intent> {
  const { customer, limit, starting_after, ending_before, created, ...others } = sent;
  refuseOthers(others);
  const parameters = { limit, starting_after, ending_before, created } as PageParameters;
  return page(account.paymentIntents, url, parameters, (intent) => customer === undefined || intent.customer === customer);
}

export function searchIntents(account: Account, sent: SearchParameters): Stripe.ApiSearchResult<Intent> {
  const fields = ['amount', 'created', 'currency', 'customer', 'metadata', 'status'];
  return searchResult(account, account.paymentIntents, `${url}/search`, sent, fields);
}
