import { describe, expect, it } from '@jest/globals';
import type { ChargeModelName } from '@tollgate/contracts';
import fc from 'fast-check';
import type { ChargeView } from '@tollgate/catalog/reader';
import { aggregate, centsDecimal, Decimal, priceUsage, sumOf, usageNeeds } from '@tollgate/rating';
import { chargeAll, chargeOf, eventAt, june, storedEvent } from './in-advance-charge.fixture.js';
import { bucketOfEvent, type ChargedEvent } from './event-rating.js';

const aggregations = fc.constantFrom('count_agg', 'sum_agg', 'unique_count_agg');
const price = fc.integer({ min: 0, max: 5_000 }).map((thousandths) => new Decimal(thousandths).div(1000).toFixed());

const ranges = fc
  .tuple(
    fc.integer({ min: 1, max: 30 }),
    fc.integer({ min: 1, max: 30 }),
    fc.array(fc.tuple(price, price), { minLength: 3, maxLength: 3 }),
  )
  .map(([first, second, prices]) =>
    prices.map(([perUnit, flat], i) => ({
      from_value: [0, first + 1, first + second + 1][i],
      to_value: [first, first + second, null][i],
      per_unit_amount: perUnit,
      rate: perUnit,
      flat_amount: flat,
    })),
  );

/** A model with its properties. */
const pricing = fc.oneof(
  price.map((amount): [ChargeModelName, Record<string, unknown>] => ['standard', { amount }]),
  fc
    .tuple(price, fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 20 }))
    .map(([amount, package_size, free_units]): [ChargeModelName, Record<string, unknown>] => [
      'package',
      { amount, package_size, free_units },
    ]),
  ranges.map((graduated_ranges): [ChargeModelName, Record<string, unknown>] => ['graduated', { graduated_ranges }]),
  ranges.map((graduated_percentage_ranges): [ChargeModelName, Record<string, unknown>] => [
    'graduated_percentage',
    { graduated_percentage_ranges },
  ]),
  fc
    .record({ rate: price, fixed_amount: price }, { requiredKeys: ['rate'] })
    .chain((base) =>
      fc.oneof(
        fc.constant(base),
        fc.integer({ min: 1, max: 5 }).map((free_units_per_events) => ({ ...base, free_units_per_events })),
        price.map((per_transaction_min_amount) => ({ ...base, per_transaction_min_amount })),
      ),
    )
    .map((properties): [ChargeModelName, Record<string, unknown>] => ['percentage', properties]),
);

const history = fc
  .array(
    fc.record({
      amount: fc.integer({ min: 1, max: 400 }).map((n) => new Decimal(n).div(10).toFixed()),
      region: fc.constantFrom('eu', 'us', 'mars'),
      team: fc.constantFrom('a', 'b'),
    }),
    { maxLength: 15 },
  )
  .map((list) => list.map((properties, minute) => eventAt(minute, properties)));

/** A present value adds no units and costs nothing (metering, section 4.5), though it is a transaction in arrears. */
function raising(charge: ChargeView, events: ChargedEvent[]): ChargedEvent[] {
  if (charge.metric.aggregationType !== 'unique_count_agg') return events;
  const seen = new Set<unknown>();
  return events.filter(({ texts }) => !seen.has(texts['amount']) && seen.add(texts['amount']));
}

/** The price of all usage of the period, each bucket by itself, in cents. */
function priceOfAll(charge: ChargeView, events: ChargedEvent[]): { cents: Decimal; buckets: number } {
  const buckets = new Map<string, ChargedEvent[]>();
  for (const event of events) {
    const key = JSON.stringify(bucketOfEvent(charge, event.texts));
    buckets.set(key, [...(buckets.get(key) ?? []), event]);
  }
  const prices = [...buckets.values()].map((bucketEvents) => {
    const bucket = bucketOfEvent(charge, bucketEvents[0]?.texts ?? {});
    const properties = (bucket.filter ?? charge).properties;
    const metric = { ...charge.metric, roundingFunction: null };
    const usage = aggregate(
      metric,
      raising(charge, bucketEvents).map(storedEvent),
      june,
      usageNeeds({ model: charge.chargeModel, properties }).allowance ?? undefined,
    );
    return priceUsage({ model: charge.chargeModel, properties, currency: 'EUR' }, usage).amount.times(100);
  });
  return { cents: sumOf(prices), buckets: buckets.size };
}

describe('charges in advance', () => {
  it('add up to the price of all usage, within the rounding of each fee', () => {
    fc.assert(
      fc.property(
        aggregations,
        pricing,
        fc.boolean(),
        fc.boolean(),
        history,
        (aggregation, [model, properties], filtered, grouped, events) => {
          const bucketEvents = grouped ? { ...properties, pricing_group_keys: ['team'] } : properties;
          const filters = filtered
            ? [
                {
                  id: 'f',
                  parentId: null,
                  retained: [],
                  invoiceDisplayName: null,
                  values: { region: ['eu'] },
                  properties,
                },
              ]
            : [];
          const charge = chargeOf(aggregation, model, bucketEvents, { filters });
          const paid = sumOf(chargeAll(charge, events).map(({ fee }) => centsDecimal(fee.amountCents)));
          const whole = priceOfAll(charge, events);
          expect(paid.minus(whole.cents).abs().toNumber()).toBeLessThanOrEqual(events.length * 0.5);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('never cost less than zero, whatever is removed', () => {
    const changes = fc
      .array(fc.integer({ min: -50, max: 50 }), { maxLength: 15 })
      .map((list) => list.map((amount, minute) => eventAt(minute, { amount })));
    fc.assert(
      fc.property(pricing, changes, ([model, properties], events) => {
        for (const { fee } of chargeAll(chargeOf('sum_agg', model, properties), events)) {
          expect(fee.amountCents >= 0n && fee.units.gte(0)).toBe(true);
        }
      }),
    );
  });

  it('bill the rise of the total above its maximum, in one sum', () => {
    const values = fc.tuple(
      fc.integer({ min: 0, max: 50 }),
      fc.array(fc.integer({ min: -50, max: 50 }), { maxLength: 15 }),
    );
    fc.assert(
      fc.property(values, ([first, rest]) => {
        const all = [first, ...rest];
        const events = all.map((amount, minute) => eventAt(minute, { amount }));
        const billed = sumOf(
          chargeAll(chargeOf('sum_agg', 'standard', { amount: '1' }), events).map((rated) => rated.billedUnits),
        );
        const totals = all.map((_, i) => all.slice(0, i + 1).reduce((sum, value) => sum + value, 0));
        expect(billed.toNumber()).toBe(Math.max(...totals));
      }),
    );
  });
});
