import type { Instant } from './local-time.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isSubscriptionFeeDue } from '../fees/subscription-fee.js';
import { firstBillingInstant } from './billing-days.js';
import { invoiceBoundaries, type BilledSpan, type InvoiceBoundaries } from './boundaries.js';
import { DAY, localPlainDate } from './local-time.js';
import { areSameDays, type PlanDays } from './plan-days.js';
import { dayNumber } from './plain-date.js';
import { hasMonthlySplit } from './subscription-agreement.js';
import { terminationBoundaries } from './termination-boundaries.js';
import { movedBillingInstant, notYetBilled, unbilledPeriods } from './unbilled-periods.js';
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
const lives = fc.record({
  agreement,
  home: timezones,
  moves: fc.array(fc.record({ moment: moments, timezone: timezones }), { maxLength: 5 }),
  end: moments,
});
type Life = typeof lives extends fc.Arbitrary<infer T> ? T : never;

type Kind = 'charges' | 'fixedCharges';
interface Bill {
  boundaries: InvoiceBoundaries;
  timezone: string;
  planFee: boolean;
}

const scheduleOf = (t: SubscriptionAgreement, timezone: string) => ({
  ...t,
  timezone,
  monthlySplit: hasMonthlySplit(t),
});
const spanOf = (
  { chargesFrom, chargesTo, fixedChargesFrom, fixedChargesTo }: InvoiceBoundaries,
  kind: Kind,
): BilledSpan | null => {
  const [from, to] = kind === 'charges' ? [chargesFrom, chargesTo] : [fixedChargesFrom, fixedChargesTo];
  return from === null || to === null ? null : { from, to };
};
const planDays = ({ boundaries: { subscriptionFrom: from, subscriptionTo: to }, timezone }: Bill): PlanDays => ({
  from,
  to,
  timezone,
});

/** The first bill of a plan in advance has no preceding usage. */
const isStart = (t: SubscriptionAgreement, n: number) => t.payInAdvance && n === 0;

/** All bills of a life, created as the services do. */
function billsOf({ agreement: t, home, moves, end }: Life): { bills: Bill[]; terminatedAt: number; timezone: string } {
  const bills: Bill[] = [];
  let timezone = home;
  let now = t.startedAt;
  let next = firstBillingInstant({ ...scheduleOf(t, timezone), createdAt: now });

  const lastOf = (kind: Kind): BilledSpan & { timezone: string | null } => {
    const last = bills.findLast(({ boundaries }, n) => !isStart(t, n) && spanOf(boundaries, kind) !== null);
    if (last) return { ...(spanOf(last.boundaries, kind) as BilledSpan), timezone: last.timezone };
    return { ...notYetBilled(t, home)[kind], timezone: null };
  };
  const options = () => {
    const moved = (kind: Kind) => {
      const last = lastOf(kind);
      return last.timezone !== timezone ? { [kind]: last } : {};
    };
    return { billedUnderOtherTimezone: { ...moved('charges'), ...moved('fixedCharges') } };
  };
  const bill = (billed: SubscriptionAgreement, at: Instant, boundaries: InvoiceBoundaries) => {
    const made = { boundaries, timezone, planFee: false };
    const fees = bills.filter(({ planFee }) => planFee);
    const history = {
      subscriptionFeeBilled: fees.length > 0,
      sameDaysBilled: fees.some((fee) => areSameDays(billed, planDays(fee), planDays(made))),
      firstInvoice: bills.length === 0,
      onlyStartingInvoice: false,
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
  };
  const catchUp = () => {
    const unbilled = unbilledPeriods(scheduleOf(t, timezone), next, now);
    for (const at of unbilled.owed) bill(t, at, invoiceBoundaries(t, at, timezone, options()));
    next = unbilled.next;
  };
  const goOn = (moment: Life['end']) => {
    now = Math.max(now, 'after' in moment ? now + moment.after : next + moment.around);
    catchUp();
  };

  if (t.payInAdvance) bill(t, now, invoiceBoundaries(t, now, timezone));
  for (const move of moves) {
    goOn(move.moment);
    timezone = move.timezone;
    next = movedBillingInstant({ ...scheduleOf(t, timezone), payInAdvance: t.payInAdvance }, next);
    catchUp();
  }
  goOn(end);
  const terminated = { ...t, terminatedAt: now };
  const ends = bills
    .filter((_, n) => !isStart(t, n))
    .map(({ boundaries: { chargesTo, fixedChargesTo } }) => (chargesTo ?? fixedChargesTo) as number);
  bill(terminated, now, terminationBoundaries(terminated, now, timezone, ends, options()));
  return { bills, terminatedAt: now, timezone };
}

const firstDay = ({ from, timezone }: PlanDays) => dayNumber(localPlainDate(from, timezone));
const lastDay = ({ to, timezone }: PlanDays) => dayNumber(localPlainDate(to, timezone));

describe('a subscription with moves to other time zones', () => {
  it.each<Kind>(['charges', 'fixedCharges'])('bills each moment of its %s once', (kind) => {
    fc.assert(
      fc.property(lives, (life) => {
        const { bills, terminatedAt } = billsOf(life);
        let until = life.agreement.startedAt - 1;
        for (const [n, { boundaries }] of bills.entries()) {
          const span = spanOf(boundaries, kind);
          // A bill for a day that began before the start has no usage either.
          const empty = span?.to === life.agreement.startedAt && n < bills.length - 1;
          if (span === null || empty || isStart(life.agreement, n)) continue;
          expect(span.from).toBe(until + 1);
          until = span.to;
        }
        expect(until).toBe(terminatedAt);
      }),
      { numRuns: 120 },
    );
  });

  it('bills each day of its plan exactly once', () => {
    fc.assert(
      fc.property(lives, (life) => {
        const { bills, terminatedAt, timezone } = billsOf(life);
        const fees = bills.filter(({ planFee }) => planFee).map(planDays);
        // The first days of periods move with the zone if they are a date's; the slack is the largest such move.
        const slack = life.agreement.billingTime === 'calendar' ? 0 : 4;
        fees.forEach((fee, n) => {
          const before = fees[n - 1];
          if (before) expect(Math.abs(firstDay(fee) - lastDay(before) - 1)).toBeLessThanOrEqual(slack);
        });
        const last = fees.at(-1);
        expect(last && lastDay(last) + slack).toBeGreaterThanOrEqual(dayNumber(localPlainDate(terminatedAt, timezone)));
      }),
      { numRuns: 120 },
    );
  });
});
