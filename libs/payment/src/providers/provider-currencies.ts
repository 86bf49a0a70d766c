import type { ConnectionRow } from '../model/repositories/provider-connections.repository.js';
import { adyenCurrencies } from './adyen/adyen.currencies.js';
import type { ProviderCurrencies } from './currency-units.rules.js';
import { gocardlessCurrencies } from './gocardless/gocardless.currencies.js';
import { stripeCurrencies } from './stripe/stripe.currencies.js';

/** The published currencies of each provider; null for the sandbox, which takes every amount as it is. */
export const providerCurrencies: Readonly<Record<ConnectionRow['provider'], ProviderCurrencies | null>> = {
  sandbox: null,
  stripe: stripeCurrencies,
  gocardless: gocardlessCurrencies,
  adyen: adyenCurrencies,
};
