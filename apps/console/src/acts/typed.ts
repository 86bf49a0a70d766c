import { decimalOf, digitsOf } from '../ui/money.js';

/** How a language groups digits and begins a fraction. */
function signsOf(language: string): { group: string; point: string } {
  const parts = new Intl.NumberFormat(language, { useGrouping: 'always' }).formatToParts(12345.6);
  const sign = (type: string) => parts.find((part) => part.type === type)?.value ?? '';
  return { group: sign('group'), point: sign('decimal') };
}

/**
 * A typed decimal with a point and no groups: `1.234,5` is `1234.5` in German.
 * @returns null for anything that is not one number in the language, such as groups of two digits
 */
export function decimalOfTyped(typed: string, language: string): string | null {
  const { group, point } = signsOf(language);
  const text = typed.trim().replace('−', '-').replaceAll(/\s/g, ' ');
  const [, sign = '', whole = '', fraction] = /^(-?)(.*?)(?:\u0000(.*))?$/.exec(text.replace(point, '\u0000')) ?? [];
  const groups = whole.split(/\s/.test(group) ? ' ' : group);
  const [first = '', ...others] = groups;
  const isGrouped = others.length === 0 || (first.length <= 3 && others.every((one) => one.length === 3));
  const digits = groups.join('');
  if (!isGrouped || !/^\d+$/.test(digits) || (fraction !== undefined && !/^\d+$/.test(fraction))) return null;
  const trimmed = (fraction ?? '').replace(/0+$/, '');
  return `${sign}${digits.replace(/^0+(?=\d)/, '')}${trimmed === '' ? '' : `.${trimmed}`}`;
}

/** A typed amount in minor units: `12,5` EUR is `1250` in German. @returns null for more digits than the currency has */
export function centsOfTyped(typed: string, currency: string, language: string): string | null {
  const decimal = decimalOfTyped(typed, language);
  if (decimal === null) return null;
  const [whole = '0', fraction = ''] = decimal.split('.');
  const places = digitsOf(currency);
  if (fraction.length > places) return null;
  const digits = `${whole}${fraction.padEnd(places, '0')}`;
  const sign = digits.startsWith('-') ? '-' : '';
  return `${sign}${digits.replace('-', '').replace(/^0+(?=\d)/, '')}`;
}

/** A decimal as a person of the language types it. */
export const typedOfDecimal = (decimal: string, language: string): string =>
  decimal.replace('.', signsOf(language).point);

/** An amount in minor units as a person of the language types it. */
export const typedOfCents = (cents: string, currency: string, language: string): string =>
  cents === '' ? '' : typedOfDecimal(decimalOf(Number(cents), currency), language);
