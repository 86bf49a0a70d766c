import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal, ZERO, sumOf } from '../decimal.js';
import { eventFee } from '../in-advance/event-price.js';
import { allowanceOf } from './percentage/properties.js';
import { priceUsage } from './price-usage.js';
import { runningTotal } from './running-total.js';
import type { PriceRange } from './ranges.js';
import type { ChargeModelName, ChargeProperties } from './registry.js';
import type { Usage } from './types.js';

const units = fc.integer({ min: 0, max: 10_000_000 }).map((n) => new Decimal(n).div(100));
const amounts = fc.integer({ min: 0, max: 1_000_000 }).map((n) => new Decimal(n).div(10_000).toFixed());
const price = (model: ChargeModelName, properties: ChargeProperties, usage: Usage): Decimal =>
  priceUsage({ model, properties, currency: 'EUR' }, usage).amount;
const used = (u: Decimal): Usage => ({ units: u, eventsCount: 1 });

const ranges = fc
  .array(fc.record({ width: fc.integer({ min: 1, max: 1_000 }), per_unit_amount: amounts, flat_amount: amounts }), {
    minLength: 1,
    maxLength: 5,
  })
  .map((list) => {
    let from = 0;
    return list.map(({ width, ...prices }, i): PriceRange => {
      const to = i === list.length - 1 ? null : from + width;
      const range = { from_value: from, to_value: to, ...prices };
      from += width + 1;
      return range;
    });
  });

describe('charge models', () => {
  it('graduated with one open range and no flat amount is standard', () => {
    fc.assert(
      fc.property(units, amounts, (u, amount) => {
        const one = {
          graduated_ranges: [{ from_value: 0, to_value: null, per_unit_amount: amount, flat_amount: '0' }],
        };
        expect(price('graduated', one, used(u)).eq(price('standard', { amount }, used(u)))).toBe(true);
      }),
    );
  });

  it('graduated and volume agree inside the first range', () => {
    fc.assert(
      fc.property(ranges, fc.integer({ min: 0, max: 100 }), (list, percent) => {
        const u = new Decimal(list[0]?.to_value ?? 500).times(percent).div(100);
        expect(
          price('graduated', { graduated_ranges: list }, used(u)).eq(price('volume', { volume_ranges: list }, used(u))),
        ).toBe(true);
      }),
    );
  });

  it('graduated prices do not depend on the notation of bounds', () => {
    fc.assert(
      fc.property(ranges, units, (list, u) => {
        const shared = list.map((range, i) => ({ ...range, from_value: i === 0 ? 0 : (list[i - 1]?.to_value ?? 0) }));
        expect(
          price('graduated', { graduated_ranges: list }, used(u)).eq(
            price('graduated', { graduated_ranges: shared }, used(u)),
          ),
        ).toBe(true);
      }),
    );
  });

  it('never cost less for more units', () => {
    fc.assert(
      fc.property(ranges, units, units, (list, a, b) => {
        const [less, more] = a.lt(b) ? [a, b] : [b, a];
        expect(
          price('graduated', { graduated_ranges: list }, used(less)).lte(
            price('graduated', { graduated_ranges: list }, used(more)),
          ),
        ).toBe(true);
      }),
    );
  });

  it('list ranges in the details that add up to the units and the amount', () => {
    fc.assert(
      fc.property(ranges, units, (graduated_ranges, u) => {
        const { amount, amountDetails } = priceUsage(
          { model: 'graduated', properties: { graduated_ranges }, currency: 'EUR' },
          used(u),
        );
        const details = amountDetails.graduated_ranges;
        if (typeof details !== 'object' || details === null) throw new Error('no details');
        const sum = (key: string): Decimal => sumOf(details.map((range) => new Decimal(String(range[key]))));
        expect(sum('units').eq(u)).toBe(true);
        expect(sum('total_with_flat_amount').eq(amount)).toBe(true);
      }),
    );
  });
});

describe('fees of single events', () => {
  const charges = fc.oneof(
    ranges.map((graduated_ranges): [ChargeModelName, ChargeProperties] => ['graduated', { graduated_ranges }]),
    fc
      .record({
        amount: amounts,
        package_size: fc.integer({ min: 1, max: 50 }),
        free_units: fc.integer({ min: 0, max: 100 }),
      })
      .map((properties): [ChargeModelName, ChargeProperties] => ['package', properties]),
    fc
      .record({
        rate: amounts,
        fixed_amount: amounts,
        free_units_per_events: fc.option(fc.integer({ min: 1, max: 5 })),
        free_units_per_total_aggregation: fc.option(fc.integer({ min: 1, max: 500 }).map(String)),
      })
      .map((properties): [ChargeModelName, ChargeProperties] => ['percentage', properties]),
  );

  it('add up to the price of all events', () => {
    fc.assert(
      fc.property(
        charges,
        fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 12 }),
        ([model, properties], values) => {
          const charge = { model, properties, currency: 'EUR' };
          const usageOf = (count: number): Usage => {
            const eventValues = values.slice(0, count).map((value) => new Decimal(value));
            return {
              units: sumOf(eventValues),
              eventsCount: count,
              runningTotal: runningTotal(eventValues, allowanceOf(properties)),
              eventValues,
            };
          };
          const fees = values.map((value, i) => {
            const event = { billedUnits: new Decimal(value), value: new Decimal(value) };
            return eventFee(charge, usageOf(i + 1), event, { feeUnits: event.value, priced: true }).preciseAmountCents;
          });
          const whole = Decimal.max(price(model, properties, usageOf(values.length)), ZERO).times(100);
          expect(sumOf(fees).minus(whole).abs().lt('1e-9')).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
});
