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
  /** When it begins; null: with its wallet. */
  readonly startedAt: Instant | null;
  readonly walletCreatedAt: Instant;
  readonly timezone: string;
}

/**
 * When a rule tops up next (wallets, section 2.6): at the start of a local day of its interval, on the first day not before
 * its start; never on the day on which its wallet was made.
 * @param after it is later than this
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

/** The date of an interval some steps behind the first one, on the last day of a month that is shorter. */
function nthDate(interval: TopUpInterval, first: PlainDate, n: number): PlainDate {
  if (interval === 'weekly') return addDays(first, daysOfWeek * n);
  return clampedDate(monthIndex(first) + months[interval] * n, first.day);
}

/** A step that is not behind a date: the search begins with it. */
function firstStep(interval: TopUpInterval, first: PlainDate, date: PlainDate): number {
  // Of the months between two dates the first and the last may be a day each; the others have four weeks at least.
  const elapsed = monthIndex(date) - monthIndex(first) - 1;
  const steps = interval === 'weekly' ? elapsed * 4 : Math.floor(elapsed / months[interval]);
  return Math.max(steps - 1, 0);
}

/** A rule's amounts and what they depend on; all in credits. */
export interface TopUpRule {
  readonly trigger: 'interval' | 'threshold';
  readonly method: 'fixed' | 'target';
  readonly paidCredits: Decimal;
  readonly grantedCredits: Decimal;
  /** What is missing to the target is granted, not sold. */
  readonly grantsTarget: boolean;
  readonly thresholdCredits: Decimal;
  readonly targetCredits: Decimal | null;
}

/** A wallet when a rule looks at it; all in credits. */
export interface WalletToTopUp {
  /** What is left when usage that is not invoiced yet is subtracted. */
  readonly ongoingCredits: Decimal;
  /** Sold and not paid yet. */
  readonly pendingCredits: Decimal;
  /** Limits of what is sold at once; null where there is none, or the rule ignores it. */
  readonly minimumCredits: Decimal | null;
  readonly maximumCredits: Decimal | null;
}

export interface TopUpCredits {
  readonly paidCredits: Decimal;
  readonly grantedCredits: Decimal;
}

/** Whether a threshold rule tops up: neither what is left nor what is on its way lifts the wallet over its threshold (wallets, section 2.6). */
export function isBelowThreshold(
  { thresholdCredits }: Pick<TopUpRule, 'thresholdCredits'>,
  { ongoingCredits, pendingCredits }: Pick<WalletToTopUp, 'ongoingCredits' | 'pendingCredits'>,
): boolean {
  return ongoingCredits.plus(pendingCredits).lte(thresholdCredits) && ongoingCredits.lte(thresholdCredits);
}

/** What a rule tops up a wallet with (wallets, section 2.6, "Amounts"). */
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

/** As often the paid credits as it takes to be above the threshold again. */
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
