import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DateTime } from 'luxon';
import { aggregateProrated } from '../aggregations/prorated.js';
import { Decimal, sumOf } from '../decimal.js';
import { fixedChargeUnitsInForce } from '../fixed-charges/units.js';
import { billedDays, countedDay, dayAfterPeriod, type CountedPeriod } from './billed-days.js';
import { invoiceBoundaries } from './boundaries.js';
import { DAY, SECOND, localDay } from './local-time.js';
import type { SubscriptionAgreement } from './subscription-agreement.js';

const zones = fc.constantFrom('Pacific/Kiritimati', 'Asia/Tokyo', 'UTC', 'America/Santiago', 'Pacific/Pago_Pago');

/** A customer who moves after a bill, and upgrades in the period that follows. */
const movers = fc.record({
  home: zones,
  moved: zones,
  billingTime: fc.constantFrom('calendar' as const, 'anniversary' as const),
  startedAt: fc.integer({ min: Date.UTC(2023, 0, 1), max: Date.UTC(2023, 5, 1) }),
  bills: fc.integer({ min: 1, max: 6 }),
  after: fc.integer({ min: 5 * DAY, max: 25 * DAY }),
});

/** The period that an upgrade cuts, after the move. */
function cutPeriod({
  home,
  moved,
  billingTime,
  startedAt,
  bills,
  after,
}: typeof movers extends fc.Arbitrary<infer T> ? T : never) {
  const agreement: SubscriptionAgreement = {
    interval: 'monthly',
    billingTime,
    payInAdvance: false,
    billChargesMonthly: false,
    billFixedChargesMonthly: false,
    subscriptionAt: startedAt,
    startedAt,
    createdAt: startedAt,
    terminatedAt: null,
    predecessor: null,
    successor: null,
  };
  const billed = invoiceBoundaries(agreement, startedAt + bills * 31 * DAY, home);
  const charges = { from: billed.chargesFrom as number, to: billed.chargesTo as number };
  const terminatedAt = charges.to + after;
  const { chargesFrom, chargesTo, fullCharges } = invoiceBoundaries(
    { ...agreement, terminatedAt, successor: 'upgrade' },
    terminatedAt + SECOND,
    moved,
    home === moved ? {} : { billedUnderOtherTimezone: { charges } },
  );
  if (chargesFrom === null || chargesTo === null || fullCharges === null) throw new Error('usage is billed');
  const period: CountedPeriod = {
    from: chargesFrom,
    to: chargesTo - 1,
    ...fullCharges,
    timezone: moved,
    endedByUpgrade: true,
  };
  return { period, upgradeDay: localDay(chargesTo, moved), full: fullCharges };
}

describe('an upgrade after a move to another time zone', () => {
  it('pays with the new plan for each day of the full period once', () => {
    fc.assert(
      fc.property(movers, (mover) => {
        const { period, upgradeDay, full } = cutPeriod(mover);
        const ofNewPlan = full.firstDay + full.durationDays - upgradeDay;
        const days = billedDays(period);
        // A move to the east may begin the period after its first day.
        const late = Math.max(localDay(period.from, period.timezone) - full.firstDay, 0);
        expect(days + ofNewPlan + late).toBe(full.durationDays);
        const units = [{ units: new Decimal(1), effectiveAt: period.from }];
        expect(sumOf(fixedChargeUnitsInForce(units, period).map((each) => new Decimal(each.days))).toNumber()).toBe(
          days,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('counts units from before and from the first moments for the same days', () => {
    fc.assert(
      fc.property(
        movers,
        fc.constantFrom('sum_agg' as const, 'unique_count_agg' as const),
        (mover, aggregationType) => {
          const { period } = cutPeriod(mover);
          const metric = { aggregationType, recurring: true, roundingFunction: null, roundingPrecision: null };
          const eventAt = (at: number) => ({
            transactionId: 't',
            timestampMicros: at * 1000,
            receivedAtMicros: at * 1000,
            value: '1',
          });
          const daysOf = (at: number) => aggregateProrated(metric, [eventAt(at)], period).movements[0]?.days;
          expect(daysOf(period.from - DAY)).toBe(billedDays(period));
          expect(daysOf(period.from)).toBe(billedDays(period));
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('a period that is over, after a move to another time zone', () => {
  it('counts the same days as before, to those that the move itself shifts, and none after its last', () => {
    fc.assert(
      fc.property(
        zones,
        zones,
        fc.integer({ min: 0, max: 29 }),
        fc.integer({ min: 0, max: 23 }),
        (home, moved, day, hour) => {
          const midnight = (iso: string) => DateTime.fromISO(iso, { zone: home }).toMillis();
          const [from, to] = [midnight('2023-06-01'), midnight('2023-07-01') - 1];
          const full = { durationDays: 30, firstDay: localDay(from, home) };
          const at = from + day * DAY + hour * 60 * 60 * SECOND;
          const period: CountedPeriod = { from, to, timezone: moved, ...full };
          const days = dayAfterPeriod(period) - countedDay(at, period);
          // The largest move, of 25 hours, shifts an hour by two days.
          expect(Math.abs(days - (30 - day))).toBeLessThanOrEqual(2);
          expect(days).toBeLessThanOrEqual(30);
          expect(billedDays(period)).toBeLessThanOrEqual(30);
          // The last day of the period is its last one, wherever the customer is now.
          expect(dayAfterPeriod(period)).toBeLessThanOrEqual(full.firstDay + 30);
        },
      ),
      { numRuns: 300 },
    );
  });
});
