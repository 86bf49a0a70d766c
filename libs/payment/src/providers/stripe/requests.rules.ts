import type { Stripe } from 'stripe';
import type { ChargeRequest } from '../ports/charges.js';
import type { CustomerData } from '../ports/customers.js';
import type { HoldRequest } from '../ports/holds.js';
import type { PaymentPageRequest, SetupRequest } from '../ports/pages.js';
import type { RefundRequest } from '../ports/refunds.js';
import type { ProviderError } from '../../model/payments/payments.tables.js';
import { toProviderAmount } from '../currency-units.rules.js';
import { stripeCurrencies } from './currencies.js';

/** Ways to pay that a customer enters on a page; the others need none (webhooks, section 11.2). */
const typesWithSetup: readonly string[] = ['card', 'sepa_debit', 'us_bank_account', 'bacs_debit', 'link', 'boleto'];

export const balance = 'customer_balance';
/** Cards of this country need the payer for each payment (webhooks, section 11.4). */
const confirmingCountry = 'IN';
/** Where Stripe sends payers unless the connection names an address. */
export const defaultRedirect = 'https://stripe.com/';

/** The ways to pay among these that a customer enters on a page. */
export const typesToSetUp = (methodTypes: readonly string[]): string[] =>
  methodTypes.filter((type) => typesWithSetup.includes(type));

/** Stripe refuses longer texts. A phone number is left out, as a part of one is another number. */
const longest = { name: 256, phone: 20 };

/**
 * Converts a customer's data. An absent field is emptied, so that an update removes it. An address replaces the former
 * one; Stripe refuses empty parts of it.
 */
export function customerParams({ name, email, phone, address }: CustomerData): Stripe.CustomerUpdateParams {
  const { line1, line2, city, postalCode, state, country } = address;
  const parts = Object.entries({ line1, line2, city, postal_code: postalCode, state, country });
  const filled = parts.filter((part): part is [string, string] => part[1] !== null);
  return {
    name: (name ?? '').slice(0, longest.name),
    email: email ?? '',
    phone: phone !== null && phone.length <= longest.phone ? phone : '',
    address: filled.length === 0 ? '' : Object.fromEntries(filled),
  };
}

/** The first data of a customer, with our names for it; without its empty parts. */
export function newCustomerParams(data: CustomerData): Stripe.CustomerCreateParams {
  const filled = Object.entries(customerParams(data)).filter(([, value]) => value !== '');
  return {
    ...(Object.fromEntries(filled) as Stripe.CustomerCreateParams),
    metadata: { svc_customer_id: data.id, customer_id: data.externalId },
  };
}

/** Finds the reason for which a bank transfer is impossible; null for none. */
export function refusalOfBalance({
  methodTypes,
  currency,
  countries,
}: Pick<ChargeRequest, 'methodTypes' | 'currency' | 'countries'>): ProviderError | null {
  if (!methodTypes.includes(balance) || currency.toUpperCase() !== 'EUR') return null;
  return transferCountry(countries) === null
    ? { message: 'A bank transfer in EUR needs a country that Stripe supports.', error_code: 'missing_country' }
    : null;
}

const transferCountries: readonly string[] = ['BE', 'DE', 'ES', 'FR', 'IE', 'NL'];
const transferCountry = ({ customer, issuer }: ChargeRequest['countries']): string | null =>
  [customer, issuer].find((country) => country !== null && transferCountries.includes(country)) ?? null;

const transferTypes: Record<
  string,
  Stripe.PaymentIntentCreateParams.PaymentMethodOptions.CustomerBalance.BankTransfer.Type
> = {
  EUR: 'eu_bank_transfer',
  USD: 'us_bank_transfer',
  GBP: 'gb_bank_transfer',
  JPY: 'jp_bank_transfer',
  MXN: 'mx_bank_transfer',
};

/** A bank transfer: its kind follows from the currency. */
export function transferOf({ currency, countries }: Pick<ChargeRequest, 'currency' | 'countries'>) {
  const type = transferTypes[currency.toUpperCase()] ?? 'us_bank_transfer';
  const country = transferCountry(countries);
  return { type, ...(type === 'eu_bank_transfer' && country !== null ? { eu_bank_transfer: { country } } : {}) };
}

const transferOptions = (request: Pick<ChargeRequest, 'currency' | 'countries'>) => ({
  customer_balance: { funding_type: 'bank_transfer' as const, bank_transfer: transferOf(request) },
});

/**
 * Converts a payment request (webhooks, section 11.4). Stripe makes and confirms the payment in one call. A payer who
 * is not there cannot confirm it: then an action is a refusal. This version of Stripe's interface takes the allowed
 * ways to pay, and refuses the older list of `payment_method_types`.
 */
export function intentParams(
  request: ChargeRequest,
  { returnUrl }: { returnUrl: string },
): Stripe.PaymentIntentCreateParams {
  const isTransfer = request.methodTypes.includes(balance);
  const confirms = request.onSession || request.countries.customer === confirmingCountry;
  return {
    amount: toProviderAmount(stripeCurrencies, request.amountCents, request.currency),
    currency: request.currency.toLowerCase(),
    customer: request.customerId,
    confirm: true,
    ...(request.methodTypes.length > 0
      ? {
          allowed_payment_method_types: [
            ...request.methodTypes,
          ] as Stripe.PaymentIntentCreateParams.AllowedPaymentMethodType[],
        }
      : {}),
    ...(isTransfer ? { payment_method_data: { type: balance }, payment_method_options: transferOptions(request) } : {}),
    ...(request.methodId === null ? {} : { payment_method: request.methodId }),
    ...(confirms || isTransfer ? {} : { off_session: true, error_on_requires_action: true }),
    ...(isTransfer ? {} : { return_url: returnUrl }),
    description: request.description,
    metadata: request.metadata,
  };
}

/**
 * Converts the request to hold an amount on a card. There is no capture, and no payer to confirm it
 * (customers, section 4.9).
 */
export const holdParams = (
  { amountCents, currency, customerId, methodId, metadata }: HoldRequest,
  { returnUrl }: { returnUrl: string },
): Stripe.PaymentIntentCreateParams => ({
  amount: toProviderAmount(stripeCurrencies, amountCents, currency),
  currency: currency.toLowerCase(),
  customer: customerId,
  payment_method: methodId,
  allowed_payment_method_types: ['card'],
  capture_method: 'manual',
  confirm: true,
  off_session: true,
  error_on_requires_action: true,
  return_url: returnUrl,
  description: 'Authorization for a subscription',
  metadata,
});

/** Whether the payer is there to confirm a payment at once: the caller says so, or the payer's country requires it. */
export const needsPayer = ({ mayRequireAction, countries }: ChargeRequest): boolean =>
  mayRequireAction || countries.customer === confirmingCountry;

interface PageSettings {
  redirectUrl: string | null;
  requiresConsent: boolean;
}

const pageParams = (
  { providerCustomerId, returnUrl }: SetupRequest,
  { redirectUrl, requiresConsent }: PageSettings,
  types: readonly string[],
): Stripe.Checkout.SessionCreateParams => ({
  customer: providerCustomerId,
  success_url: returnUrl ?? redirectUrl ?? defaultRedirect,
  allowed_payment_method_types: [...types] as Stripe.Checkout.SessionCreateParams.AllowedPaymentMethodType[],
  ...(requiresConsent ? { consent_collection: { terms_of_service: 'required' } } : {}),
});

/** A page where a customer enters a method (webhooks, section 11.3). */
export const setupPageParams = (
  request: SetupRequest,
  settings: PageSettings,
): Stripe.Checkout.SessionCreateParams => ({
  ...pageParams(request, settings, typesToSetUp(request.methodTypes)),
  mode: 'setup',
});

/** A page where a customer pays an invoice, or several, and may store the method for later payments (webhooks, section 11.5). */
export function paymentPageParams(
  request: PaymentPageRequest,
  settings: PageSettings,
): Stripe.Checkout.SessionCreateParams {
  const { payable, metadata, countries, methodTypes } = request;
  const isTransfer = methodTypes.includes(balance);
  const stores = countries.customer !== confirmingCountry && !methodTypes.includes('crypto') && !isTransfer;
  return {
    ...pageParams(request, settings, methodTypes),
    mode: 'payment',
    ...(isTransfer ? { payment_method_options: transferOptions({ currency: payable.currency, countries }) } : {}),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: payable.currency.toLowerCase(),
          unit_amount: toProviderAmount(stripeCurrencies, payable.amountCents, payable.currency),
          product_data: { name: payable.title },
        },
      },
    ],
    payment_intent_data: {
      description: `${payable.type === 'Invoice' ? 'Invoice' : 'Invoices'} ${payable.title}`,
      metadata: { ...metadata, payment_type: 'one-time' },
      ...(stores ? { setup_future_usage: 'off_session' } : {}),
    },
  };
}

const refundReasons: Record<string, Stripe.RefundCreateParams.Reason> = {
  duplicated_charge: 'duplicate',
  product_unsatisfactory: 'requested_by_customer',
  order_change: 'requested_by_customer',
  order_cancellation: 'requested_by_customer',
  fraudulent_charge: 'fraudulent',
};

/** Converts the refund of a part of a payment intent (webhooks, section 18). */
export function refundParams(
  { key, amountCents, reason }: RefundRequest,
  intentId: string,
  currency: string,
): Stripe.RefundCreateParams {
  const stripeReason = refundReasons[reason ?? ''];
  return {
    payment_intent: intentId,
    amount: toProviderAmount(stripeCurrencies, amountCents, currency),
    metadata: { svc_refund_key: key },
    ...(stripeReason === undefined ? {} : { reason: stripeReason }),
  };
}
