import { publishedProviders } from '@tollgate/contracts';
import { liveKey, type ProviderDeclaration } from '../declaration.js';
import { adyenCurrencies } from './currencies.js';
import { adyenSettings } from './settings.js';

/**
 * Adyen (webhooks, section 12): cards and other methods that payers store on its pages. A customer exists there once its
 * payer has agreed on a page without an amount. People enter the address of our events at Adyen.
 */
export const adyen: ProviderDeclaration = {
  ...publishedProviders.adyen,
  currencies: adyenCurrencies,
  // The numbers of its reasons of refusals.
  declines: new Map([
    ['6', 'method_expired'],
    ['11', 'authentication_required'],
    ['12', 'insufficient_funds'],
    ['28', 'insufficient_funds'],
    ['38', 'authentication_required'],
    ['authentication_required', 'authentication_required'],
  ]),
  acceptance: '[accepted]',
  makesEventSecret: false,
  liveField: (key, settings) => liveKey(key) ?? (adyenSettings(settings).isLive ? 'live_prefix' : null),
  open: async ({ config }) => {
    const { openAdyen } = await import('./ports.js');
    return openAdyen(config.paymentProviderAddresses.ADYEN_API_URL);
  },
};
