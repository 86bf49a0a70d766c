import { publishedCurrencies } from '../currency-units.rules.js';

/**
 * The currencies of Stripe's list "Supported currencies", with its zero-decimal and three-decimal currencies and its
 * special cases (docs.stripe.com/currencies). HUF and TWD have whole units in payouts alone.
 */
export const stripeCurrencies = publishedCurrencies('Stripe', [
  {
    decimals: 2,
    codes: `
      AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CNY
      COP CRC CVE CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR
      JMD KES KGS KHR KYD KZT LAK LBP LKR LRD LSL MAD MDL MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN
      NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD STD SZL
      THB TJS TOP TRY TTD TWD TZS UAH USD UYU UZS WST XCD XCG YER ZAR ZMW`,
  },
  { decimals: 0, codes: 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF' },
  // These two have whole units, which Stripe still counts in hundredths.
  { decimals: 2, step: 100n, codes: 'ISK UGX' },
  { decimals: 3, step: 10n, codes: 'BHD JOD KWD OMR TND' },
]);
