import fc from 'fast-check';
import { isSubscriptionFeeDue } from '../fees/subscription-fee.js';
import { firstBillingInstant } from './billing-days.js';
import { invoiceBoundaries, type BilledSpan, type InvoiceBoundaries } from './boundaries.js';
import { runningFixedChargePeriod, runningPeriod, spanToContinue } from './carried-period.js';
import type { BilledPeriod, PeriodHistory } from './carried-period.js';
import { DAY, HOUR } from './local-time.js';
import { areSameDays, type PlanDays } from './plan-days.js';
import { dayNumber } from './plain-date.js';
import type { UsagePeriod } from './running-period.js';
import { hasMonthlySplit } from './subscription-agreement.js';
import { terminationBoundaries } from './termination-boundaries.js';
import { movedBillingInstant, unbilledPeriods } from './unbilled-periods.js';
import type { Instant } from './local-time.js';
import type { Interval } from './billing-cycle.js';
import type { SubscriptionAgreement } from './subscription-agreement.js';

const FIRST = dayNumber({ year: 2015, month: 1, day: 1 }) * DAY;
const LAST = dayNumber({ year: 2020, month: 12, day: 31 }) * DAY;

const agreement = fc
  .record({
    interval: fc.constantFrom<Interval>('weekly', 'monthly', 'quarterly', 'semiannual', 'yearly'),
    billingTime: fc.constantFrom('calendar' as const, 'anniversary' as const),
    payInAdvance: fc.boolean(),
    billChargesMonthly: fc.boolean(),
    billFixedChargesMonthly: fc.boolean(),
    subscriptionAt: fc.integer({ min: FIRST, max: LAST }),
    startsLater: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 90 * DAY })),
  })
  .map(({ startsLater, ...rest }): SubscriptionAgreement => {
    const startedAt = rest.subscriptionAt + startsLater;
    return { ...rest, startedAt, createdAt: startedAt, terminatedAt: null, predecessor: null, successor: null };
  });

/** Hours matter most around midnights and period ends, so most zones are far apart. */
const timezones = fc.oneof(
  fc.constantFrom('Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Tokyo', 'America/Los_Angeles', 'UTC'),
  fc.constantFrom(...Intl.supportedValuesOf('timeZone')),
);
/** The time of an event after the previous one, or around the next billing day. */
const moments = fc.oneof(
  fc.record({ after: fc.integer({ min: 0, max: 100 * DAY }) }),
  fc.record({ around: fc.integer({ min: -2 * DAY, max: 2 * DAY }) }),
);
export const lives = fc.record({
  agreement,
  home: timezones,
  moves: fc.array(fc.record({ moment: moments, timezone: timezones }), { maxLength: 5 }),
  end: moments,
});
export type Life = typeof lives extends fc.Arbitrary<infer T> ? T : never;

export type Kind = 'charges' | 'fixedCharges';
export interface Bill {
  boundaries: InvoiceBoundaries;
  timezone: string;
  planFee: boolean;
}

const scheduleOf = (t: SubscriptionAgreement, timezone: string) => ({
  ...t,
  timezone,
  monthlySplit: hasMonthlySplit(t),
});
export const spanOf = (
  { chargesFrom, chargesTo, fixedChargesFrom, fixedChargesTo }: InvoiceBoundaries,
  kind: Kind,
): BilledSpan | null => {
  const [from, to] = kind === 'charges' ? [chargesFrom, chargesTo] : [fixedChargesFrom, fixedChargesTo];
  return from === null || to === null ? null : { from, to };
};
export const planDays = ({ boundaries: { subscriptionFrom: from, subscriptionTo: to }, timezone }: Bill): PlanDays => ({
  from,
  to,
  timezone,
});

/** The first bill of a plan in advance has no preceding usage. */
export const isStart = (t: SubscriptionAgreement, n: number) => t.payInAdvance && n === 0;

/** The running period of an instant, as a reader sees it after some bills. */
export interface SeenPeriod {
  at: Instant;
  period: UsagePeriod;
  /** The number of moves before it. */
  moves: number;
}

export interface LifeInBills {
  bills: Bill[];
  /** The number of moves before each bill. */
  movesBefore: number[];
  seenPeriods: Record<Kind, SeenPeriod[]>;
  terminatedAt: number;
  timezone: string;
}

/** All bills of a life, created as the services do, and the running periods that readers see between them. */
export function billsOf({ agreement: t, home, moves, end }: Life): LifeInBills {
  const bills: Bill[] = [];
  const movesBefore: number[] = [];
  const seenPeriods: Record<Kind, SeenPeriod[]> = { charges: [], fixedCharges: [] };
  let moved = 0;
  let timezone = home;
  let now = t.startedAt;
  let next = firstBillingInstant({ ...scheduleOf(t, timezone), createdAt: now });

  const historyOf = (): PeriodHistory => {
    const spans = (kind: Kind) =>
      bills.flatMap((bill, n): BilledPeriod[] => {
        const span = spanOf(bill.boundaries, kind);
        return span ? [{ ...span, timezone: bill.timezone, starting: isStart(t, n) }] : [];
      });
    return { startTimezone: home, charges: spans('charges'), fixedCharges: spans('fixedCharges') };
  };
  const options = () => {
    const { charges, fixedCharges } = historyOf();
    const usage = spanToContinue(t, home, timezone, charges.at(-1));
    const byFixedCharges = { ...t, billChargesMonthly: t.billFixedChargesMonthly };
    const fixed = spanToContinue(byFixedCharges, home, timezone, fixedCharges.at(-1));
    return {
      billedUnderOtherTimezone: { ...(usage ? { charges: usage } : {}), ...(fixed ? { fixedCharges: fixed } : {}) },
    };
  };
  const see = () => {
    for (const back of [0, 3 * HOUR, 30 * HOUR, 40 * DAY]) {
      const at = now - back;
      if (at < t.startedAt) continue;
      const seen = { at, moves: moved };
      seenPeriods.charges.push({ ...seen, period: runningPeriod(t, at, timezone, historyOf()) });
      seenPeriods.fixedCharges.push({ ...seen, period: runningFixedChargePeriod(t, at, timezone, historyOf()) });
    }
  };
  const bill = (billed: SubscriptionAgreement, at: Instant, boundaries: InvoiceBoundaries) => {
    const made = { boundaries, timezone, planFee: false };
    const fees = bills.filter(({ planFee }) => planFee);
    const history = {
      subscriptionFeeBilled: fees.length > 0,
      sameDaysBilled: fees.some((fee) => areSameDays(billed, planDays(fee), planDays(made))),
      firstInvoice: bills.length === 0,
      startingInvoice: false,
    };
    const { subscriptionFrom, subscriptionTo } = boundaries;
    made.planFee = isSubscriptionFeeDue({
      agreement: billed,
      at,
      timezone,
      history,
      subscriptionFrom,
      subscriptionTo,
      planAmountCents: 1n,
      hasFixedChargesInAdvance: false,
      trial: null,
    });
    bills.push(made);
    movesBefore.push(moved);
  };
  const catchUp = () => {
    const unbilled = unbilledPeriods(scheduleOf(t, timezone), next, now);
    for (const at of unbilled.due) bill(t, at, invoiceBoundaries(t, at, timezone, options()));
    next = unbilled.next;
  };
  const goOn = (moment: Life['end']) => {
    now = Math.max(now, 'after' in moment ? now + moment.after : next + moment.around);
    catchUp();
    see();
  };

  if (t.payInAdvance) bill(t, now, invoiceBoundaries(t, now, timezone));
  for (const move of moves) {
    goOn(move.moment);
    timezone = move.timezone;
    moved++;
    next = movedBillingInstant({ ...scheduleOf(t, timezone), payInAdvance: t.payInAdvance }, next);
    catchUp();
    see();
  }
  goOn(end);
  const terminated = { ...t, terminatedAt: now };
  const ends = bills
    .filter((_, n) => !isStart(t, n))
    .map(({ boundaries: { chargesTo, fixedChargesTo } }) => (chargesTo ?? fixedChargesTo) as number);
  bill(terminated, now, terminationBoundaries(terminated, now, timezone, ends, options()));
  return { bills, movesBefore, seenPeriods, terminatedAt: now, timezone };
}
