import { localDate, type Instant } from '@tollgate/rating';

const dayMs = 86_400_000;
const paceDays = 30;
/** A later end is not foreseeable. */
const mostDays = 3_650n;

/** The credits of a wallet and their use, in cents. */
export interface WalletUse {
  /** The balance after usage that is not invoiced yet. */
  ongoingCents: bigint;
  /** The credits that invoices used since `paceFrom`. */
  usedCents: bigint;
  createdAt: Instant;
}

/** Start of the days that give the pace. */
export const paceFrom = (now: Instant): Instant => now - paceDays * dayMs;

/**
 * The day on which the credits end at the pace of the last 30 days, in a time zone (wallets, section 2.7). Top-ups do not
 * count, and a younger wallet has the days since its creation, at least one.
 * @returns null if nothing was used, if the wallet is empty already, and beyond ten years
 */
export function projectedEnd(
  { ongoingCents, usedCents, createdAt }: WalletUse,
  now: Instant,
  timezone: string,
): string | null {
  if (ongoingCents <= 0n || usedCents <= 0n) return null;
  const spanMs = BigInt(Math.max(dayMs, Math.min(now - createdAt, paceDays * dayMs)));
  const leftMs = (ongoingCents * spanMs) / usedCents;
  return leftMs > mostDays * BigInt(dayMs) ? null : localDate(now + Number(leftMs), timezone);
}
