// Setup intents: a customer agrees to later payments by a method.
import type { Stripe } from 'stripe';
import { type Account, mergedMetadata } from './account.ts';
import { Failure, invalid } from './errors.ts';
import { clientSecret, newId } from './ids.ts';
import { page } from './lists.ts';
import { needsMandate } from './mandates.ts';
import { isMethodType, methodTypes, refuseOthers, refuseUnmodeled } from './method-types.ts';
import { attach, cardFailure, createMethod, methodFor } from './payment-methods.ts';
import { possibleTypes } from './payment-intent-settings.ts';
import { type CustomerAct, mandateOfSetup, redirectAction } from './payments.ts';
import type { Decline } from './test-methods.ts';

type Intent = Stripe.SetupIntent;
type Create = Stripe.SetupIntentCreateParams;
type Confirm = Stripe.SetupIntentConfirmParams;

const url = '/v1/setup_intents';
const modeledInConfirmation = [
  'mandate_data',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'return_url',
];
const modeledInCreation = [
  ...modeledInConfirmation,
  'allowed_payment_method_types',
  'automatic_payment_methods',
  'confirm',
  'customer',
  'description',
  'excluded_payment_method_types',
  'metadata',
  'usage',
];
const open = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

const refuseState = (intent: Intent, verb: string): Failure =>
  invalid(
    `You cannot ${verb} this SetupIntent because it has a status of ${intent.status}. Only a SetupIntent with one of the ` +
      `following statuses may be used: ${open.join(', ')}.`,
    { code: 'setup_intent_unexpected_state', setup_intent: intent },
  );

/** The types that can be set up. */
function typesOf({
  allowed_payment_method_types: allowed,
  excluded_payment_method_types: excluded = [],
}: Create): string[] {
  const currencies = ['eur', 'gbp', 'usd', 'brl'];
  const possible = currencies.flatMap((currency) => {
    try {
      return possibleTypes({ allowed, excluded, currency, customer: null, isForFuture: true });
    } catch (error) {
      if (allowed?.every(isMethodType) && error instanceof Failure) return [];
      throw error;
    }
  });
  if (possible.length > 0) return [...new Set(possible)].sort();
  throw invalid('No valid payment method types for this Setup Intent.', {
    code: 'setup_intent_invalid_parameter',
    param: 'allowed_payment_method_types',
  });
}

/** Adds a setup intent with its event, without confirming it. */
export function addSetupIntent(account: Account, sent: Create): Intent {
  const { customer, allowed_payment_method_types: allowed, excluded_payment_method_types: excluded } = sent;
  if (customer !== undefined) account.customers.get(customer, 'customer');
  const id = newId('seti');
  const intent: Intent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: allowed ?? null,
    application: null,
    automatic_payment_methods:
      sent.automatic_payment_methods ?? (allowed ? null : { enabled: true, allow_redirects: 'always' }),
    cancellation_reason: null,
    client_secret: clientSecret(id),
    created: account.clock.seconds(),
    customer: customer ?? null,
    customer_account: null,
    description: sent.description ?? null,
    excluded_payment_method_types: excluded ?? null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergedMetadata(null, sent.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: (sent.payment_method_options ?? {}) as Intent['payment_method_options'],
    payment_method_types: typesOf(sent),
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: sent.usage ?? 'off_session',
  };
  account.created(account.setupIntents, intent);
  account.emit('setup_intent.created', intent);
  return intent;
}

/** The set-up failed: the intent waits for another method. */
function fail(account: Account, intent: Intent, method: Stripe.PaymentMethod, refusal: Decline): Failure {
  const { code, decline_code, message } = refusal;
  account.change(intent, {
    status: 'requires_payment_method',
    last_setup_error: {
      type: 'card_error',
      code,
      message,
      ...(decline_code !== undefined && { decline_code }),
      payment_method: structuredClone(method),
    },
    next_action: null,
    payment_method: null,
  });
  account.emit('setup_intent.setup_failed', intent);
  return cardFailure(refusal, { setup_intent: intent, payment_method: method });
}

function succeed(account: Account, intent: Intent, method: Stripe.PaymentMethod, mandateData?: object): void {
  if (intent.customer !== null) attach(account, method, intent.customer as string);
  const facts = account.factsOfMethod(method.id);
  facts.isSetUp ||= intent.usage === 'off_session';
  if (intent.customer === null) facts.isSpent = true;
  const mandate = mandateOfSetup(account, method, mandateData);
  account.change(intent, {
    status: 'succeeded',
    last_setup_error: null,
    mandate: mandate?.id ?? null,
    next_action: null,
    payment_method: method.id,
  });
  account.emit('setup_intent.succeeded', intent);
}

/** The parameters of a confirmation. */
export interface SetupConfirmation {
  method: Stripe.PaymentMethod;
  returnUrl?: string | undefined;
  mandateData?: object | undefined;
}

/**
 * Confirms a setup intent, with the events of its course.
 * @throws Failure for what is not possible, and 402 if the card is refused
 */
export function confirmSetup(
  account: Account,
  intent: Intent,
  { method, returnUrl, mandateData }: SetupConfirmation,
): void {
  if (!open.includes(intent.status)) throw refuseState(intent, 'confirm');
  const { type } = method;
  if (!isMethodType(type) || !intent.payment_method_types.includes(type) || !methodTypes[type].canBeSetUp) {
    throw invalid(
      `The PaymentMethod provided (${type}) is not allowed for this SetupIntent. Please attach a PaymentMethod with one of ` +
        `the following types: ${intent.payment_method_types.join(', ')}.`,
      { code: 'setup_intent_invalid_parameter', setup_intent: intent },
    );
  }
  if (method.customer !== null && method.customer !== intent.customer)
    throw invalid(`The payment method ${method.id} belongs to a different Customer.`, { param: 'payment_method' });
  if (needsMandate(method) && mandateData === undefined) {
    throw invalid('SetupIntent requires a mandate, but no mandate_data hash was provided.', {
      code: 'setup_intent_mandate_invalid',
      param: 'mandate_data',
    });
  }
  const { behavior } = account.factsOfMethod(method.id);
  if (behavior.decline && !behavior.attaches) throw fail(account, intent, method, behavior.decline);
  if (behavior.authentication === undefined) return succeed(account, intent, method, mandateData);
  Object.assign(account.factsOfIntent(intent.id), { method: method.id, returnUrl });
  const next_action = redirectAction(account, intent.id, returnUrl);
  account.change(intent, { status: 'requires_action', next_action, payment_method: method.id, last_setup_error: null });
  account.emit('setup_intent.requires_action', intent);
}

/** The customer authenticates on the page of a setup intent, or fails to. @throws Failure unless it waits for that */
export function actOnSetup(account: Account, id: string, act: CustomerAct): Intent {
  const intent = account.setupIntents.get(id);
  const { method: methodId } = account.factsOfIntent(id);
  if (intent.status !== 'requires_action' || methodId === undefined) throw refuseState(intent, 'act on');
  const method = account.paymentMethods.get(methodId);
  if (act === 'succeed') succeed(account, intent, method);
  else
    fail(account, intent, method, {
      code: 'setup_intent_authentication_failure',
      message: 'The provided PaymentMethod has failed authentication.',
    });
  return intent;
}

function sentMethod(account: Account, sent: Create | Confirm): Stripe.PaymentMethod | undefined {
  if (sent.payment_method_data) return createMethod(account, sent.payment_method_data);
  return sent.payment_method === undefined ? undefined : methodFor(account, sent.payment_method);
}

/** Confirms with the parameters of a call. */
function confirmSent(account: Account, intent: Intent, sent: Create | Confirm): Intent {
  const method =
    sentMethod(account, sent) ??
    (intent.payment_method === null ? undefined : methodFor(account, intent.payment_method as string));
  if (!method) {
    throw invalid("You cannot confirm this SetupIntent because it's missing a payment method.", {
      code: 'setup_intent_unexpected_state',
      setup_intent: intent,
    });
  }
  confirmSetup(account, intent, { method, returnUrl: sent.return_url, mandateData: sent.mandate_data || undefined });
  return intent;
}

export function createSetupIntent(account: Account, sent: Create): Intent {
  refuseUnmodeled(sent, modeledInCreation);
  for (const name of ['mandate_data', 'return_url'] as const) {
    if (sent[name] !== undefined && sent.confirm !== true)
      throw invalid(`The parameter \`${name}\` is only possible with confirm.`, {
        code: 'parameter_unknown',
        param: name,
      });
  }
  const intent = addSetupIntent(account, sent);
  try {
    if (sent.confirm === true) return confirmSent(account, intent, sent);
    const method = sentMethod(account, sent);
    if (method) Object.assign(intent, { payment_method: method.id, status: 'requires_confirmation' });
    return intent;
  } catch (error) {
    if (error instanceof Failure && error.status !== 402) account.setupIntents.delete(intent.id);
    throw error;
  }
}

export function confirmSetupIntent(account: Account, sent: Confirm, id: string): Intent {
  refuseUnmodeled(sent, modeledInConfirmation);
  return confirmSent(account, account.setupIntents.get(id), sent);
}

export function updateSetupIntent(account: Account, sent: Stripe.SetupIntentUpdateParams, id: string): Intent {
  const intent = account.setupIntents.get(id);
  const { customer, description, metadata, payment_method, ...others } = sent;
  refuseOthers(others);
  if (customer !== undefined) account.customers.get(customer, 'customer');
  const method = payment_method === undefined ? undefined : methodFor(account, payment_method);
  if (!open.includes(intent.status) && (customer !== undefined || method)) throw refuseState(intent, 'update');
  account.change(intent, {
    ...(customer !== undefined && { customer }),
    ...(description !== undefined && { description }),
    ...(metadata !== undefined && { metadata: mergedMetadata(intent.metadata, metadata) }),
    ...(method && { payment_method: method.id, status: 'requires_confirmation' as const }),
  });
  return intent;
}

export function cancelSetupIntent(
  account: Account,
  { cancellation_reason }: Stripe.SetupIntentCancelParams,
  id: string,
): Intent {
  const intent = account.setupIntents.get(id);
  if (!open.includes(intent.status)) throw refuseState(intent, 'cancel');
  account.change(intent, {
    status: 'canceled',
    cancellation_reason: cancellation_reason ?? null,
    next_action: null,
  });
  account.emit('setup_intent.canceled', intent);
  return intent;
}

export function listSetupIntents(account: Account, sent: Stripe.SetupIntentListParams): Stripe.ApiList<Intent> {
  const { customer, payment_method, ...parameters } = sent;
  return page(account.setupIntents, url, parameters, (intent) => {
    if (customer !== undefined && intent.customer !== customer) return false;
    return payment_method === undefined || intent.payment_method === payment_method;
  });
}
