import { z } from 'zod';
import { bounds } from '../http/bounds.js';
import { mandatoryText, text } from '../http/fields.js';

/** How people may sign in. */
export const loginMethods = ['email_password', 'open_id'] as const;
export type LoginMethod = (typeof loginMethods)[number];

/** Characters of a password. The upper bound is that of the work that checking one may be. */
export const passwordBounds = { shortest: 10, longest: 256 } as const;

/** An e-mail address as it is compared and stored: without blanks around it, in lower case. */
export const tidyEmail = (email: string): string => email.trim().toLowerCase();

const emailPattern = /^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\.]+(\.[^\s@<>(),;:"\\.]+)+$/;

/** What is wrong with an e-mail address; null for nothing. */
export const emailError = (email: string): string | null =>
  emailPattern.test(tidyEmail(email)) ? null : 'invalid_email_format';

/** What is wrong with a password that somebody wants to have. */
export function passwordErrors(password: string): string[] {
  const length = [...password].length;
  if (length < passwordBounds.shortest) return ['value_is_too_short'];
  return length > passwordBounds.longest ? ['value_is_too_long'] : [];
}

/** A password that was given to be checked. Nothing of its own is told about it. */
export const passwordField = () => mandatoryText(bounds.line * 2);
/** A code of an authenticator or one of recovery. */
export const codeField = () => text(64);

/** Codes of roles that somebody is to have. */
export const roleCodes = () => z.array(z.string());
