// Payment methods: how they are made, attached to customers, and detached.
import type { Stripe } from 'stripe';
import { type Account, mergedMetadata } from './account.ts';
import { Failure, invalid, missing } from './errors.ts';
import { newId } from './ids.ts';
import { checkType, methodTypes, refuseOthers, type MethodType } from './method-types.ts';
import { behaviorOfBank, checkIban, testBank, type TestBank } from './test-banks.ts';
import { type Behavior, cardDetails, type Decline, testCard } from './test-methods.ts';

type CreateParameters = Stripe.PaymentMethodCreateParams;
type Details = Partial<Pick<Stripe.PaymentMethod, MethodType>>;
type Billing = CreateParameters['billing_details'];

/** The details of the method's own type, and its behavior. */
interface Made {
  details: Details;
  behavior: Behavior;
}

function addressOf(address: Stripe.Emptyable<Stripe.AddressParam> | undefined): Stripe.Address {
  const { city = null, country = null, line1 = null, line2 = null, postal_code = null, state = null } = address || {};
  return { city, country, line1, line2, postal_code, state };
}

/** Billing details after an update: sent fields replace, empty ones remove. */
function billingOf(sent: Billing, before?: Stripe.PaymentMethod.BillingDetails): Stripe.PaymentMethod.BillingDetails {
  const {
    address,
    email = before?.email,
    name = before?.name,
    phone = before?.phone,
    tax_id = before?.tax_id,
  } = sent ?? {};
  return {
    address: address === undefined && before ? before.address : addressOf(address),
    email: email || null,
    name: name || null,
    phone: phone || null,
    tax_id: tax_id || null,
  };
}

function checkBilling(billing: Billing, required: ('name' | 'email')[]): void {
  const lacking = required.find((name) => !billing?.[name]);
  if (lacking === undefined) return;
  const param = `billing_details[${lacking}]`;
  throw invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

function lacks(param: string): Failure {
  return invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

function cardOf(account: Account, sent: CreateParameters['card']): Made {
  if (!sent) throw lacks('card');
  if (!('token' in sent) || !sent.token) {
    throw new Failure(402, {
      type: 'card_error',
      message:
        'Your card was declined. Sending credit card numbers directly to the Stripe API is generally unsafe. To ' +
        'continue processing use Stripe.js, the Stripe mobile bindings, or Stripe Elements.',
    });
  }
  const found = testCard(sent.token);
  if (!found) throw missing('token', sent.token, { param: 'card[token]' });
  return { details: { card: cardDetails(found, yearOf(account)) }, behavior: found.behavior };
}

const yearOf = (account: Account): number => new Date(account.clock.now()).getUTCFullYear();

function bankDetails({ type, number }: Pick<TestBank, 'type' | 'number'>, sent: CreateParameters): Details {
  const last4 = number.slice(-4);
  const fingerprint = `fingerprint${number.slice(-8)}`;
  if (type === 'sepa_debit') {
    const bank = { bank_code: number.slice(4, 12), branch_code: '', country: number.slice(0, 2) };
    return { sepa_debit: { ...bank, fingerprint, generated_from: { charge: null, setup_attempt: null }, last4 } };
  }
  if (type === 'bacs_debit')
    return { bacs_debit: { fingerprint, last4, sort_code: sent.bacs_debit?.sort_code ?? '108800' } };
  return {
    us_bank_account: {
      account_holder_type: sent.us_bank_account?.account_holder_type ?? 'individual',
      account_type: sent.us_bank_account?.account_type ?? 'checking',
      bank_name: 'STRIPE TEST BANK',
      financial_connections_account: null,
      fingerprint,
      last4,
      networks: { preferred: 'ach', supported: ['ach'] },
      routing_number: sent.us_bank_account?.routing_number ?? '110000000',
      status_details: null,
    },
  };
}

function bankOf(sent: CreateParameters): Made {
  if (sent.type === 'sepa_debit') {
    if (!sent.sepa_debit) throw lacks('sepa_debit');
    checkIban(sent.sepa_debit.iban, 'sepa_debit[iban]');
    checkBilling(sent.billing_details, ['name', 'email']);
    const number = sent.sepa_debit.iban.replaceAll(' ', '').toUpperCase();
    return {
      details: bankDetails({ type: 'sepa_debit', number }, sent),
      behavior: behaviorOfBank('sepa_debit', number),
    };
  }
  if (sent.type === 'bacs_debit') {
    const { account_number: number, sort_code } = sent.bacs_debit ?? {};
    if (!number) throw lacks('bacs_debit[account_number]');
    if (!sort_code) throw lacks('bacs_debit[sort_code]');
    checkBilling(sent.billing_details, ['name', 'email']);
    return {
      details: bankDetails({ type: 'bacs_debit', number }, sent),
      behavior: behaviorOfBank('bacs_debit', number),
    };
  }
  const { account_number: number, routing_number } = sent.us_bank_account ?? {};
  if (!number) throw lacks('us_bank_account[account_number]');
  if (!routing_number) throw lacks('us_bank_account[routing_number]');
  checkBilling(sent.billing_details, ['name']);
  const behavior = behaviorOfBank('us_bank_account', number);
  return { details: bankDetails({ type: 'us_bank_account', number }, sent), behavior };
}

function made(account: Account, sent: CreateParameters, type: MethodType): Made {
  switch (type) {
    case 'card':
      return cardOf(account, sent.card);
    case 'bacs_debit':
    case 'sepa_debit':
    case 'us_bank_account':
      return bankOf(sent);
    case 'boleto':
      if (!sent.boleto) throw lacks('boleto');
      checkBilling(sent.billing_details, ['name', 'email']);
      return { details: { boleto: { tax_id: sent.boleto.tax_id } }, behavior: {} };
    case 'link':
      return { details: { link: { email: sent.billing_details?.email ?? null } }, behavior: {} };
    case 'crypto':
      return { details: { crypto: {} }, behavior: {} };
    case 'customer_balance':
      return { details: { customer_balance: {} }, behavior: {} };
  }
}

function add(
  account: Account,
  type: MethodType,
  { details, behavior }: Made,
  billing: Billing,
  metadata: Stripe.Metadata,
) {
  const method: Stripe.PaymentMethod = {
    id: newId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: billingOf(billing),
    created: account.clock.seconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata,
    type,
    ...details,
  };
  account.methodFacts.set(method.id, { behavior, refusals: [], isSetUp: false, isSpent: false });
  return account.paymentMethods.add(method);
}

/** @returns a new payment method. @throws Failure for a type or details that are not possible */
export function createMethod(account: Account, parameters: CreateParameters): Stripe.PaymentMethod {
  const { type = '', billing_details, metadata, allow_redisplay, ...rest } = parameters;
  checkType(type, 'type');
  const { [type]: _own, ...others } = rest as Record<string, unknown>;
  refuseOthers(others);
  const method = add(account, type, made(account, parameters, type), billing_details, mergedMetadata(null, metadata));
  if (allow_redisplay) method.allow_redisplay = allow_redisplay;
  return method;
}

/** A new payment method for one of Stripe's names for tests; undefined if the name is none of these. */
function testMethod(account: Account, name: string): Stripe.PaymentMethod | undefined {
  const card = testCard(name);
  if (card && name.startsWith('pm_')) {
    const behavior = card.behavior;
    const method = add(account, 'card', { details: { card: cardDetails(card, yearOf(account)) }, behavior }, {}, {});
    account.factsOfMethod(method.id).isSetUp = behavior.authentication === 'on_session';
    return method;
  }
  const bank = testBank(name);
  if (!bank) return undefined;
  const billing = { name: 'Jenny Rosen', email: 'jenny@example.com' };
  return add(
    account,
    bank.type,
    { details: bankDetails(bank, { type: bank.type }), behavior: bank.behavior },
    billing,
    {},
  );
}

/**
 * @returns the payment method of an id, or a new one for a name such as `pm_card_visa`
 * @throws Failure if there is none, or it cannot be used again
 */
export function methodFor(account: Account, id: string, param = 'payment_method'): Stripe.PaymentMethod {
  const method = account.paymentMethods.find(id) ?? testMethod(account, id);
  if (!method) throw missing('PaymentMethod', id, { param });
  if (account.factsOfMethod(method.id).isSpent) {
    throw invalid(
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a ' +
        'connected account without Customer attachment, or was detached from a Customer. It may not be used again. To ' +
        'use a PaymentMethod multiple times, you must attach it to a Customer first.',
      { param },
    );
  }
  return method;
}

/** The refusal of a card. */
export const cardFailure = ({ code, decline_code, message, advice_code }: Decline, more: object = {}): Failure =>
  new Failure(402, {
    type: 'card_error',
    code,
    message,
    ...(decline_code !== undefined && { decline_code }),
    ...(advice_code !== undefined && { advice_code }),
    ...more,
  });

/** Attaches a method to a customer, with its event. @throws Failure if it belongs to another one, or is refused */
export function attach(account: Account, method: Stripe.PaymentMethod, customer: string): Stripe.PaymentMethod {
  account.customers.get(customer, 'customer');
  if (method.customer === customer) return method;
  if (method.customer !== null)
    throw invalid('The payment method you provided has already been attached to a customer.', {
      param: 'payment_method',
    });
  if (!methodTypes[method.type as MethodType].canBeSetUp)
    throw invalid(`Payment methods of type ${method.type} cannot be saved to customers.`, { param: 'payment_method' });
  const { behavior } = account.factsOfMethod(method.id);
  if (behavior.decline && !behavior.attaches) throw cardFailure(behavior.decline);
  account.change(method, { customer });
  account.emit('payment_method.attached', method);
  return method;
}

export function attachMethod(
  account: Account,
  { customer, customer_account, ...others }: Stripe.PaymentMethodAttachParams,
  id: string,
) {
  refuseOthers({ ...others, ...(customer_account !== undefined && { customer_account }) });
  if (customer === undefined) throw lacks('customer');
  return attach(account, methodFor(account, id), customer);
}

/** Detaches a method for good, with its events. @throws Failure unless it is attached */
export function detachMethod(account: Account, _parameters: object, id: string): Stripe.PaymentMethod {
  const method = account.paymentMethods.get(id);
  const customer = method.customer;
  if (customer === null) {
    throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.', {
      param: 'payment_method',
    });
  }
  account.factsOfMethod(id).isSpent = true;
  account.emit('payment_method.detached', method, account.change(method, { customer: null }));
  const owner = account.customers.find(customer as string);
  if (owner?.invoice_settings.default_payment_method === id) {
    const settings = { ...owner.invoice_settings, default_payment_method: null };
    account.emit('customer.updated', owner, account.change(owner, { invoice_settings: settings }));
  }
  return method;
}

export function updateMethod(
  account: Account,
  parameters: Stripe.PaymentMethodUpdateParams,
  id: string,
): Stripe.PaymentMethod {
  const method = account.paymentMethods.get(id);
  if (method.customer === null)
    throw invalid('You must save this PaymentMethod to a customer before you can update it.');
  const { billing_details, metadata, card, allow_redisplay, ...others } = parameters;
  refuseOthers(others);
  const { exp_month, exp_year, ...otherCard } = card ?? {};
  refuseOthers(otherCard);
  const changes: Partial<Stripe.PaymentMethod> = {
    ...(billing_details && { billing_details: billingOf(billing_details, method.billing_details) }),
    ...(metadata !== undefined && { metadata: mergedMetadata(method.metadata, metadata) }),
    ...(allow_redisplay && { allow_redisplay }),
    ...(card &&
      method.card && { card: { ...method.card, ...(exp_month && { exp_month }), ...(exp_year && { exp_year }) } }),
  };
  const previous = account.change(method, changes);
  if (previous) account.emit('payment_method.updated', method, previous);
  return method;
}

/** The network gives a card a new date of expiry, as it does for cards that were replaced. */
export function renewCard(account: Account, id: string): Stripe.PaymentMethod {
  const method = account.paymentMethods.get(id);
  if (!method.card) throw invalid(`${id} is not a card`);
  const card = { ...method.card, exp_year: method.card.exp_year + 3, last4: '1881' };
  account.emit('payment_method.automatically_updated', method, account.change(method, { card }));
  return method;
}
