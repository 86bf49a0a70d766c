import { Secret, TOTP } from 'otpauth';
import type { Instant } from '@tollgate/platform';

const issuer = 'Tollgate';
const periodSeconds = 30;
/** Accepted steps before and after the current one, as phone clocks differ. */
const stepsAround = 1;

/** The authenticator of a person. @param secret in base 32 */
export const authenticator = (secret: string, email: string): TOTP =>
  new TOTP({ issuer, label: email, secret: Secret.fromBase32(secret), digits: 6, period: periodSeconds });

/** The step of a one-time code (RFC 6238); null for a wrong one. The caller refuses a step that is not later than the last. */
export function stepOfCode(totp: TOTP, code: string, now: Instant): bigint | null {
  const delta = totp.validate({ token: code.replace(/\s/g, ''), timestamp: now, window: stepsAround });
  return delta === null ? null : BigInt(Math.floor(now / 1_000 / periodSeconds) + delta);
}

/** A recovery code as it is hashed: people may write it with spaces, hyphens and capitals. */
export const normalizeCode = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

/** A recovery code in groups of five characters. */
export const shownCode = (code: string): string => code.replace(/.{5}(?=.)/g, '$&-');
