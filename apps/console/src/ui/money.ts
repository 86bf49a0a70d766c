/** Minor digits of currencies (ISO 4217) that have not two. Browsers follow everyday use: none for HUF, which has two. */
const minorDigits: Record<string, number> = {
  ...Object.fromEntries(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ').map((code) => [code, 0]),
  ),
  ...Object.fromEntries('BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3])),
  CLF: 4,
  UYW: 4,
};
const usualDigits = 2;
const mostDigits = 15;

/** The minor digits of a currency: 2 for EUR, 0 for JPY. */
export const digitsOf = (currency: string): number => minorDigits[currency] ?? usualDigits;

/** An amount in minor units as a decimal: 12345 EUR is `123.45`, -5 JPY is `-5`. Only the point is put in its place. */
export function decimalOf(cents: number, currency: string): string {
  const places = digitsOf(currency);
  const sign = cents < 0 ? '-' : '';
  const digits = String(cents)
    .replace('-', '')
    .padStart(places + 1, '0');
  const whole = digits.length - places;
  return places === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, whole)}.${digits.slice(whole)}`;
}

/** A typed decimal of a currency in minor units: `123.4` EUR is `12340`; undefined for what is no amount of it. */
export function minorUnits(decimal: string, currency: string): string | undefined {
  const places = digitsOf(currency);
  const [, whole, fraction = ''] = /^(\d{1,15})(?:[.,](\d+))?$/.exec(decimal.trim()) ?? [];
  if (whole === undefined || fraction.length > places) return undefined;
  return `${whole}${fraction.padEnd(places, '0')}`.replace(/^0+(?=\d)/, '');
}

/** A decimal of minor units in main units: `163.63636` cents of EUR are `1.6363636`. Only the point moves. */
export function mainUnits(minor: string, currency: string): string {
  const places = digitsOf(currency);
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d*))?$/.exec(minor) ?? [];
  const digits = whole.padStart(places + 1, '0');
  const point = digits.length - places;
  const further = digits.slice(point) + fraction;
  return `${sign}${digits.slice(0, point)}${further === '' ? '' : `.${further}`}`;
}

/** Formats decimals exactly: a decimal as text never becomes a number with a floating point. */
const exactly = (format: Intl.NumberFormat, decimal: string): string =>
  format.format(decimal as Intl.StringNumericLiteral).replaceAll('-', '−');

/** A decimal amount of a currency, with as many more digits as it has: `0.0035` EUR is `€0.0035`. */
export const priceText = (decimal: string, currency: string, language: string, mostPlaces = mostDigits): string => {
  const places = digitsOf(currency);
  return exactly(
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      minimumFractionDigits: places,
      maximumFractionDigits: Math.max(places, mostPlaces),
    }),
    decimal,
  );
};

/** An amount in minor units as text: 12345 EUR is `€123.45`. */
export const moneyText = (cents: number, currency: string, language: string): string =>
  priceText(decimalOf(cents, currency), currency, language, digitsOf(currency));

/** A decimal as text: `1234.50` is `1,234.5`. */
export const decimalText = (decimal: string | number, language: string): string =>
  exactly(new Intl.NumberFormat(language, { maximumFractionDigits: mostDigits }), String(decimal));
