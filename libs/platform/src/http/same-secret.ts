import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares secrets in constant time. */
export function sameSecret(secret: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(secret), digest(expected));
}
