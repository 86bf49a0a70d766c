import { publishedProviders } from '@tollgate/contracts';
import { liveKey, type ProviderDeclaration } from '../declaration.js';
import { stripeCurrencies } from './currencies.js';

/** Stripe (webhooks, section 11): the SDK makes the calls, and pure functions convert what it takes and answers. */
export const stripe: ProviderDeclaration = {
  ...publishedProviders.stripe,
  currencies: stripeCurrencies,
  declines: new Map([
    ['insufficient_funds', 'insufficient_funds'],
    ['expired_card', 'method_expired'],
    ['payment_intent_mandate_invalid', 'method_expired'],
    ['account_closed', 'account_closed'],
    ['no_account', 'account_closed'],
    ['bank_account_unusable', 'account_closed'],
    ['authentication_required', 'authentication_required'],
    ['payment_intent_authentication_failure', 'authentication_required'],
  ]),
  acceptance: '',
  makesEventSecret: true,
  liveField: liveKey,
  open: async ({ config }) => {
    const { openStripe } = await import('./ports.js');
    return openStripe(config.paymentProviderAddresses.STRIPE_API_URL);
  },
};
