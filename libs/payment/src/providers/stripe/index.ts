import { publishedProviders } from '@tollgate/contracts';
import { liveKey, type ProviderDeclaration } from '../declaration.js';
import { stripeCurrencies } from './currencies.js';

/** Stripe (webhooks, section 11): the SDK makes the calls, and pure functions convert what it takes and answers. */
export const stripe: ProviderDeclaration = {
  ...publishedProviders.stripe,
  currencies: stripeCurrencies,
  acceptance: '',
  makesEventSecret: true,
  liveField: liveKey,
  open: async ({ config }) => {
    const { openStripe } = await import('./ports.js');
    return openStripe(config.paymentProviderAddresses.STRIPE_API_URL);
  },
};
