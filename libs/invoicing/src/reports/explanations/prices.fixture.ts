import fc from 'fast-check';
import type { ChargeView } from '@tollgate/catalog/reader';
import { Decimal, type ChargeProperties } from '@tollgate/rating';

/** Decimals as text. @param places after the point */
export const decimal = (max: number, places: number, min = 0) =>
  fc
    .integer({ min: min * 10 ** places, max: max * 10 ** places })
    .map((n) => new Decimal(n).div(10 ** places).toFixed());
const amount = decimal(100, 4);

/** Bounds of ranges that follow on each other, shared or counting on. */
const ranges = <Price extends object>(price: fc.Arbitrary<Price>) =>
  fc
    .record({
      shared: fc.boolean(),
      list: fc.array(fc.tuple(fc.integer({ min: 1, max: 20 }), price), { minLength: 1, maxLength: 4 }),
    })
    .map(({ shared, list }) => {
      let from = 0;
      return list.map(([width, prices], position) => {
        const to = position === list.length - 1 ? null : from + width;
        const range = { from_value: from, to_value: to, ...prices };
        from = (to ?? 0) + (shared ? 0 : 1);
        return range;
      });
    });
/** Ranges with prices of units. */
export const unitRanges = ranges(
  fc.record({ per_unit_amount: amount, flat_amount: fc.oneof(fc.constant('0'), amount) }),
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

/** A model with properties of its own. */
export const anyPrice: fc.Arbitrary<Pick<ChargeView, 'chargeModel'> & { properties: ChargeProperties }> = fc.oneof(
  fc.record({ chargeModel: fc.constant('standard' as const), properties: fc.record({ amount }) }),
  fc.record({
    chargeModel: fc.constant('graduated' as const),
    properties: unitRanges.map((graduated_ranges) => ({ graduated_ranges })),
  }),
  fc.record({
    chargeModel: fc.constant('volume' as const),
    properties: unitRanges.map((volume_ranges) => ({ volume_ranges })),
  }),
  fc.record({
    chargeModel: fc.constant('graduated_percentage' as const),
    properties: ranges(fc.record({ rate: amount, flat_amount: amount })).map((graduated_percentage_ranges) => ({
      graduated_percentage_ranges,
    })),
  }),
  fc.record({
    chargeModel: fc.constant('package' as const),
    properties: fc.record({
      amount,
      free_units: fc.integer({ min: 0, max: 10 }),
      package_size: fc.integer({ min: 1, max: 9 }),
    }),
  }),
  fc.record({
    chargeModel: fc.constant('percentage' as const),
    properties: fc.record({
      rate: amount,
      fixed_amount: optional(amount),
      free_units_per_events: optional(fc.integer({ min: 0, max: 4 })),
      free_units_per_total_aggregation: optional(decimal(30, 1)),
      per_transaction_min_amount: optional(amount),
      per_transaction_max_amount: optional(amount),
    }),
  }),
  fc.record({ chargeModel: fc.constant('dynamic' as const), properties: fc.constant({}) }),
);
