import { z } from 'zod';
import { bounds } from '../http/bounds.js';
import { mandatoryText, text } from '../http/fields.js';

/** The sign-in methods of people. */
export const loginMethods = ['email_password', 'open_id'] as const;
export type LoginMethod = (typeof loginMethods)[number];

/** Characters of a password. The upper bound limits the work of checking one. */
export const passwordBounds = { shortest: 10, longest: 256 } as const;

/** Normalizes an e-mail address for comparison and storage: trimmed, in lower case. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase();

const emailPattern = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\.]+(\.[^\s@<>(),;:"\\.]+)+$/;

/** The error of an e-mail address; null without one. */
export const emailError = (email: string): string | null =>
  emailPattern.test(normalizeEmail(email)) ? null : 'invalid_email_format';

/** The errors of a new password. */
export function passwordErrors(password: string): string[] {
  const length = [...password].length;
  if (length < passwordBounds.shortest) return ['value_is_too_short'];
  return length > passwordBounds.longest ? ['value_is_too_long'] : [];
}

/** A password to check. Errors reveal nothing about its content. */
export const passwordField = () => mandatoryText(bounds.line * 2);
/** A code of an authenticator, or a recovery code. */
export const codeField = () => text(64);

/** Codes of roles to assign. */
export const roleCodes = () => z.array(z.string());
