/**
 * Countries whose law requires the tax in their own currency on invoices in another one. The European Union has the rule
 * in article 230 of its VAT Directive.
 */
const taxCurrencies: Readonly<Record<string, readonly string[]>> = {
  EUR: [
    ...['AT', 'BE', 'BG', 'CY', 'DE', 'EE', 'ES', 'FI', 'FR', 'GR', 'HR', 'IE'],
    ...['IT', 'LT', 'LU', 'LV', 'MC', 'MT', 'NL', 'PT', 'SI', 'SK'],
  ],
  CZK: ['CZ'],
  DKK: ['DK'],
  HUF: ['HU'],
  PLN: ['PL'],
  RON: ['RO'],
  SEK: ['SE'],
  GBP: ['GB', 'IM'],
  NOK: ['NO'],
  ISK: ['IS'],
  CHF: ['CH', 'LI'],
  AUD: ['AU'],
  NZD: ['NZ'],
  SGD: ['SG'],
  ZAR: ['ZA'],
  AED: ['AE'],
  SAR: ['SA'],
  JPY: ['JP'],
};

const currencyOfCountry = new Map(
  Object.entries(taxCurrencies).flatMap(([currency, countries]) => countries.map((country) => [country, currency])),
);

/** The currency that a country requires for taxes, on invoices in any currency; null where it has no such rule. */
export const taxCurrencyOf = (country: string | null): string | null => currencyOfCountry.get(country ?? '') ?? null;
