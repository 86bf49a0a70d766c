// The types of payment methods that the double's accounts have activated, and what each can do.
import { invalid } from './errors.ts';

export type MethodType =
  'bacs_debit' | 'boleto' | 'card' | 'crypto' | 'customer_balance' | 'link' | 'sepa_debit' | 'us_bank_account';

interface TypeTraits {
  /** The currencies that it takes; any if absent. */
  currencies?: string[];
  /** A debit of a bank account: it needs a mandate, and its outcome comes later. */
  isDebit?: boolean;
  /** It can be set up for later payments. */
  canBeSetUp: boolean;
}

export const methodTypes: Record<MethodType, TypeTraits> = {
  bacs_debit: { currencies: ['gbp'], isDebit: true, canBeSetUp: true },
  boleto: { currencies: ['brl'], canBeSetUp: true },
  card: { canBeSetUp: true },
  crypto: { currencies: ['usd'], canBeSetUp: false },
  customer_balance: { currencies: ['eur', 'gbp', 'jpy', 'mxn', 'usd'], canBeSetUp: false },
  link: { canBeSetUp: true },
  sepa_debit: { currencies: ['eur'], isDebit: true, canBeSetUp: true },
  us_bank_account: { currencies: ['usd'], isDebit: true, canBeSetUp: true },
};

export const isMethodType = (type: string): type is MethodType => Object.hasOwn(methodTypes, type);

/** @throws Failure for a type that the account has not activated */
export function checkType(type: string, param: string): asserts type is MethodType {
  if (isMethodType(type)) return;
  throw invalid(
    `The payment method type provided: ${type} is invalid. Please ensure the provided type is activated in your ` +
      'dashboard (https://dashboard.stripe.com/account/payments/settings) and your account is enabled for any preview ' +
      'features that you are trying to use. See https://stripe.com/docs/payments/payment-methods/integration-options for more information.',
    { code: 'payment_intent_invalid_parameter', param },
  );
}

/** @throws Failure if a type cannot pay in a currency */
export function checkTypeCurrency(type: MethodType, currency: string): void {
  const { currencies } = methodTypes[type];
  if (!currencies || currencies.includes(currency)) return;
  throw invalid(
    `The currency provided (${currency}) is invalid. Payments with ${type} support the following currencies: ${currencies.join(', ')}.`,
    { code: 'payment_intent_invalid_parameter', param: 'currency' },
  );
}

/** Refuses parameters that Stripe knows but the double does not model, rather than to ignore them. */
export function refuseOthers(others: Record<string, unknown>): void {
  const [name] = Object.keys(others);
  if (name === undefined) return;
  throw invalid(`The double of Stripe does not model the parameter ${name}.`, {
    code: 'double_not_modeled',
    param: name,
  });
}

/** Like `refuseOthers`, for parameters whose modeled names are listed. */
export function refuseUnmodeled(sent: object, modeled: readonly string[]): void {
  refuseOthers(Object.fromEntries(Object.entries(sent).filter(([name]) => !modeled.includes(name))));
}
