import { describe, expect, it } from '@jest/globals';
import { price, used } from './models.fixture.js';

describe('a last range without an explicit end', () => {
  const open = { from_value: 0, per_unit_amount: '2', flat_amount: '1', rate: '10' };

  it.each([
    ['graduated', { graduated_ranges: [open] }, '11'],
    ['volume', { volume_ranges: [open] }, '11'],
    ['graduated_percentage', { graduated_percentage_ranges: [open] }, '1.5'],
  ] as const)('is open: %s', (model, properties, expected) => {
    const { amount, amountDetails } = price(model, properties, used('5'));
    expect(amount.toFixed()).toBe(expected);
    const key = `${model}_ranges`;
    if (key in amountDetails) expect(amountDetails[key]).toMatchObject([{ from_value: 0, to_value: null }]);
  });
});
