import { Decimal, ZERO, centsDecimal, floorTo, percentOf, roundToCents } from '../decimal.js';
import { periodEnd, periodStart } from '../periods/billing-cycle.js';
import { LARGEST_MOVE } from '../periods/boundaries.js';
import { endOfDate, localPlainDate, utcPlainDate } from '../periods/local-time.js';
import { compareDates, daysFrom } from '../periods/plain-date.js';
import { planCycle } from '../periods/subscription-agreement.js';
import { trialEnd } from '../fees/trial.js';
import { creditNoteAmounts, withFinalCent } from './amounts.js';
import type { Instant } from '../periods/local-time.js';
import type { PlainDate } from '../periods/plain-date.js';
import type { SubscriptionAgreement } from '../periods/subscription-agreement.js';
import type { TaxRate } from '../taxes.js';
import type { Trial } from '../fees/trial.js';
import type { CreditNoteAmounts, CreditNoteSplit, NoteRest } from './amounts.js';

/** The last subscription fee of a plan in advance that ends before its period. */
export interface PrepaidFee {
  readonly amountCents: bigint;
  readonly preciseCouponsAmountCents: Decimal;
  readonly taxesAmountCents: bigint;
  readonly taxes: readonly TaxRate[];
  /** Price of the plan at the time of the fee, cents for one interval. */
  readonly planAmountCents: bigint;
  readonly subscriptionFrom: Instant;
  /** Credit of earlier notes on the fee, cents. */
  readonly creditedCents: Decimal;
}

export interface EarlyEnding {
  readonly agreement: SubscriptionAgreement;
  readonly terminatedAt: Instant;
  readonly timezone: string;
  /** End of the period of the last subscription fee, in the time zone in which it was billed. */
  readonly paidTo: Instant;
  /** Ended by an upgrade: the day of the upgrade belongs to the new subscription. */
  readonly upgrade: boolean;
  readonly trial: Trial | null;
}

interface RunningPeriod {
  readonly end: PlainDate;
  /** Whether the fee is that of this period. */
  readonly isPaid: boolean;
  readonly days: number;
  readonly terminated: PlainDate;
  readonly trialEnd: PlainDate | null;
}

// After a move to the west, the subscription may end on a local day before the period that is paid already. The same
// period ends at another instant in another time zone.
function runningPeriod({ agreement, terminatedAt, timezone, trial, paidTo }: EarlyEnding): RunningPeriod {
  const cycle = planCycle(agreement, timezone);
  const terminated = localPlainDate(terminatedAt, timezone);
  const paid = periodStart(localPlainDate(paidTo - LARGEST_MOVE, timezone), cycle);
  const running = periodStart(terminated, cycle);
  const start = compareDates(paid, running) > 0 ? paid : running;
  const end = periodEnd(start, cycle);
  const trialEnded = trialEnd(trial);
  return {
    end,
    isPaid: paidTo >= endOfDate(end, timezone) - LARGEST_MOVE,
    days: daysFrom(start, end) + 1,
    terminated,
    trialEnd: trialEnded === null ? null : utcPlainDate(trialEnded),
  };
}

/** Unused days of the running period of a plan paid in advance; none if it was never billed (subscriptions, section 10.4). */
export function unusedDays(ending: EarlyEnding): number {
  const { end, isPaid, days, terminated, trialEnd: trialDate } = runningPeriod(ending);
  if (!isPaid) return 0;
  const upgradeDay = ending.upgrade ? 1 : 0;
  const inTrial = trialDate !== null && daysFrom(terminated, trialDate) >= -upgradeDay;
  if (!inTrial) return Math.min(daysFrom(terminated, end) + upgradeDay, days);
  return Math.max(daysFrom(trialDate, end) + 1, 0);
}

/**
 * The proration credit for unused days, an item of a credit note, in cents truncated to 5 decimals; 0 means no note
 * (subscriptions, section 10.4).
 */
export function prorationCreditCents(ending: EarlyEnding, fee: PrepaidFee): Decimal {
  const unused = centsDecimal(fee.planAmountCents).times(unusedDays(ending)).div(runningPeriod(ending).days);
  const creditable = Decimal.min(unused, centsDecimal(fee.amountCents)).minus(fee.creditedCents);
  return creditable.gt(0) ? floorTo(creditable, 5) : ZERO;
}

export type ProrationCreditMode = 'credit' | 'refund' | 'offset' | 'skip';

/** The payments of the fee's invoice, cents. */
export interface PaidInvoice {
  readonly paidCents: bigint;
  readonly subTotalIncludingTaxesCents: bigint;
}

export interface ProrationCreditNote {
  readonly itemAmountCents: Decimal;
  readonly amounts: CreditNoteAmounts;
  readonly split: CreditNoteSplit;
}

// First used day: that of the fee in UTC, or the day of the trial's end if that is later.
function usedDays(ending: EarlyEnding, fee: PrepaidFee): number {
  const { terminated, trialEnd: trialDate } = runningPeriod(ending);
  const from = utcPlainDate(fee.subscriptionFrom);
  const first = trialDate !== null && compareDates(trialDate, from) > 0 ? trialDate : from;
  return Math.max(daysFrom(first, terminated) + 1, 0);
}

function usedShareCents(ending: EarlyEnding, fee: PrepaidFee): bigint {
  const price = centsDecimal(fee.planAmountCents).times(usedDays(ending, fee)).div(runningPeriod(ending).days);
  const coupons =
    fee.amountCents === 0n ? ZERO : fee.preciseCouponsAmountCents.times(price).div(centsDecimal(fee.amountCents));
  const net = price.minus(coupons);
  return roundToCents(fee.taxes.reduce((total, { rate }) => total.plus(percentOf(net, rate)), net));
}

function paidShareCents(fee: PrepaidFee, { paidCents, subTotalIncludingTaxesCents }: PaidInvoice): bigint {
  if (subTotalIncludingTaxesCents === 0n) return 0n;
  const withTaxes = centsDecimal(fee.amountCents)
    .minus(fee.preciseCouponsAmountCents)
    .plus(centsDecimal(fee.taxesAmountCents));
  return roundToCents(withTaxes.times(centsDecimal(paidCents)).div(centsDecimal(subTotalIncludingTaxesCents)));
}

function splitByMode(mode: ProrationCreditMode, total: bigint, refundable: bigint): CreditNoteSplit {
  const refund = mode === 'credit' ? 0n : refundable < 0n ? 0n : refundable < total ? refundable : total;
  const rest = total - refund;
  return {
    refundAmountCents: refund,
    creditAmountCents: mode === 'offset' ? 0n : rest,
    offsetAmountCents: mode === 'offset' ? rest : 0n,
  };
}

/**
 * The proration credit note of a plan paid in advance that ended early, or null without one (subscriptions, section
 * 10.4; invoices, section 6.7). Either all of it is credit, or payments beyond the used days are the refund and the
 * rest is credit or offset.
 * @param rest the remainder of the invoice after earlier notes
 */
export function prorationCreditNote(
  ending: EarlyEnding,
  fee: PrepaidFee,
  mode: ProrationCreditMode,
  invoice: PaidInvoice,
  rest?: NoteRest,
): ProrationCreditNote | null {
  const itemAmountCents = prorationCreditCents(ending, fee);
  if (mode === 'skip' || itemAmountCents.isZero()) return null;
  const amounts = creditNoteAmounts(
    [
      {
        feeAmountCents: fee.amountCents,
        feePreciseCouponsAmountCents: fee.preciseCouponsAmountCents,
        taxes: fee.taxes,
        amountCents: itemAmountCents,
      },
    ],
    rest,
  );
  // The fee cost nothing: a note needs a total above 0 (invoices, section 6.3).
  if (amounts.totalAmountCents <= 0n) return null;
  const refundable = paidShareCents(fee, invoice) - usedShareCents(ending, fee);
  const split = withFinalCent(splitByMode(mode, amounts.totalAmountCents, refundable), amounts);
  return { itemAmountCents, amounts, split };
}
