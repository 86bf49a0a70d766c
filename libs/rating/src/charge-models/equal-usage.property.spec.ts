import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Decimal } from '../decimal.js';
import { equalUsage } from './equal-usage.js';
import { modelResult, usageNeeds } from './price-usage.js';
import { runningTotal } from './running-total.js';
import type { ChargeProperties } from './registry.js';

const amount = fc.option(
  fc.integer({ min: 0, max: 500 }).map((cents) => (cents / 100).toFixed(2)),
  { nil: null },
);
const percentages: fc.Arbitrary<ChargeProperties> = fc
  .record({
    rate: fc.constantFrom('0', '1', '12.5'),
    fixed_amount: amount,
    free_units_per_events: fc.option(fc.integer({ min: 0, max: 12 }), { nil: null }),
    free_units_per_total_aggregation: amount,
    per_transaction_min_amount: amount,
    per_transaction_max_amount: amount,
  })
  .map((properties) => properties as ChargeProperties);

describe('usage of events of one value', () => {
  it('costs the same as the list of these events', () => {
    fc.assert(
      fc.property(
        percentages,
        fc.constantFrom('0', '0.5', '1', '1.25', '40'),
        fc.integer({ min: 0, max: 30 }),
        (properties, text, count) => {
          const charge = { model: 'percentage', properties, currency: 'EUR' } as const;
          const needs = usageNeeds(charge);
          const value = new Decimal(text);
          const values = Array.from({ length: count }, () => value);
          const units = value.times(count);
          const listed = {
            units,
            eventsCount: count,
            eventValues: values,
            ...(needs.allowance ? { runningTotal: runningTotal(values, needs.allowance) } : {}),
          };
          const equal = equalUsage(
            needs,
            { units, eventsCount: count, eventsPriceCents: new Decimal(0) },
            'running_total',
          );
          expect(modelResult(charge, equal)).toEqual(modelResult(charge, listed));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('takes no longer for a billion events', () => {
    const properties = {
      rate: '1',
      free_units_per_total_aggregation: '900000000',
      per_transaction_min_amount: '1',
    } as ChargeProperties;
    const charge = { model: 'percentage', properties, currency: 'EUR' } as const;
    const events = { units: new Decimal(1e9), eventsCount: 1e9, eventsPriceCents: new Decimal(0) };
    expect(modelResult(charge, equalUsage(usageNeeds(charge), events, 'running_total')).amount.toFixed()).toBe(
      '100000001',
    );
    expect(modelResult(charge, equalUsage(usageNeeds(charge), events, 'one_per_unit')).amount.toFixed()).toBe(
      '100000001',
    );
  });
});
