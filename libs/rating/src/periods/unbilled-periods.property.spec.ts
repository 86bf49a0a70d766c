import type { Instant } from './local-time.js';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { firstBillingInstant, isBillingDayAt } from './billing-days.js';
import { fullChargesPeriod, invoiceBoundaries } from './boundaries.js';
import { DAY } from './local-time.js';
import { dayNumber } from './plain-date.js';
import { hasMonthlySplit } from './subscription-agreement.js';
import { terminationBoundaries } from './termination-boundaries.js';
import { movedBillingInstant, unbilledPeriods } from './unbilled-periods.js';
import type { Interval } from './billing-cycle.js';
import type { SubscriptionAgreement } from './subscription-agreement.js';

const FIRST = dayNumber({ year: 2015, month: 1, day: 1 }) * DAY;
const LAST = dayNumber({ year: 2020, month: 12, day: 31 }) * DAY;

const timezones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const agreement = fc
  .record({
    interval: fc.constantFrom<Interval>('weekly', 'monthly', 'quarterly', 'semiannual', 'yearly'),
    billingTime: fc.constantFrom('calendar' as const, 'anniversary' as const),
    payInAdvance: fc.boolean(),
    split: fc.boolean(),
    subscriptionAt: fc.integer({ min: FIRST, max: LAST }),
    startsLater: fc.integer({ min: 0, max: 90 * DAY }),
  })
  .map(({ startsLater, split, ...rest }): SubscriptionAgreement => {
    const startedAt = rest.subscriptionAt + startsLater;
    return {
      ...rest,
      billChargesMonthly: split,
      billFixedChargesMonthly: split,
      startedAt,
      createdAt: startedAt,
      terminatedAt: null,
      predecessor: null,
      successor: null,
    };
  });

const scheduleOf = (t: SubscriptionAgreement, timezone: string) => ({
  ...t,
  timezone,
  monthlySplit: hasMonthlySplit(t),
});

describe('unbilled periods', () => {
  it('are the same for one late query and for frequent queries in time', () => {
    const requests = fc.array(fc.integer({ min: 0, max: 40 * DAY }), { maxLength: 20 });
    fc.assert(
      fc.property(agreement, timezones, requests, (t, timezone, waits) => {
        const schedule = scheduleOf(t, timezone);
        const first = firstBillingInstant({ ...schedule, createdAt: t.startedAt });
        let [until, from] = [t.startedAt, first];
        const oneByOne: number[] = [];
        for (const wait of waits) {
          until += wait;
          const { due, next } = unbilledPeriods(schedule, from, until);
          oneByOne.push(...due);
          expect(next > until || next === from).toBe(true);
          from = next;
        }
        const atOnce = unbilledPeriods(schedule, first, until);
        expect(atOnce).toEqual({ due: oneByOne, next: from });
        expect(atOnce.due.every((at) => isBillingDayAt(at, schedule))).toBe(true);
        expect(unbilledPeriods(schedule, atOnce.next, until).due).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it('leave no gap and no overlap, across time zone moves and up to the end', () => {
    const moves = fc.array(fc.record({ after: fc.integer({ min: 0, max: 100 * DAY }), timezone: timezones }), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(agreement, timezones, moves, fc.integer({ min: 0, max: 60 * DAY }), (t, home, moved, endsAfter) => {
        let timezone = home;
        let next = firstBillingInstant({ ...scheduleOf(t, timezone), createdAt: t.startedAt });
        let last: { from: number; to: number; timezone: string } | null = null;
        let usedUntil = t.startedAt - 1;
        const ends: number[] = [];
        const options = () =>
          last && last.timezone !== timezone ? { billedUnderOtherTimezone: { charges: last } } : {};
        const catchUp = (until: Instant) => {
          const unbilled = unbilledPeriods(scheduleOf(t, timezone), next, until);
          for (const at of unbilled.due) {
            const {
              chargesFrom: from,
              chargesTo: to,
              fullCharges: full,
            } = invoiceBoundaries(t, at, timezone, options());
            if (from === null || to === null) throw new Error('usage is billed with every period');
            expect(from).toBe(usedUntil + 1);
            expect(to).toBe(at - 1);
            expect(fullChargesPeriod(t, to, timezone)).toEqual(full);
            last = { from, to, timezone };
            usedUntil = to;
            ends.push(to);
          }
          next = unbilled.next;
        };
        let now = next;
        for (const move of moved) {
          now += move.after;
          catchUp(now);
          timezone = move.timezone;
          next = movedBillingInstant({ ...scheduleOf(t, timezone), payInAdvance: t.payInAdvance }, next);
        }
        const terminatedAt = now + endsAfter;
        catchUp(terminatedAt);
        const end = terminationBoundaries({ ...t, terminatedAt }, terminatedAt, timezone, ends, options());
        expect(end.chargesTo).toBe(terminatedAt);
        expect(end.chargesFrom).toBe(usedUntil + 1);
      }),
      { numRuns: 1_000 },
    );
  });
});
