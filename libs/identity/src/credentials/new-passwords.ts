import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordErrors, normalizeEmail } from '@tollgate/contracts';

/** Common passwords that attackers try first, with the words that others are made of. */
const common = new Set(dictionary['passwords-common'].map((one) => String(one).toLowerCase()));
/** Keys beside each other, in both layouts. */
const keyboards = [
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  '1234567890',
  'azertyuiopqsdfghjklmwxcvbn',
];
const rows = keyboards.flatMap((row) => [row, [...row].reverse().join('')]);
/** Signs that stand for letters. */
const letters: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** Digits and signs around a common word: attackers try them all. */
const mostAround = 8;

/**
 * Validates a new password: its length, and that it is not guessable. Guessable are common ones, also with digits and
 * signs around them, sequences, repetitions of these, and the person's address.
 * @param email the person's address, as it is stored
 * @returns error codes; none for an acceptable password
 */
export function newPasswordErrors(password: string, email: string): string[] {
  const errors = passwordErrors(password);
  if (errors.length > 0) return errors;
  const folded = password.trim().toLowerCase();
  const address = normalizeEmail(email);
  const own = new Set([address, address.split('@')[0] ?? '', ...(address.split('@')[1] ?? '').split('.').slice(0, 1)]);
  const isWeak = folded.includes(address) || isGuessable(unitOf(folded), own);
  return isWeak || new Set(folded).size < 3 ? ['value_is_too_common'] : [];
}

function isGuessable(text: string, own: ReadonlySet<string>): boolean {
  const word = text.replace(/^[^a-z]+|[^a-z]+$/g, '');
  const candidates = [text, ...(text.length - word.length <= mostAround ? [word, readable(word)] : [])];
  return candidates.some((one) => common.has(one) || own.has(one) || isSequence(one));
}

const readable = (word: string): string => [...word].map((sign) => letters[sign] ?? sign).join('');

/** `abcdefgh`, `97531`, or keys beside each other. */
function isSequence(text: string): boolean {
  if (text.length < 4) return false;
  const codes = [...text].map((sign) => sign.codePointAt(0) ?? 0);
  const step = (codes[1] ?? 0) - (codes[0] ?? 0);
  const isEven =
    Math.abs(step) <= 2 && codes.every((code, place) => place === 0 || code - (codes[place - 1] ?? 0) === step);
  return isEven || rows.some((row) => row.includes(text));
}

/** The text that is repeated, or the whole one. */
const unitOf = (text: string): string => /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
