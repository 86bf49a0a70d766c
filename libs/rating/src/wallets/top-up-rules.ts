import { Decimal, ZERO } from '../decimal.js';
import { startOfDate, localPlainDate, type Instant } from '../periods/local-time.js';
import { addDays, clampedDate, compareDates, monthIndex, type PlainDate } from '../periods/plain-date.js';

export type TopUpInterval = 'weekly' | 'monthly' | 'quarterly' | 'semiannual' | 'yearly';

const months: Record<Exclude<TopUpInterval, 'weekly'>, number> = {
  monthly: 1,
  quarterly: 3,
  semiannual: 6,
  yearly: 12,
};
const daysOfWeek = 7;

/** A rule that tops up at intervals; instants are Unix milliseconds. */
export interface IntervalRule {
  readonly interval: TopUpInterval;
  /** Start of the rule; null: that of its wallet. */
  readonly startedAt: Instant | null;
  readonly walletCreatedAt: Instant;
  readonly timezone: string;
}

/**
 * The next top-up of a rule (wallets, section 2.6): at the start of a local day of its interval, on the first day not
 * before its start. It never falls on the creation day of its wallet.
 * @param after the top-up is later than this
 */
export function nextTopUp({ interval, startedAt, walletCreatedAt, timezone }: IntervalRule, after: Instant): Instant {
  const reference = startedAt ?? walletCreatedAt;
  const first = localPlainDate(reference, timezone);
  const created = localPlainDate(walletCreatedAt, timezone);
  for (let n = firstStep(interval, first, localPlainDate(after, timezone)); ; n++) {
    const date = nthDate(interval, first, n);
    if (compareDates(date, created) === 0) continue;
    const at = Math.max(startOfDate(date, timezone), reference);
    if (at > after) return at;
  }
}

/** The date of an interval some steps after the first one, on the last day of a shorter month. */
function nthDate(interval: TopUpInterval, first: PlainDate, n: number): PlainDate {
  if (interval === 'weekly') return addDays(first, daysOfWeek * n);
  return clampedDate(monthIndex(first) + months[interval] * n, first.day);
}

/** A step at or before a date, where the search begins. */
function firstStep(interval: TopUpInterval, first: PlainDate, date: PlainDate): number {
  // The first and the last month between two dates may be a day each; the others have at least four weeks.
  const elapsed = monthIndex(date) - monthIndex(first) - 1;
  const steps = interval === 'weekly' ? elapsed * 4 : Math.floor(elapsed / months[interval]);
  return Math.max(steps - 1, 0);
}

/** A rule's amounts and their inputs; all in credits. */
export interface TopUpRule {
  readonly trigger: 'interval' | 'threshold';
  readonly method: 'fixed' | 'target';
  readonly paidCredits: Decimal;
  readonly grantedCredits: Decimal;
  /** The gap to the target is granted, not sold. */
  readonly grantsTarget: boolean;
  readonly thresholdCredits: Decimal;
  readonly targetCredits: Decimal | null;
}

/** A wallet as input of a rule; all in credits. */
export interface WalletToTopUp {
  /** The balance less usage that is not invoiced yet. */
  readonly ongoingCredits: Decimal;
  /** Sold and not paid yet. */
  readonly pendingCredits: Decimal;
  /** Limits of a single sale; null without a limit, or if the rule ignores it. */
  readonly minimumCredits: Decimal | null;
  readonly maximumCredits: Decimal | null;
}

export interface TopUpCredits {
  readonly paidCredits: Decimal;
  readonly grantedCredits: Decimal;
}

/**
 * Whether a threshold rule tops up: neither the ongoing balance nor the pending credits lift the wallet over its
 * threshold (wallets, section 2.6).
 */
export function isBelowThreshold(
  { thresholdCredits }: Pick<TopUpRule, 'thresholdCredits'>,
  { ongoingCredits, pendingCredits }: Pick<WalletToTopUp, 'ongoingCredits' | 'pendingCredits'>,
): boolean {
  return ongoingCredits.plus(pendingCredits).lte(thresholdCredits) && ongoingCredits.lte(thresholdCredits);
}

/** The credits of a rule's top-up (wallets, section 2.6, "Amounts"). */
export function topUpCredits(rule: TopUpRule, wallet: WalletToTopUp): TopUpCredits {
  if (rule.method === 'target') return targetCredits(rule, wallet);
  if (rule.trigger === 'interval') return { paidCredits: rule.paidCredits, grantedCredits: rule.grantedCredits };
  return { paidCredits: fixedThresholdCredits(rule, wallet), grantedCredits: rule.grantedCredits };
}

function targetCredits({ targetCredits: target, grantsTarget }: TopUpRule, wallet: WalletToTopUp): TopUpCredits {
  const gap = (target ?? ZERO).minus(wallet.ongoingCredits);
  if (gap.lte(0)) return { paidCredits: ZERO, grantedCredits: ZERO };
  if (grantsTarget) return { paidCredits: ZERO, grantedCredits: gap };
  return { paidCredits: Decimal.max(gap, wallet.minimumCredits ?? ZERO), grantedCredits: ZERO };
}

/** Multiplies the paid credits until the wallet is above the threshold again. */
function fixedThresholdCredits(
  { paidCredits, grantedCredits, thresholdCredits }: TopUpRule,
  { ongoingCredits, pendingCredits, maximumCredits }: WalletToTopUp,
): Decimal {
  if (paidCredits.isZero()) return ZERO;
  const gap = thresholdCredits.minus(ongoingCredits).minus(grantedCredits).minus(pendingCredits);
  if (gap.lt(paidCredits)) return paidCredits;
  const needed = paidCredits.times(gap.div(paidCredits).floor().plus(1));
  return maximumCredits && needed.gt(maximumCredits) ? maximumCredits : needed;
}
