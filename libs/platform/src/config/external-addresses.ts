import { z } from 'zod';
import { providerAddresses } from '@tollgate/contracts';

const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/$/, ''));

/** The addresses of systems of others, without a slash at their end; other ones are for tests. */
export const externalAddresses = {
  VIES_URL: address.default('https://ec.europa.eu/taxation_customs/vies/rest-api'),
  ANROK_URL: address.default('https://api.anrok.com'),
  AVALARA_URL: address.default('https://rest.avatax.com'),
  AVALARA_SANDBOX_URL: address.default('https://sandbox-rest.avatax.com'),
  /** The daily file of the European Central Bank; absent: no rates are imported. */
  ECB_RATES_URL: address.optional(),
  XERO_URL: address.default('https://api.xero.com'),
  XERO_IDENTITY_URL: address.default('https://identity.xero.com'),
};

/** The addresses of payment providers by their variables; undefined where the provider has none of its own. */
export type ProviderAddresses = {
  readonly [Variable in keyof typeof providerAddresses]: (typeof providerAddresses)[Variable] extends string
    ? string
    : string | undefined;
};

/** Reads the addresses of payment providers: those of the declarations, unless the environment replaces them. */
export const paymentProviderAddresses = z.object(
  Object.fromEntries(
    Object.entries(providerAddresses).map(([variable, own]: [string, string | null]) => [
      variable,
      own === null ? address.optional() : address.default(own),
    ]),
  ),
);
