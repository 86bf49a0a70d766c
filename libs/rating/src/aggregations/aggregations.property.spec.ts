import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal, sumOf } from '../decimal.js';
import { priceUsage } from '../charge-models/price-usage.js';
import { filtersOfEvent, resolveFilters } from '../filters/charge-filters.js';
import { groupOfEvent } from '../filters/property-text.js';
import { aggregate } from './aggregate.js';
import { aggregateProrated } from './prorated.js';
import { weightedSum } from './weighted-sum.js';
import type { AggregationType, Metric, UsageEvent } from './types.js';

const FROM = Date.UTC(2024, 2, 1);
const TO = Date.UTC(2024, 3, 1) - 1;
const WINDOW = { from: FROM, to: TO, durationDays: 31, timezone: 'Europe/Paris', carriedUnits: new Decimal(7) };
const metric = (aggregationType: AggregationType, recurring = false): Metric => ({
  aggregationType,
  recurring,
  roundingFunction: null,
  roundingPrecision: null,
});
const types = fc.constantFrom<AggregationType>('count_agg', 'sum_agg', 'max_agg', 'unique_count_agg', 'latest_agg');

interface RegionalEvent extends UsageEvent {
  readonly region: string;
}

const events = fc
  .array(
    fc.record({
      timestampMicros: fc.integer({ min: (FROM - 40 * 86_400_000) * 1_000, max: (TO + 86_400_000) * 1_000 }),
      value: fc.option(fc.integer({ min: -500, max: 900 }).map((n) => new Decimal(n).div(10).toFixed())),
      operationType: fc.constantFrom('add', 'remove', null),
      region: fc.constantFrom('eu', 'us', 'asia', 'moon'),
    }),
    { maxLength: 40 },
  )
  .map((list) => list.map((event, i): RegionalEvent => ({ ...event, transactionId: `t${i}`, receivedAtMicros: i })));
/** The same events in shuffled batches, each with shuffled events. */
const batched = events.chain((list) =>
  fc
    .tuple(
      fc.shuffledSubarray(list, { minLength: list.length }),
      fc.array(fc.nat({ max: list.length }), { maxLength: 5 }),
    )
    .chain(([mixed, cuts]) => {
      const bounds = [0, ...cuts.sort((a, b) => a - b), mixed.length];
      const batches = bounds.slice(1).map((end, i) => mixed.slice(bounds[i], end));
      return fc.tuple(fc.constant(list), fc.shuffledSubarray(batches, { minLength: batches.length }));
    }),
);

const text = (x: Decimal): string => x.toFixed();

describe('aggregations', () => {
  it('do not depend on the batches or the order of events', () => {
    fc.assert(
      fc.property(types, fc.boolean(), batched, (type, recurring, [list, batches]) => {
        const other = batches.flat();
        expect(other).toHaveLength(list.length);
        expect(aggregate(metric(type, recurring), other, WINDOW)).toEqual(
          aggregate(metric(type, recurring), list, WINDOW),
        );
        expect(text(weightedSum(metric('weighted_sum_agg', recurring), other, WINDOW).units)).toBe(
          text(weightedSum(metric('weighted_sum_agg', recurring), list, WINDOW).units),
        );
        const prorated = (all: UsageEvent[]): [string, string] => {
          const result = aggregateProrated(
            metric(type === 'sum_agg' ? 'sum_agg' : 'unique_count_agg', true),
            all,
            WINDOW,
          );
          return [text(result.units), text(result.fullUnits)];
        };
        expect(prorated(other)).toEqual(prorated(list));
      }),
    );
  });

  it('of a period equal those of its parts together', () => {
    fc.assert(
      fc.property(events, fc.integer({ min: FROM, max: TO - 1 }), (list, cut) => {
        for (const type of ['count_agg', 'sum_agg'] as const) {
          const part = (from: number, to: number): Decimal => aggregate(metric(type), list, { from, to }).units;
          expect(text(part(FROM, cut).plus(part(cut + 1, TO)))).toBe(text(part(FROM, TO)));
        }
      }),
    );
  });

  it('of disjoint filters and the default bucket add up to the whole', () => {
    const filters = resolveFilters(
      [
        { id: 'eu', values: { region: ['eu'] } },
        { id: 'west', values: { region: ['us', 'eu'] } },
        { id: 'all', values: { region: ['eu', 'us', 'asia'] } },
      ],
      {},
    );
    fc.assert(
      fc.property(
        types.filter((type) => type === 'count_agg' || type === 'sum_agg'),
        events,
        (type, list) => {
          const buckets = new Map<string, RegionalEvent[]>();
          for (const event of list) {
            const [filter, ...others] = filtersOfEvent(filters, { region: event.region });
            expect(others).toEqual([]);
            buckets.set(filter?.id ?? 'default', [...(buckets.get(filter?.id ?? 'default') ?? []), event]);
          }
          const parts = [...buckets.values()].map((bucket) => aggregate(metric(type), bucket, WINDOW).units);
          expect(text(sumOf(parts))).toBe(text(aggregate(metric(type), list, WINDOW).units));
        },
      ),
    );
  });

  it('of filters and their groups add up to the whole', () => {
    const filters = resolveFilters(
      [
        { id: 'eu', values: { region: ['eu'] } },
        { id: 'all', values: { region: ['eu', 'us', 'asia'] } },
      ],
      {},
    );
    fc.assert(
      fc.property(
        types.filter((type) => type === 'count_agg' || type === 'sum_agg'),
        events,
        (type, list) => {
          const buckets = new Map<string, RegionalEvent[]>();
          for (const event of list) {
            const texts = { region: event.region, operation: event.operationType ?? null };
            const key = JSON.stringify([
              filtersOfEvent(filters, texts)[0]?.id ?? null,
              groupOfEvent(texts, ['operation']),
            ]);
            buckets.set(key, [...(buckets.get(key) ?? []), event]);
          }
          const parts = [...buckets.values()].map((bucket) => aggregate(metric(type), bucket, WINDOW).units);
          expect(text(sumOf(parts))).toBe(text(aggregate(metric(type), list, WINDOW).units));
        },
      ),
    );
  });

  it('prorated over the whole period equal those without proration, and so does their price', () => {
    const window = { ...WINDOW, timezone: 'UTC' };
    fc.assert(
      fc.property(fc.constantFrom<AggregationType>('sum_agg', 'unique_count_agg'), events, (type, list) => {
        // Keep values present from the first day on; values removed within the period were present for only a part of
        // it.
        const whole = list.filter(
          ({ timestampMicros, operationType }) =>
            timestampMicros < (FROM + 86_400_000) * 1_000 && (type === 'sum_agg' || operationType !== 'remove'),
        );
        const prorated = aggregateProrated(metric(type, true), whole, window);
        const plain = aggregate(metric(type, true), whole, window);
        expect([text(prorated.units), text(prorated.fullUnits)]).toEqual([text(plain.units), text(plain.units)]);
        const price = (units: Decimal, fullUnits?: Decimal) =>
          text(
            priceUsage(
              { model: 'standard', properties: { amount: '0.37' }, currency: 'EUR' },
              { units, ...(fullUnits ? { fullUnits } : {}), eventsCount: 1 },
            ).amount,
          );
        expect(price(prorated.units, prorated.fullUnits)).toBe(price(plain.units));
      }),
    );
  });

  it('prorated never exceed the full units of a growing sum, and carry everything into the next period', () => {
    fc.assert(
      fc.property(events, (list) => {
        const growing = list.filter(({ value }) => value !== null && !value.startsWith('-'));
        const result = aggregateProrated(metric('sum_agg', true), growing, { ...WINDOW, timezone: 'UTC' });
        expect(result.units.lte(result.fullUnits.plus('0.00001'))).toBe(true);
        const next = aggregateProrated(metric('sum_agg', true), growing, {
          from: TO + 1 + 86_400_000 * 30,
          to: TO + 86_400_000 * 60,
          durationDays: 30,
          timezone: 'UTC',
        });
        expect(text(next.units)).toBe(text(next.fullUnits));
      }),
    );
  });

  it('prorated are the sum of their parts, by the days of the period', () => {
    const prorated = fc.constantFrom<AggregationType>('sum_agg', 'unique_count_agg');
    fc.assert(
      fc.property(prorated, events, (type, list) => {
        const { units, proration } = aggregateProrated(metric(type, true), list, WINDOW);
        const unitDays = sumOf(proration.parts.map((part) => part.units.times(part.days)));
        expect(text(unitDays.div(31).toDecimalPlaces(5, Decimal.ROUND_CEIL))).toBe(text(units));
        expect(proration.parts.length).toBeLessThanOrEqual(31 * 33);
      }),
    );
  });

  it('of unique values stay between zero and the number of values', () => {
    fc.assert(
      fc.property(events, fc.boolean(), (list, recurring) => {
        const units = aggregate(metric('unique_count_agg', recurring), list, WINDOW).units;
        expect(units.gte(0) && units.lte(new Set(list.map(({ value }) => value)).size)).toBe(true);
      }),
    );
  });
});
