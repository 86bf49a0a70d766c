import { describe, expect, it } from '@jest/globals';
import type { ChargeModelName } from '@tollgate/contracts';
import fc from 'fast-check';
import type { ChargeView } from '@tollgate/catalog/reader';
import { nothingRead, type StoredEvent } from '@tollgate/ingestion/reader';
import { Decimal, type HighWater } from '@tollgate/rating';
import { chargeOf, eventAt, june, storedEvent } from './in-advance-charge.fixture.js';
import { bucketKey, bucketOfEvent, rateEvent, rateEventAt, type ChargedEvent } from './event-rating.js';
import { readState, writeState } from './usage-checkpoints.repository.js';
import { isBefore, isReceivedBefore, runsOf, UsageWalk } from './usage-walk.js';

const price = fc.integer({ min: 0, max: 5_000 }).map((thousandths) => new Decimal(thousandths).div(1000).toFixed());
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const bounds = [
  [0, 5],
  [6, 12],
  [13, null],
] as const;
const ranges = fc.array(fc.tuple(price, price), { minLength: 3, maxLength: 3 }).map((prices) =>
  prices.map(([amount, flat], i) => ({
    from_value: bounds[i]?.[0],
    to_value: bounds[i]?.[1],
    per_unit_amount: amount,
    rate: amount,
    flat_amount: flat,
  })),
);

const percentages = fc.record({
  rate: price,
  fixed_amount: optional(price),
  free_units_per_events: optional(fc.integer({ min: 0, max: 4 })),
  free_units_per_total_aggregation: optional(fc.integer({ min: 0, max: 20 }).map(String)),
  per_transaction_min_amount: optional(price),
  per_transaction_max_amount: optional(price),
});

const pricing: fc.Arbitrary<[ChargeModelName, Record<string, unknown>]> = fc.oneof(
  price.map((amount): [ChargeModelName, Record<string, unknown>] => ['standard', { amount }]),
  price.map((amount): [ChargeModelName, Record<string, unknown>] => [
    'package',
    { amount, package_size: 3, free_units: 2 },
  ]),
  ranges.map((graduated_ranges): [ChargeModelName, Record<string, unknown>] => ['graduated', { graduated_ranges }]),
  ranges.map((graduated_percentage_ranges): [ChargeModelName, Record<string, unknown>] => [
    'graduated_percentage',
    { graduated_percentage_ranges },
  ]),
  percentages.map((properties): [ChargeModelName, Record<string, unknown>] => ['percentage', properties]),
  percentages.map((properties): [ChargeModelName, Record<string, unknown>] => ['percentage', properties]),
  fc.constant<[ChargeModelName, Record<string, unknown>]>(['dynamic', {}]),
);

/**
 * Events in any order: at the same time, before the period, repeated values, removed values, values that are no number.
 */
const events = fc
  .array(
    fc.record({
      minute: fc.integer({ min: -3, max: 8 }),
      amount: fc.oneof(
        fc.integer({ min: -8, max: 12 }).map((n) => new Decimal(n).div(2).toFixed()),
        fc.constantFrom('1', '2', 'none', '1e3'),
      ),
      operation_type: fc.constantFrom('add', 'remove'),
      region: fc.constantFrom('eu', 'mars'),
      team: fc.constantFrom('a', 'b'),
      cents: fc.option(fc.integer({ min: 0, max: 300 }).map(String)),
    }),
    { maxLength: 25 },
  )
  .map((list) =>
    list.map(({ minute, cents, ...properties }, i) => ({
      ...eventAt(minute, properties, cents),
      id: String(i).padStart(4, '0'),
      transactionId: `t${i}`,
      receivedAt: june.from + (i % 5),
    })),
  );

const charges = fc
  .tuple(
    fc.constantFrom('count_agg', 'sum_agg', 'unique_count_agg'),
    pricing,
    fc.boolean(),
    fc.boolean(),
    fc.boolean(),
    fc.boolean(),
  )
  .map(([aggregation, [model, properties], filtered, grouped, recurring, prorated]) => {
    const own = grouped ? { ...properties, pricing_group_keys: ['team'] } : properties;
    const charge = chargeOf(aggregation, model, own, {
      filters: filtered
        ? [{ id: 'f', parentId: null, retained: [], invoiceDisplayName: null, values: { region: ['eu'] }, properties }]
        : [],
      prorated,
    });
    return { ...charge, metric: { ...charge.metric, recurring } };
  });

const place = ({ timestamp, receivedAt, id }: ChargedEvent) => ({ timestamp, receivedAt, id });
const inOrder = (all: ChargedEvent[]) => [...all].sort((a, b) => (isBefore(a, b) ? -1 : 1));

/** The stored events of a charge's metric that affect its prices, in order. */
const storedOf = (charge: ChargeView, all: ChargedEvent[]): StoredEvent[] =>
  inOrder(all)
    .filter(({ timestamp }) => charge.metric.recurring || timestamp >= june.from * 1000)
    .map((event, position) => ({
      ...storedEvent(event),
      value: charge.metric.fieldName === null ? null : (event.texts['amount'] ?? null),
      receivedAtMicros: position,
      place: place(event),
      addedTo: () => nothingRead,
    }));

describe('usage that continues from a checkpoint', () => {
  it('excludes events that were received later, even with an earlier time and charged together', () => {
    const charge = chargeOf('sum_agg', 'package', { amount: '10', package_size: 10, free_units: 0 });
    const [first, second, third] = [5, 3, 4].map((minute, i) => ({
      ...eventAt(minute, { amount: '5' }),
      id: `id${i}`,
      transactionId: `t${i}`,
      receivedAt: june.to,
    })) as [ChargedEvent, ChargedEvent, ChargedEvent];
    const runs = runsOf([first, second, third]);
    expect(runs).toEqual([[first], [second, third]]);
    const units = runs.flatMap((run) => {
      const walk = new UsageWalk(charge, june.from, run);
      for (const event of storedOf(charge, [first, second, third])) {
        walk.goUpTo(event.place);
        walk.take(event);
      }
      return run.map((event) => walk.usages.get(event)?.after.units.toFixed());
    });
    expect(units).toEqual(['5', '5', '10']);
  });

  it('results in the same fee for every event as a walk through all events stored before it', () => {
    fc.assert(
      fc.property(
        charges,
        events,
        fc.integer({ min: 0, max: 25 }),
        fc.option(fc.tuple(fc.integer({ min: -5, max: 20 }), fc.integer({ min: 0, max: 9 }))),
        (charge, all, cut, water) => {
          const stored = storedOf(charge, all);
          const requested = all.filter(({ timestamp }) => timestamp >= june.from * 1000);
          // One walk up to a checkpoint, and another from there.
          const later = requested.filter((event) =>
            stored
              .slice(0, cut)
              .every((earlier) => isBefore(earlier.place, event) && isReceivedBefore(earlier.place, event)),
          );
          const first = new UsageWalk(charge, june.from, []);
          for (const event of stored.slice(0, cut)) first.take(event);
          const walks = runsOf(later, all).map((run) => new UsageWalk(charge, june.from, run));
          for (const walk of walks) {
            for (const [key, state] of first.states) walk.states.set(key, readState(writeState(state)));
            for (const event of stored.slice(cut)) {
              walk.goUpTo(event.place);
              walk.take(event);
            }
            walk.goUpTo(null);
          }
          const usages = new Map(walks.flatMap((walk) => [...walk.usages]));

          const state: HighWater | null = water && {
            current: new Decimal(water[0]),
            max: new Decimal(water[0] + water[1]),
          };
          for (const event of later) {
            const bucket = bucketOfEvent(charge, event.texts);
            const earlier = stored.filter(
              (one) =>
                isBefore(one.place, event) &&
                isReceivedBefore(one.place, event) &&
                bucketKey(bucketOfEvent(charge, one.texts)) === bucketKey(bucket),
            );
            const subject = { charge, bucket, event, period: june, currency: 'EUR', state };
            const { basis: _, ...rated } = rateEventAt(subject, usages.get(event));
            expect(JSON.stringify(rated, texts)).toBe(JSON.stringify(rateEvent({ ...subject, earlier }), texts));
          }
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

const texts = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
