import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  aggregate,
  aggregateProrated,
  allowanceOf,
  chargeFee,
  Decimal,
  priceUsage,
  weightedSum,
  type AggregatedUsage,
  type ChargeProperties,
  type HighWater,
  type Metric,
  type UsageEvent,
} from '@tollgate/rating';
import type { ChargeView } from '@tollgate/catalog/reader';
import { nothingRead, type StoredEvent } from '@tollgate/ingestion/reader';
import { chargeInputs } from '../../model/fee-inputs/charge-inputs.js';
import { pricedAs } from '../../model/rated-charges/rated-charge.js';
import type { EventInputs } from '../../model/fee-inputs/fee-inputs.tables.js';
import { rateEventAt, type ChargedEvent } from '../../rating/in-advance-rating/event-rating.js';
import { inputsOfEvent } from '../../rating/in-advance-rating/fee-lines.js';
import { chargeOf, eventAt, june, storedEvent } from '../../rating/in-advance-rating/in-advance-charge.fixture.js';
import { UsageWalk } from '../../rating/in-advance-rating/usage-walk.js';
import { compare, exactOf, textOf } from './exact.js';
import { feeSteps } from './fee-steps.js';
import { anyPrice as price, decimal, unitRanges } from './prices.fixture.js';

const metric = (aggregationTypes: readonly Metric['aggregationType'][]): fc.Arbitrary<Metric> =>
  fc.record({
    aggregationType: fc.constantFrom(...aggregationTypes),
    recurring: fc.boolean(),
    roundingFunction: fc.constantFrom(null, 'round' as const, 'ceil' as const, 'floor' as const),
    roundingPrecision: fc.constantFrom(null, -1, 0, 2),
  });

const events = (most: number): fc.Arbitrary<UsageEvent[]> =>
  fc
    .array(
      fc.record({
        minute: fc.integer({ min: -20_000, max: 43_199 }),
        value: fc.oneof(decimal(40, 2, -10), fc.integer({ min: 0, max: 5 }).map(String), fc.constant('none')),
        operationType: fc.constantFrom('add', 'add', 'remove'),
        price: decimal(99, 2),
      }),
      { maxLength: most },
    )
    .map((list) =>
      list.map(({ minute, value, operationType, price: cents }, position) => ({
        transactionId: String(position),
        timestampMicros: (june.from + minute * 60_000) * 1000,
        receivedAtMicros: position,
        value,
        operationType,
        preciseTotalAmountCents: new Decimal(cents),
      })),
    );

const conversionRate = fc.option(decimal(3, 3, 1), { nil: null });
const currency = fc.constantFrom('EUR', 'JPY', 'BHD');

interface Subject {
  charge: ChargeView;
  currency: string;
  aggregation: AggregatedUsage;
}

/** The cents of the fee, and those to which its steps lead. */
function centsOf({ charge, currency: of, aggregation }: Subject): [fee: string, steps: string | null] {
  const model = pricedAs(charge, null, of);
  const { amountCents } = chargeFee(priceUsage(model, aggregation), model);
  const part = { planCode: 'p', charge, filter: null, groupedBy: {}, timezone: 'UTC', period: june, reading: null };
  const stored = JSON.parse(JSON.stringify(chargeInputs(part, aggregation))) as ReturnType<typeof chargeInputs>;
  return [String(amountCents), feeSteps(stored, of).list.at(-1)?.value ?? null];
}

const subject = (own: Metric, priced: { chargeModel: string; properties: ChargeProperties }, rate: string | null) => {
  const charge = chargeOf(own.aggregationType, 'standard', priced.properties as Record<string, unknown>);
  return {
    ...charge,
    chargeModel: priced.chargeModel,
    metric: { ...charge.metric, ...own },
    pricingUnit: rate === null ? null : { id: 'u', code: 'cr', shortName: 'CR', conversionRate: rate },
  } as ChargeView;
};

describe('the steps of a fee of usage lead to its cents', () => {
  it('for every model and aggregation', () => {
    fc.assert(
      fc.property(
        metric(['count_agg', 'sum_agg', 'max_agg', 'latest_agg', 'unique_count_agg']),
        price,
        events(12),
        conversionRate,
        currency,
        (own, priced, list, rate, of) => {
          const free = priced.chargeModel === 'percentage' ? allowanceOf(priced.properties) : undefined;
          const aggregation = aggregate(own, list, june, free);
          const [fee, steps] = centsOf({ charge: subject(own, priced, rate), currency: of, aggregation });
          expect(steps).toBe(fee);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('for weighted sums', () => {
    fc.assert(
      fc.property(
        metric(['weighted_sum_agg']),
        unitRanges,
        events(12),
        decimal(9, 1),
        (own, graduated_ranges, list, level) => {
          const aggregation = weightedSum(own, list, { ...june, carriedUnits: new Decimal(level) });
          const priced = { chargeModel: 'graduated', properties: { graduated_ranges } };
          const [fee, steps] = centsOf({ charge: subject(own, priced, null), currency: 'EUR', aggregation });
          expect(steps).toBe(fee);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('for prorated quantities, also with more changes than are listed', () => {
    const proratedPrice = price.filter(({ chargeModel }) => ['standard', 'graduated', 'volume'].includes(chargeModel));
    fc.assert(
      fc.property(
        metric(['sum_agg', 'unique_count_agg']),
        proratedPrice,
        fc.oneof({ weight: 4, arbitrary: events(12) }, { weight: 1, arbitrary: events(400) }),
        fc.integer({ min: 30, max: 31 }),
        (own, priced, list, durationDays) => {
          const aggregation = aggregateProrated({ ...own, recurring: true }, list, { ...june, durationDays });
          const [fee, steps] = centsOf({
            charge: { ...subject(own, priced, null), prorated: true },
            currency: 'EUR',
            aggregation,
          });
          expect(steps).toBe(fee);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('the steps of a fee of an event lead to its cents', () => {
  const payer = {
    subscription: { plan: { code: 'p', currency: 'EUR' } },
    customer: { timezone: 'UTC' },
  } as unknown as Parameters<typeof inputsOfEvent>[0];

  it('for every model, prorated or not, with its totals before', () => {
    fc.assert(
      fc.property(
        metric(['count_agg', 'sum_agg', 'unique_count_agg']),
        price,
        fc.array(
          fc.record({
            amount: fc.oneof(decimal(12, 1, -8), fc.constant('none')),
            remove: fc.boolean(),
            cents: decimal(99, 1),
          }),
          {
            minLength: 1,
            maxLength: 8,
          },
        ),
        fc.boolean(),
        conversionRate,
        (own, priced, list, prorated, rate) => {
          const charge = { ...subject(own, priced, rate), prorated };
          const events = list.map(({ amount: value, remove, cents }, minute) =>
            eventAt(minute, { amount: value, operation_type: remove ? 'remove' : 'add' }, cents),
          );
          let state: HighWater | null = null;
          for (const [position, event] of events.entries()) {
            const walk = new UsageWalk(charge, june.from, [event]);
            for (const earlier of events.slice(0, position)) walk.take(stored(charge, earlier));
            walk.goUpTo(null);
            const subjectOfEvent = {
              charge,
              bucket: { filter: null, groupedBy: {} },
              event,
              period: june,
              currency: 'EUR',
              state,
            };
            const rated = rateEventAt(subjectOfEvent, walk.usages.get(event));
            state = rated.state ?? state;
            const inputs = JSON.parse(JSON.stringify(inputsOfEvent(payer, subjectOfEvent, rated.basis))) as EventInputs;
            expect(feeSteps(inputs, 'EUR').list.at(-1)?.value).toBe(String(rated.fee.amountCents));
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

const stored = (charge: ChargeView, event: ChargedEvent): StoredEvent => ({
  ...storedEvent(event),
  value: charge.metric.fieldName === null ? null : (event.texts['amount'] ?? null),
  place: { timestamp: event.timestamp, receivedAt: event.receivedAt, id: event.id },
  addedTo: () => nothingRead,
});

describe('exact decimals', () => {
  it('keep their value in text, and have none without an end', () => {
    fc.assert(
      fc.property(decimal(1_000, 3, -1_000), (text) => {
        const value = exactOf(text);
        expect(compare(exactOf(textOf(value) ?? ''), value)).toBe(0);
      }),
    );
    expect(textOf({ numerator: 1n, denominator: 3n })).toBeNull();
    expect(textOf({ numerator: -1n, denominator: 8n })).toBe('-0.125');
  });
});
