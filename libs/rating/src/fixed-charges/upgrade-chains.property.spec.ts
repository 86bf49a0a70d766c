import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aggregateProrated } from '../aggregations/prorated.js';
import type { Metric, UsageEvent } from '../aggregations/types.js';
import { Decimal, sumOf } from '../decimal.js';
import { subscriptionFee } from '../fees/subscription-fee.js';
import { DAY, SECOND, daysBetween, endOfDate, localDay, startOfDate } from '../periods/local-time.js';
import type { SubscriptionAgreement } from '../periods/subscription-agreement.js';
import { daysLeft, paidByOldPlans, proratedFixedChargeUnits } from './units.js';

/**
 * Milliseconds after the start of a month; some are in the last second of a day. None is in the last second of the month,
 * as the units of such a start take effect in the next one.
 */
const moment = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 28 * DAY - 2 * SECOND }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.integer({ min: 1, max: 27 }), fc.integer({ min: 2, max: SECOND }))
      .map(([day, before]) => day * DAY - before),
  },
);

/** A month in a time zone, with upgrades at random instants; prices in cents for a month, rising. */
const chains = fc
  .record({
    timezone: fc.constantFrom('UTC', 'America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe', 'Pacific/Apia'),
    year: fc.integer({ min: 2020, max: 2030 }),
    month: fc.integer({ min: 1, max: 12 }),
    moments: fc.uniqueArray(moment, { maxLength: 5 }),
    steps: fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 6, maxLength: 6 }),
    units: fc.integer({ min: 1, max: 20 }),
  })
  .map(({ timezone, year, month, moments, steps, units }) => {
    const from = startOfDate({ year, month, day: 1 }, timezone);
    const durationDays = new Date(Date.UTC(year, month, 0)).getUTCDate();
    const to = endOfDate({ year, month, day: durationDays }, timezone);
    const starts = [from, ...[...moments].sort((a, b) => a - b).map((after) => from + after)];
    const prices = starts.map((_, i) => steps.slice(0, i + 1).reduce((sum, step) => sum + step, 0));
    return { timezone, from, to, durationDays, starts, prices, units };
  });
type Chain = typeof chains extends fc.Arbitrary<infer T> ? T : never;

/** Cents of all days, each at the price of the plan to which it belongs. */
function wholePrice({ timezone, to, durationDays, starts, prices, units }: Chain): Decimal {
  const days = starts.map((start) => localDay(start, timezone));
  return sumOf(
    prices.map((price, i) => {
      const next = days[i + 1] ?? localDay(to, timezone) + 1;
      return new Decimal(price)
        .times(units)
        .times(next - (days[i] as number))
        .div(durationDays);
    }),
  );
}

/** The parts of the month, each of one plan, which ends in the instant before an upgrade. */
const partsOf = ({ timezone, to, durationDays, starts }: Chain) =>
  starts.map((from, i) => ({
    from,
    to: (starts[i + 1] ?? to + 1) - 1,
    durationDays,
    timezone,
    endedByUpgrade: i + 1 < starts.length,
  }));

const within = (cents: Decimal | bigint, chain: Chain, tolerance: number) =>
  expect(Math.abs(wholePrice(chain).minus(cents.toString()).toNumber())).toBeLessThanOrEqual(tolerance);

describe('the fees of a month with upgrades add up to its days, each at its price', () => {
  it('for a prorated fixed charge in advance', () => {
    fc.assert(
      fc.property(chains, (chain) => {
        const { timezone, to, durationDays, starts, prices, units } = chain;
        const paid: { cents: Decimal; days: number }[] = [];
        for (const [i, from] of starts.entries()) {
          const period = { from, to, durationDays, timezone };
          const prorated = proratedFixedChargeUnits(
            [{ units: new Decimal(units), effectiveAt: from + SECOND }],
            period,
          );
          const left = daysLeft(from, period);
          const deducted = paidByOldPlans(
            paid.map((fee) => ({ amountCents: fee.cents, days: Math.min(left, fee.days), paidDays: fee.days })),
          );
          const price = prorated.times(prices[i] as number).toDecimalPlaces(0);
          paid.push({ cents: Decimal.max(price.minus(deducted), 0), days: daysBetween(from, to, timezone) });
        }
        // Each fee is rounded, and so is its deduction.
        within(sumOf(paid.map(({ cents }) => cents)), chain, starts.length);
      }),
    );
  });

  it('for a prorated fixed charge in arrears', () => {
    fc.assert(
      fc.property(chains, (chain) => {
        const cents = partsOf(chain).map((part, i) =>
          proratedFixedChargeUnits([{ units: new Decimal(chain.units), effectiveAt: part.from + SECOND }], part).times(
            chain.prices[i] as number,
          ),
        );
        within(sumOf(cents), chain, 1);
      }),
    );
  });

  it('for a plan in arrears', () => {
    fc.assert(
      fc.property(chains, (chain) => {
        const fees = partsOf(chain).map((part, i) => {
          const ended = part.endedByUpgrade;
          const agreement: SubscriptionAgreement = {
            interval: 'monthly',
            billingTime: 'calendar',
            payInAdvance: false,
            billChargesMonthly: false,
            billFixedChargesMonthly: false,
            subscriptionAt: chain.from,
            startedAt: part.from,
            createdAt: part.from,
            terminatedAt: ended ? part.to + 1 : null,
            predecessor: i > 0 ? 'upgrade' : null,
            successor: ended ? 'upgrade' : null,
          };
          const fee = subscriptionFee({
            agreement,
            planAmountCents: BigInt((chain.prices[i] as number) * chain.units),
            hasFixedChargesInAdvance: false,
            trial: null,
            at: part.to + 1,
            timezone: chain.timezone,
            subscriptionFrom: startOfDay(part.from, chain.timezone),
            subscriptionTo: ended ? part.to + 1 : part.to,
            history: {
              subscriptionFeeBilled: false,
              sameDaysBilled: false,
              firstInvoice: true,
              startingInvoice: false,
            },
          });
          return fee?.amountCents ?? 0n;
        });
        within(
          fees.reduce((sum, fee) => sum + fee, 0n),
          chain,
          chain.starts.length,
        );
      }),
    );
  });
});

const startOfDay = (instant: number, timezone: string): number => {
  const date = new Date(localDay(instant, timezone) * DAY);
  return startOfDate({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }, timezone);
};

const metricOf = (aggregationType: 'sum_agg' | 'unique_count_agg'): Metric =>
  ({ aggregationType, fieldName: 'v', recurring: true, roundingFunction: null, roundingPrecision: null }) as Metric;

/** Seats that are added, before the month or in it, and some that are removed later. */
const seats = fc.array(
  fc.record({
    addedAfter: fc.integer({ min: -40 * DAY, max: 28 * DAY }),
    removedAfter: fc.option(fc.integer({ min: 1, max: 28 * DAY })),
  }),
  { maxLength: 6 },
);

describe('prorated quantities of a month with upgrades add up to those without', () => {
  it.each(['sum_agg', 'unique_count_agg'] as const)('%s', (aggregationType) => {
    fc.assert(
      fc.property(chains, seats, (chain, list) => {
        const upgradeDays = new Set(chain.starts.slice(1).map((start) => localDay(start, chain.timezone)));
        const events: UsageEvent[] = list
          .flatMap(({ addedAfter, removedAfter }, seat) => {
            const added = chain.from + addedAfter;
            const removed = removedAfter === null ? null : added + removedAfter;
            const event = (at: number, type: 'add' | 'remove'): UsageEvent => ({
              transactionId: `${seat} ${type}`,
              timestampMicros: at * 1000,
              receivedAtMicros: at * 1000,
              value: aggregationType === 'sum_agg' ? (type === 'add' ? '1' : '-1') : `seat ${seat}`,
              operationType: type,
              preciseTotalAmountCents: null,
            });
            // The day of a removal counts for a value, so with an upgrade later that day it counts for the old plan.
            const removes = removed !== null && !upgradeDays.has(localDay(removed, chain.timezone));
            return [event(added, 'add'), ...(removes ? [event(removed, 'remove')] : [])];
          })
          .sort((a, b) => a.timestampMicros - b.timestampMicros);
        const metric = metricOf(aggregationType);
        const { from, to, durationDays, timezone } = chain;
        const whole = aggregateProrated(metric, events, { from, to, durationDays, timezone });
        const parts = partsOf(chain).map((part) => aggregateProrated(metric, events, part));
        const sum = sumOf(parts.map(({ units }) => units));
        expect(sum.minus(whole.units).abs().toNumber()).toBeLessThanOrEqual((parts.length + 1) * 1e-5);
      }),
    );
  });
});
