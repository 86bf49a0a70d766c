import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ''));

/** The addresses of systems of others, without a slash at their end; other ones are for tests. */
export const externalAddresses = {
  STRIPE_API_URL: address.default('https://api.stripe.com'),
  GOCARDLESS_API_URL: address.default('https://api.gocardless.com'),
  GOCARDLESS_SANDBOX_API_URL: address.default('https://api-sandbox.gocardless.com'),
  /** Absent: that of the account. */
  ADYEN_API_URL: address.optional(),
  VIES_URL: address.default('https://ec.europa.eu/taxation_customs/vies/rest-api'),
  ANROK_URL: address.default('https://api.anrok.com'),
  AVALARA_URL: address.default('https://rest.avatax.com'),
  AVALARA_SANDBOX_URL: address.default('https://sandbox-rest.avatax.com'),
  /** The daily file of the European Central Bank; absent: no rates are imported. */
  ECB_RATES_URL: address.optional(),
  XERO_URL: address.default('https://api.xero.com'),
  XERO_IDENTITY_URL: address.default('https://identity.xero.com'),
};
