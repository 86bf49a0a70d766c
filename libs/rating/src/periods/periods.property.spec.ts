import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { centsDecimal, roundToCents } from '../decimal.js';
import { dayPrice } from '../fees/subscription-fee.js';
import { billingCycle, nextPeriodStart, periodDays, periodEnd, periodStart } from './billing-cycle.js';
import { firstBillingInstant, isBillingDayAt, nextBillingInstant } from './billing-days.js';
import { invoiceBoundaries } from './boundaries.js';
import { DAY, daysBetween, endOfDate, localPlainDate, startOfDate } from './local-time.js';
import { addDays, compareDates, dateOfDayNumber, dayNumber, formatDate } from './plain-date.js';
import { hasMonthlySplit } from './subscription-agreement.js';
import { usagePeriod } from './running-period.js';
import type { Interval } from './billing-cycle.js';
import type { SubscriptionAgreement } from './subscription-agreement.js';

const FIRST = dayNumber({ year: 2015, month: 1, day: 1 });
const LAST = dayNumber({ year: 2020, month: 12, day: 31 });
const YEARS_12 = 12 * 366;

const intervals = fc.constantFrom<Interval>('weekly', 'monthly', 'quarterly', 'semiannual', 'yearly');
const billingTimes = fc.constantFrom('calendar' as const, 'anniversary' as const);
const timezones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
const instants = fc.integer({ min: FIRST * DAY, max: LAST * DAY });

describe('periods', () => {
  it('touch without gap or overlap, in every zone and from every anchor, through twelve years', () => {
    fc.assert(
      fc.property(intervals, billingTimes, timezones, instants, (interval, billingTime, timezone, anchor) => {
        const cycle = billingCycle(interval, billingTime, anchor, timezone);
        let start = periodStart(localPlainDate(anchor, timezone), cycle);
        const until = addDays(start, YEARS_12);
        while (compareDates(start, until) < 0) {
          const end = periodEnd(start, cycle);
          const next = nextPeriodStart(start, cycle);
          expect(startOfDate(next, timezone)).toBe(endOfDate(end, timezone) + 1);
          expect(compareDates(periodStart(end, cycle), start)).toBe(0);
          expect(compareDates(next, addDays(end, 1))).toBe(0);
          start = next;
        }
      }),
      { numRuns: 80 },
    );
  });

  it('contain every instant exactly once', () => {
    fc.assert(
      fc.property(
        intervals,
        billingTimes,
        timezones,
        instants,
        instants,
        (interval, billingTime, timezone, anchor, instant) => {
          const cycle = billingCycle(interval, billingTime, anchor, timezone);
          const start = periodStart(localPlainDate(instant, timezone), cycle);
          const before = periodStart(addDays(start, -1), cycle);
          const after = nextPeriodStart(start, cycle);
          const holds = [before, start, after].map(
            (s) => startOfDate(s, timezone) <= instant && instant <= endOfDate(periodEnd(s, cycle), timezone),
          );
          expect(holds).toEqual([false, true, false]);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('have as many days as midnights', () => {
    fc.assert(
      fc.property(intervals, billingTimes, timezones, instants, (interval, billingTime, timezone, instant) => {
        const cycle = billingCycle(interval, billingTime, instant, timezone);
        const start = periodStart(localPlainDate(instant, timezone), cycle);
        const end = periodEnd(start, cycle);
        expect(daysBetween(startOfDate(start, timezone), endOfDate(end, timezone), timezone)).toBe(
          periodDays(start, cycle),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('split into parts cost the whole, within a cent per part', () => {
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: 27 }), { maxLength: 5 });
    fc.assert(
      fc.property(
        timezones,
        instants,
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        cuts,
        (timezone, instant, price, days) => {
          const cycle = billingCycle('monthly', 'anniversary', instant, timezone);
          const start = periodStart(localPlainDate(instant, timezone), cycle);
          const starts = [0, ...[...days].sort((a, b) => a - b)].map((day) => addDays(start, day));
          const ends = [...starts.slice(1).map((date) => addDays(date, -1)), periodEnd(start, cycle)];
          const perDay = dayPrice(price, periodDays(start, cycle));
          const parts = starts.map((from, i) =>
            daysBetween(startOfDate(from, timezone), endOfDate(ends[i] ?? from, timezone), timezone),
          );
          const total = parts.reduce((sum, partDays) => sum + roundToCents(perDay.times(partDays)), 0n);
          expect(centsDecimal(total).minus(centsDecimal(price)).abs().lte(parts.length)).toBe(true);
          expect(parts.reduce((a, b) => a + b)).toBe(periodDays(start, cycle));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('plain dates', () => {
  it('and day numbers match the calendar', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (days) => {
        const date = dateOfDayNumber(days);
        expect(formatDate(date)).toBe(new Date(days * DAY).toISOString().slice(0, 10));
        expect(dayNumber(date)).toBe(days);
      }),
    );
  });
});

const agreement = fc
  .record({
    interval: intervals,
    billingTime: billingTimes,
    payInAdvance: fc.boolean(),
    billChargesMonthly: fc.boolean(),
    billFixedChargesMonthly: fc.boolean(),
    subscriptionAt: instants,
    startsLater: fc.integer({ min: 0, max: 90 * DAY }),
  })
  .map(({ startsLater, ...rest }): SubscriptionAgreement => {
    const startedAt = rest.subscriptionAt + startsLater;
    return { ...rest, startedAt, createdAt: startedAt, terminatedAt: null, predecessor: null, successor: null };
  });

describe('consecutive invoices', () => {
  it('bill usage and fixed charges from the start on, without gap or overlap', () => {
    fc.assert(
      fc.property(agreement, timezones, (t, timezone) => {
        const schedule = { ...t, timezone, monthlySplit: hasMonthlySplit(t) };
        let usageUntil = t.startedAt - 1;
        let fixedUntil = t.startedAt - 1;
        let at = firstBillingInstant({ ...schedule, createdAt: t.startedAt });
        for (let i = 0; i < 30; i++) {
          expect(isBillingDayAt(at, schedule)).toBe(true);
          const b = invoiceBoundaries(t, at, timezone);
          if (b.chargesFrom !== null && b.chargesTo !== null) {
            expect(b.chargesFrom).toBe(usageUntil + 1);
            usageUntil = b.chargesTo;
          }
          if (b.fixedChargesFrom !== null && b.fixedChargesTo !== null) {
            expect(b.fixedChargesFrom).toBe(fixedUntil + 1);
            fixedUntil = b.fixedChargesTo;
          }
          at = nextBillingInstant({ ...schedule, after: at });
        }
      }),
      { numRuns: 150 },
    );
  });

  it('of a period match the running usage shown in it', () => {
    fc.assert(
      fc.property(agreement, timezones, fc.integer({ min: 0, max: 800 }), (t, timezone, later) => {
        const schedule = { ...t, timezone, monthlySplit: hasMonthlySplit(t) };
        const now = t.startedAt + later * DAY;
        const { from, to, ...full } = usagePeriod(t, now, timezone);
        expect(from <= now && now <= to).toBe(true);
        let at = nextBillingInstant({ ...schedule, after: now });
        while (at <= to) at = nextBillingInstant({ ...schedule, after: at });
        expect(invoiceBoundaries(t, at, timezone)).toMatchObject({
          chargesFrom: from,
          chargesTo: to,
          fullCharges: full,
        });
      }),
      { numRuns: 300 },
    );
  });
});
