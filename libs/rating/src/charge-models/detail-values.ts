import { Decimal, ZERO, decimalText } from '../decimal.js';
import type { AmountDetails } from './types.js';

/** A decimal in details; 0 where they have none. */
export function decimalIn(details: AmountDetails | undefined, key: string): Decimal {
  const value: AmountDetails[string] | undefined = details?.[key];
  return typeof value === 'string' || typeof value === 'number' ? new Decimal(value) : ZERO;
}

/** The same as text. */
export function textIn(details: AmountDetails, key: string): string {
  return decimalText(decimalIn(details, key));
}
