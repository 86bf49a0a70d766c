import { z } from 'zod';
import { blankAsNull } from './party-fields.js';

/** Fields of bank accounts, written without spaces and in capitals (catalog, section 13). */

const compact = (value: unknown) => (typeof value === 'string' ? value.replaceAll(/\s/g, '').toUpperCase() : value);

/** Text without spaces that a rule accepts; blank is null, and anything else answers `value_is_invalid`. */
const compactText = (isValid: (text: string) => boolean) =>
  blankAsNull(
    z.preprocess(compact, z.string({ error: 'value_is_invalid' }).refine(isValid, 'value_is_invalid').nullish()),
  );

const ibanPattern = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/;
const letterValue = (letter: string) => String(letter.charCodeAt(0) - 'A'.charCodeAt(0) + 10);

/** Whether an account number has the form and the check digits of ISO 13616. */
export function isIban(iban: string): boolean {
  if (!ibanPattern.test(iban)) return false;
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(/[A-Z]/g, letterValue);
  return BigInt(digits) % 97n === 1n;
}

/** The number of an account (ISO 13616): `DE89 3704 0044 0532 0130 00`. */
export const iban = () => compactText(isIban);

/** The code of a bank (ISO 9362), of eight or eleven characters. */
export const bic = () => compactText((text) => /^[A-Z\d]{4}[A-Z]{2}[A-Z\d]{2}(?:[A-Z\d]{3})?$/.test(text));
