import { publishedCurrencies } from '../currency-units.rules.js';

/**
 * The currencies of Adyen's list "Currency codes and minor units" (docs.adyen.com/development-resources/currency-codes).
 * CLP, CVE, IDR and ISK have other digits there than in ISO 4217. Amounts in CLP and ISK have no digits here that Adyen
 * could refuse, as their minor unit is the whole one.
 */
export const adyenCurrencies = publishedCurrencies('Adyen', [
  {
    decimals: 2,
    codes: `
      AED ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BWP BYN BZD CAD CHF CLP CNH CNY COP
      CRC CUP CZK DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF ILS INR ISK
      JMD KES KGS KHR KYD KZT LAK LKR MAD MDL MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK
      NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SEK SGD SHP SLE SOS SRD STN SVC SZL THB
      TOP TRY TTD TWD TZS UAH USD UYU UZS VEF WST XCD XCG YER ZAR ZMW`,
  },
  { decimals: 0, codes: 'CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF' },
  { decimals: 3, codes: 'BHD IQD JOD KWD LYD OMR TND' },
]);
