import { Decimal, ZERO } from '../decimal.js';
import { daysInMonth, monthIndex, parseDate } from '../periods/plain-date.js';
import type { Interval } from '../periods/billing-cycle.js';

/** A group of subscription fees with equal inputs for recurring revenue. */
export interface SubscriptionFees {
  interval: Interval;
  payInAdvance: boolean;
  /** Issuing date of their invoices, `YYYY-MM-DD`; if only the month matters, any day of it. */
  issuingDate: string;
  /** The period that one fee covers, in whole minutes; weekly and monthly fees need none. */
  minutes: number;
  /** The number of fees. */
  count: number;
  /** Their total, after coupons and with taxes, in cents. */
  amountCents: Decimal;
}

const DAYS_OF_A_MONTH = new Decimal('30.44');
const WEEKS_OF_A_MONTH = new Decimal('4.33');
const MINUTES_OF_A_DAY = 24 * 60;

const monthOf = (day: string): number => monthIndex(parseDate(day));
const nameOf = (month: number): string =>
  `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`;

/** The remaining share of a month from a day on, including that day. */
function restOfMonth(date: string): Decimal {
  const { year, month, day } = parseDate(date);
  const days = daysInMonth(year, month);
  return new Decimal(days - day + 1).div(days);
}

/**
 * Revenue from fees in each month that they cover (customers, section 12.1).
 * @returns exact cents by month, `YYYY-MM`
 */
export function recurringRevenue(fees: SubscriptionFees[]): Map<string, Decimal> {
  const revenue = new Map<number, Decimal>();
  const add = (month: number, cents: Decimal) => revenue.set(month, (revenue.get(month) ?? ZERO).plus(cents));
  for (const group of fees.filter(({ interval }) => interval !== 'weekly'))
    for (const [month, cents] of monthsOf(group)) add(month, cents);
  for (const [month, { count, amountCents }] of weeklyByMonth(fees))
    add(month, amountCents.div(count).times(WEEKS_OF_A_MONTH));
  return new Map([...revenue].sort(([one], [other]) => one - other).map(([month, cents]) => [nameOf(month), cents]));
}

/** Weekly fees count by their mean. */
function weeklyByMonth(fees: SubscriptionFees[]): Map<number, { count: number; amountCents: Decimal }> {
  const months = new Map<number, { count: number; amountCents: Decimal }>();
  for (const { interval, issuingDate, count, amountCents } of fees) {
    if (interval !== 'weekly' || count === 0) continue;
    const month = monthOf(issuingDate);
    const monthTotal = months.get(month) ?? { count: 0, amountCents: ZERO };
    months.set(month, { count: monthTotal.count + count, amountCents: monthTotal.amountCents.plus(amountCents) });
  }
  return months;
}

function monthsOf(fees: SubscriptionFees): [number, Decimal][] {
  const first = monthOf(fees.issuingDate);
  if (fees.interval === 'monthly' || fees.minutes <= 0) return [[first, fees.amountCents]];
  const months = new Decimal(fees.minutes).div(MINUTES_OF_A_DAY).div(DAYS_OF_A_MONTH);
  const touched = Array.from({ length: months.ceil().toNumber() }, (_, index) => index);
  return fees.payInAdvance
    ? touched.map((index) => [first + index, advanceShare(fees, months, index)])
    : touched.map((index) => [first - index, arrearsShare(fees, months, index)]);
}

/** Backwards from the month of issue; the oldest month takes the rest. */
function arrearsShare({ amountCents }: SubscriptionFees, months: Decimal, index: number): Decimal {
  const share = amountCents.div(months);
  const last = months.ceil().minus(1);
  return last.eq(index) ? amountCents.minus(share.times(last)) : share;
}

/** Forwards from the month of issue, which counts by its days; the last month takes the rest, of a half-year the last four. */
function advanceShare(
  { interval, issuingDate, amountCents }: SubscriptionFees,
  months: Decimal,
  index: number,
): Decimal {
  const share = amountCents.div(months);
  const fraction = restOfMonth(issuingDate);
  if (index === 0) return share.times(fraction);
  const fromEnd = months.ceil().minus(index);
  if (fromEnd.gt(interval === 'semiannual' ? 4 : 1)) return share;
  return amountCents.minus(share.times(months.floor().minus(fromEnd).plus(fraction)));
}

const MONTHS: Record<Exclude<Interval, 'weekly'>, number> = { monthly: 1, quarterly: 3, semiannual: 6, yearly: 12 };

/** The price of a plan by month, exact in cents: what its subscriptions recur with, whatever invoices say. */
export const monthlyPrice = (interval: Interval, amountCents: Decimal): Decimal =>
  interval === 'weekly' ? amountCents.times(WEEKS_OF_A_MONTH) : amountCents.div(MONTHS[interval]);
