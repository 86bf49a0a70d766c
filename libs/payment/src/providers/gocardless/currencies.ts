import { publishedCurrencies } from '../currency-units.rules.js';

/** The currencies of the debit schemes that GoCardless offers; it counts all of them in hundredths. */
export const gocardlessCurrencies = publishedCurrencies('GoCardless', [
  { decimals: 2, codes: 'AUD CAD DKK EUR GBP NZD SEK USD' },
]);
