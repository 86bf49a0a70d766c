import { centsDecimal, currencyExponent, subunit } from '@tollgate/rating';
import { isRecord } from './plan-form.js';

/** Most characters of a value in a sentence. */
const mostInSentence = 120;

/** `1050` cents of EUR as `10.50`. @param cents a whole number */
export const moneyText = (cents: string, currency: string): string =>
  centsDecimal(BigInt(cents)).div(subunit(currency)).toFixed(currencyExponent(currency));

/** `per_unit_amount` as `per unit amount`. */
export const wordsOf = (field: string): string => field.replace(/_cents$/, '').replaceAll('_', ' ');

/** A value of a body as text; null for none. */
export function valueText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) {
    const separator = value.some(isRecord) ? '; ' : ', ';
    return value.length === 0 ? null : value.map((each) => valueText(each) ?? 'none').join(separator);
  }
  if (isRecord(value)) {
    const entries = Object.entries(value).map(([field, each]) => `${wordsOf(field)} ${valueText(each) ?? 'none'}`);
    return entries.length === 0 ? null : entries.join(', ');
  }
  return String(value);
}

/** A value as a sentence says it. */
export function spokenValue(value: unknown): string | null {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = valueText(value);
  if (text === '') return null;
  return text !== null && text.length > mostInSentence ? `${text.slice(0, mostInSentence)}…` : text;
}
