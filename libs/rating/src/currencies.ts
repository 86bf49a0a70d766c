/** ISO 4217 minor digits that differ from two. */
const EXPONENTS: ReadonlyMap<string, number> = new Map<string, number>([
  ...[
    'BIF',
    'CLP',
    'DJF',
    'GNF',
    'ISK',
    'JPY',
    'KMF',
    'KRW',
    'PYG',
    'RWF',
    'UGX',
    'UYI',
    'VND',
    'VUV',
    'XAF',
    'XOF',
    'XPF',
  ].map((code): [string, number] => [code, 0]),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map((code): [string, number] => [code, 3]),
  ...['CLF', 'UYW'].map((code): [string, number] => [code, 4]),
]);

/** The currencies whose minor digits differ from two, with their number. */
export const unusualExponents: readonly (readonly [currency: string, digits: number])[] = [...EXPONENTS];

/** Number of minor digits of a currency: EUR 2, JPY 0, BHD 3. */
export function currencyExponent(currency: string): number {
  return EXPONENTS.get(currency.toUpperCase()) ?? 2;
}
