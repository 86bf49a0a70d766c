import { dictionary } from '@zxcvbn-ts/language-common';
import { passwordBounds, passwordErrors, normalizeEmail } from '@tollgate/contracts';

/** Common passwords that attackers try first; the length check refuses the shorter ones. */
const common = new Set(
  dictionary['passwords-common']
    .map((one) => String(one).toLowerCase())
    .filter((one) => [...one].length >= passwordBounds.shortest),
);

/**
 * Validates a new password: it must have an allowed length, and must not be common, one repeated character, or the
 * person's address.
 * @param email the person's address, as it is stored
 * @returns error codes; none for an acceptable password
 */
export function newPasswordErrors(password: string, email: string): string[] {
  const errors = passwordErrors(password);
  if (errors.length > 0) return errors;
  const folded = password.trim().toLowerCase();
  const address = normalizeEmail(email);
  const isOwn = folded.includes(address) || folded === address.split('@')[0];
  return isOwn || common.has(folded) || new Set(folded).size < 3 ? ['value_is_too_common'] : [];
}
