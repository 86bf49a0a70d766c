// The settings of a payment intent: the types of methods that can pay it, and the fields that calls change.
import type { Stripe } from 'stripe';
import { type Account, mergedMetadata } from './account.ts';
import { invalid } from './errors.ts';
import { checkAmount, checkCurrency } from './currencies.ts';
import { clientSecret, newId } from './ids.ts';
import { checkType, methodTypes, type MethodType } from './method-types.ts';
import { createMethod, methodFor } from './payment-methods.ts';

type Intent = Stripe.PaymentIntent;
type Create = Stripe.PaymentIntentCreateParams;
type Update = Stripe.PaymentIntentUpdateParams;
type Confirm = Stripe.PaymentIntentConfirmParams;

/** Names of parameters that the double models. */
export const sharedSettings = [
  'capture_method',
  'description',
  'metadata',
  'payment_method',
  'payment_method_data',
  'payment_method_options',
  'receipt_email',
  'setup_future_usage',
  'shipping',
  'statement_descriptor',
  'statement_descriptor_suffix',
  'transfer_group',
];
export const modeledInConfirmation = ['error_on_requires_action', 'mandate_data', 'off_session', 'return_url'];

/** The conditions for types of methods. */
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
export interface Settings {
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

export function changesOf(intent: Intent, sent: Settings): Partial<Intent> {
  const plain = [
    'description',
    'receipt_email',
    'statement_descriptor',
    'statement_descriptor_suffix',
    'transfer_group',
    'capture_method',
  ] as const;
  const changes: Partial<Intent> = {};
  for (const name of plain)
    if (sent[name] !== undefined) Object.assign(changes, { [name]: sent[name] === '' ? null : sent[name] });
  if (sent.metadata !== undefined) changes.metadata = mergedMetadata(intent.metadata, sent.metadata);
  if (sent.setup_future_usage !== undefined) changes.setup_future_usage = sent.setup_future_usage || null;
  if (sent.shipping !== undefined) changes.shipping = sent.shipping || null;
  if (sent.payment_method_options !== undefined)
    changes.payment_method_options = {
      ...intent.payment_method_options,
      ...sent.payment_method_options,
    } as Intent['payment_method_options'];
  return changes;
}

export function newIntent(account: Account, { amount, currency, customer, ...sent }: Create): Intent {
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
    automatic_payment_methods:
      sent.automatic_payment_methods ?? (allowed ? null : { enabled: true, allow_redirects: 'always' }),
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

/** The method that a call names or describes. */
export function sentMethod(account: Account, sent: Create | Update | Confirm): Stripe.PaymentMethod | undefined {
  if (sent.payment_method !== undefined && sent.payment_method_data !== undefined)
    throw invalid('You may only specify one of these parameters: payment_method, payment_method_data.', {
      code: 'parameters_exclusive',
    });
  if (sent.payment_method_data) return createMethod(account, sent.payment_method_data);
  return sent.payment_method ? methodFor(account, sent.payment_method) : undefined;
}
