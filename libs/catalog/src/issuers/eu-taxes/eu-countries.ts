/** A VAT rate in percent, decimal text, and the day from which it is in force; null: no known start. */
type Rates = readonly (readonly [since: string | null, rate: string])[];

const always = (rate: string): Rates => [[null, rate]];

/** Standard VAT rates of the countries of the European Union, oldest first (invoices, section 4.5). */
export const standardRates: Readonly<Record<string, Rates>> = {
  AT: always('20'),
  BE: always('21'),
  BG: always('20'),
  CY: always('19'),
  CZ: always('21'),
  DE: always('19'),
  DK: always('25'),
  EE: [
    [null, '20'],
    ['2024-01-01', '22'],
    ['2025-07-01', '24'],
  ],
  ES: always('21'),
  FI: [
    [null, '24'],
    ['2024-09-01', '25.5'],
  ],
  FR: always('20'),
  GR: always('24'),
  HR: always('25'),
  HU: always('27'),
  IE: always('23'),
  IT: always('22'),
  LT: always('21'),
  LU: [
    [null, '17'],
    ['2023-01-01', '16'],
    ['2024-01-01', '17'],
  ],
  LV: always('21'),
  MT: always('18'),
  NL: always('21'),
  PL: always('23'),
  PT: always('23'),
  RO: [
    [null, '19'],
    ['2025-08-01', '21'],
  ],
  SE: always('25'),
  SI: always('22'),
  SK: [
    [null, '20'],
    ['2025-01-01', '23'],
  ],
};

/** A part of a country with a separate VAT; post codes identify it. */
export interface Territory {
  country: string;
  name: string;
  /** Matches anywhere in a post code. */
  postCodes: RegExp;
  rates: Rates;
}

/** The first territory with matching post codes applies (invoices, section 4.5). */
export const territories: readonly Territory[] = [
  { country: 'ES', name: 'Canary Islands', postCodes: /35\d{3}|38\d{3}/, rates: always('0') },
  { country: 'ES', name: 'Ceuta', postCodes: /5100[1-5]|5107[01]|51081/, rates: always('0') },
  { country: 'ES', name: 'Melilla', postCodes: /5200[0-6]|5207[01]|52081/, rates: always('0') },
  { country: 'IT', name: "Campione d'Italia", postCodes: /22061/, rates: always('0') },
  { country: 'IT', name: 'Livigno', postCodes: /23041/, rates: always('0') },
  { country: 'FI', name: 'Aland Islands', postCodes: /22\d{3,}/, rates: [['2024-09-01', '0']] },
  { country: 'GR', name: 'Mount Athos', postCodes: /63086/, rates: always('0') },
  { country: 'FR', name: 'Guadeloupe', postCodes: /971\d{2,}/, rates: always('8.5') },
  { country: 'FR', name: 'Martinique', postCodes: /972\d{2,}/, rates: always('8.5') },
  { country: 'FR', name: 'Guyane', postCodes: /973\d{2,}/, rates: always('0') },
  { country: 'FR', name: 'Reunion', postCodes: /974\d{2,}/, rates: always('8.5') },
  { country: 'FR', name: 'Mayotte', postCodes: /976\d{2,}/, rates: always('0') },
  { country: 'DE', name: 'Büsingen am Hochrhein', postCodes: /78266/, rates: always('0') },
  { country: 'DE', name: 'Heligoland', postCodes: /27498/, rates: always('0') },
  { country: 'PT', name: 'Madeira', postCodes: /9[0-4]\d{2,}/, rates: always('22') },
  { country: 'PT', name: 'Azores', postCodes: /9[5-9]\d{2,}/, rates: always('18') },
  { country: 'AT', name: 'Jungholz', postCodes: /6691/, rates: always('19') },
  { country: 'AT', name: 'Mittelberg', postCodes: /699[123]/, rates: always('19') },
];

/** The rate in force on a day. @param day `YYYY-MM-DD` @returns null if no rate is in force yet */
export const rateOn = (rates: Rates, day: string): string | null =>
  rates.findLast(([since]) => since === null || since <= day)?.[1] ?? null;

export const isInEu = (country: string | null): country is string => country !== null && country in standardRates;
