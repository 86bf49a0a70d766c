// Payment intents: creation, change, lists.
import type { Stripe } from 'stripe';
import type { Account } from './account.ts';
import { Failure, invalid } from './errors.ts';
import { checkAmount, checkCurrency } from './currencies.ts';
import { page, searchResult, type SearchParameters } from './lists.ts';
import { refuseUnmodeled } from './method-types.ts';
import {
  changesOf,
  modeledInConfirmation,
  newIntent,
  sentMethod,
  type Settings,
  sharedSettings,
} from './payment-intent-settings.ts';
import { checkReturnUrl, confirmWith } from './payment-steps.ts';
import { refuseState } from './payments.ts';

const url = '/v1/payment_intents';
type Intent = Stripe.PaymentIntent;
type Create = Stripe.PaymentIntentCreateParams;
type Update = Stripe.PaymentIntentUpdateParams;

const confirmOnly = ['error_on_requires_action', 'mandate', 'mandate_data', 'off_session', 'return_url'] as const;
const modeledInCreation = [
  ...sharedSettings,
  'allowed_payment_method_types',
  'amount',
  'automatic_payment_methods',
  'confirm',
  'confirmation_method',
  'currency',
  'customer',
  'excluded_payment_method_types',
];

/** Parameters that are possible only with `confirm`. */
function checkConfirmOnly(sent: Create): void {
  if (sent.confirm === true) return;
  for (const name of confirmOnly) {
    if (sent[name] === undefined) continue;
    throw invalid(
      `The parameter \`${name}\` cannot be passed when creating a PaymentIntent unless confirm is set to true.`,
      {
        code: 'parameter_unknown',
        param: name,
      },
    );
  }
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

export function updateIntent(account: Account, sent: Update, id: string): Intent {
  const intent = account.paymentIntents.get(id);
  refuseUnmodeled(sent, [...sharedSettings, 'amount', 'currency', 'customer']);
  const { amount = intent.amount, currency = intent.currency, customer } = sent;
  const isOpen = ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status);
  const isMoney =
    sent.amount !== undefined ||
    sent.currency !== undefined ||
    customer !== undefined ||
    sent.payment_method !== undefined;
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
    ...(method && { payment_method: method.id, status: 'requires_confirmation' as const, next_action: null }),
  });
  return intent;
}

export function listIntents(account: Account, sent: Stripe.PaymentIntentListParams): Stripe.ApiList<Intent> {
  const { customer, ...parameters } = sent;
  return page(
    account.paymentIntents,
    url,
    parameters,
    (intent) => customer === undefined || intent.customer === customer,
  );
}

export function searchIntents(account: Account, sent: SearchParameters): Stripe.ApiSearchResult<Intent> {
  const fields = ['amount', 'created', 'currency', 'customer', 'metadata', 'status'];
  return searchResult(account, account.paymentIntents, `${url}/search`, sent, fields);
}
