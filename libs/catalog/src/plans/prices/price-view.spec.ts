import { describe, expect, it } from '@jest/globals';
import { chargeModels, storedProperties } from '@tollgate/contracts';
import fc from 'fast-check';
import { storableProperties } from './properties.js';
import { propertyErrors } from './property-rules.js';

const absent = fc.constantFrom(null, undefined);
const amount = fc.constantFrom('0', '1.5', '.5', '7.');
const wild = fc.oneof(absent, fc.string(), fc.integer(), fc.boolean(), fc.constant([]), fc.constant({}));
/** Mostly valid values. */
const mostly = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: wild });
const ifPresent = <T>(right: fc.Arbitrary<T>) => mostly(fc.oneof(absent, right));

const range = (open: boolean, from: number) =>
  fc.record(
    {
      from_value: mostly(fc.constant(from)),
      to_value: open ? mostly(absent) : mostly(fc.constant(from + 9)),
      per_unit_amount: mostly(amount),
      flat_amount: mostly(amount),
      rate: mostly(amount),
    },
    { requiredKeys: [] },
  );
const ranges = mostly(fc.oneof(fc.tuple(range(true, 0)), fc.tuple(range(false, 0), range(true, 10))));
const keys = fc.array(fc.constantFrom('region', 'team', ''), { maxLength: 3 });
const presentation = fc.array(
  fc.record(
    { value: mostly(fc.constantFrom('region', 'team')), options: ifPresent(fc.constant({ display_in_invoice: true })) },
    { requiredKeys: ['value'] },
  ),
  { maxLength: 3 },
);

const properties = fc.record(
  {
    amount: mostly(amount),
    free_units: mostly(fc.nat(5)),
    package_size: mostly(fc.integer({ min: 1, max: 9 })),
    rate: mostly(amount),
    fixed_amount: ifPresent(amount),
    free_units_per_events: ifPresent(fc.integer({ min: 1, max: 9 })),
    free_units_per_total_aggregation: ifPresent(amount),
    per_transaction_min_amount: ifPresent(amount),
    per_transaction_max_amount: ifPresent(amount),
    graduated_ranges: ranges,
    volume_ranges: ranges,
    graduated_percentage_ranges: ranges,
    pricing_group_keys: ifPresent(keys),
    presentation_group_keys: ifPresent(presentation),
  },
  { requiredKeys: [] },
);

describe('the price of a charge that passed its checks', () => {
  it.each(chargeModels)('is what the contract says of a %s one', (model) => {
    let passed = 0;
    fc.assert(
      fc.property(properties, (raw) => {
        const storable = storableProperties(model, raw);
        if (propertyErrors(model, storable, 'sum_agg').length > 0) return;
        passed++;
        // Storage goes through JSON.
        const stored: unknown = JSON.parse(JSON.stringify(storable));
        expect(storedProperties(model).safeParse(stored).error).toBeUndefined();
      }),
      { numRuns: 300 },
    );
    expect(passed).toBeGreaterThan(10);
  });
});
