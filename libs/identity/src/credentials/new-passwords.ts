import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordBounds, passwordErrors, tidyEmail } from '@tollgate/contracts';

/** Passwords that many have, and who guesses tries first; shorter ones are refused for their length. */
const common = new Set(
  dictionary['passwords-common']
    .map((one) => String(one).toLowerCase())
    .filter((one) => [...one].length >= passwordBounds.shortest),
);

/**
 * What is wrong with a password that the person of an address wants to have: it is too short or too long, one of those
 * that many have, one character over and over, or the address itself.
 * @param email of the person, as it is stored
 * @returns error codes, none for a password that can be had
 */
export function newPasswordErrors(password: string, email: string): string[] {
  const errors = passwordErrors(password);
  if (errors.length > 0) return errors;
  const folded = password.trim().toLowerCase();
  const address = tidyEmail(email);
  const isOwn = folded.includes(address) || folded === address.split('@')[0];
  return isOwn || common.has(folded) || new Set(folded).size < 3 ? ['value_is_too_common'] : [];
}
