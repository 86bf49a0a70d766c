/** A token is renewed this long before its end, or after half of its time if that is later. */
const beforeEndMs = 60_000;
/** The longest time that a timer of a browser takes. */
const mostMs = 2 ** 31 - 1;

/**
 * Milliseconds until a token is renewed; null without a time of its own: the token has ended, or another clock decides.
 * A call whose token has ended renews it anyway.
 * @param access the end of the session, by the clock of the organization, which a sandbox has of its own
 * @param nowMs Unix ms
 */
export function renewalIn(access: { expires_at: string; sandbox: boolean }, nowMs: number): number | null {
  const leftMs = Date.parse(access.expires_at) - nowMs;
  if (access.sandbox || !(leftMs > 0)) return null;
  return Math.min(Math.max(leftMs - beforeEndMs, Math.floor(leftMs / 2)), mostMs);
}
