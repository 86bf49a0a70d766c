import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { curveOf } from '../charge-models/price-fields.js';
import { endOf, proposedQuantities, quantitiesOf } from './quantities.js';

const range = (from_value: number, to_value: number | null) => ({
  from_value,
  to_value,
  per_unit_amount: '1',
  flat_amount: '0',
});

it('a curve ends half as far again as the last range, at ten packages, or at a thousand', () => {
  const ranges = curveOf({
    charge_model: 'graduated',
    properties: { graduated_ranges: [range(0, 10), range(11, 500), range(501, null)] },
  });
  expect(ranges).toEqual({ end: 750, steps: [10, 500] });
  const packages = { amount: '1', package_size: 50, free_units: 0 };
  expect(endOf(curveOf({ charge_model: 'package', properties: packages }))).toBe(500);
  expect(endOf(curveOf({ charge_model: 'package', properties: { ...packages, package_size: 0 } }))).toBe(1000);
  expect(endOf(curveOf({ charge_model: 'standard', properties: { amount: '1' } }))).toBe(1000);
});

it('has both sides of each step, and small quantities for small ranges', () => {
  const quantities = quantitiesOf({ end: 750, steps: [10, 500] }, 'linear');
  for (const quantity of ['0', '10', '11', '500', '501', '750']) expect(quantities).toContain(quantity);
  expect(quantitiesOf({ end: 1.5, steps: [1] }, 'linear').slice(0, 3)).toEqual(['0', '0.02542', '0.05085']);
  expect(quantitiesOf({ end: null, steps: [] }, 'logarithmic')[0]).toBe('1');
  expect(proposedQuantities({ end: 750, steps: [] })).toEqual(['75', '250', '500', '750']);
});

const curve = fc.record({
  end: fc.option(fc.double({ min: 0.000_1, max: 1e15, noNaN: true })),
  steps: fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { maxLength: 100 }),
});

it('quantities of any curve rise, are plain decimals, and fit into one call with the chosen ones', () => {
  fc.assert(
    fc.property(curve, fc.constantFrom('linear' as const, 'logarithmic' as const), (any, scale) => {
      const quantities = quantitiesOf(any, scale);
      expect(quantities.length).toBeGreaterThan(1);
      expect(quantities.length).toBeLessThanOrEqual(180);
      const numbers = quantities.map(Number);
      expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
      expect(quantities.every((text) => /^\d+(\.\d+)?$/.test(text))).toBe(true);
      if (scale === 'linear') expect(quantities[0]).toBe('0');
      expect(proposedQuantities(any).every((text) => /^\d+(\.\d+)?$/.test(text))).toBe(true);
    }),
  );
});
