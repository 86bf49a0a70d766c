import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { centsText, rowOf } from './flat-record.js';

describe('a row of a record', () => {
  const record = {
    number: 'A-1',
    total_amount_cents: 1234,
    due_amount_cents: null,
    customer: { name: 'Ada', debt_amount_cents: -5 },
    tags: ['a'],
  };

  it('has the values at the paths of its columns', () => {
    expect(rowOf(record, ['number', 'customer.name', 'tags', 'missing.field'])).toEqual(['A-1', 'Ada', '["a"]', null]);
  });

  it('has decimals of the currency for columns of amounts', () => {
    const columns = ['total_amount_cents', 'total_amount', 'due_amount', 'customer.debt_amount', 'missing_amount'];
    expect(rowOf(record, columns, 2)).toEqual([1234, '12.34', null, '-0.05', null]);
    expect(rowOf(record, columns, 0)).toEqual([1234, '1234', null, '-5', null]);
    expect(rowOf(record, columns, 3)).toEqual([1234, '1.234', null, '-0.005', null]);
    expect(rowOf(record, columns)).toEqual([1234, null, null, null, null]);
  });
});

it('cents in main units are exact up to the greatest amount', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 4 }), (cents, digits) => {
      const text = centsText(cents, digits);
      expect(text).toMatch(digits === 0 ? /^-?\d+$/ : new RegExp(`^-?\\d+\\.\\d{${digits}}$`));
      expect(BigInt(text.replace('.', ''))).toBe(BigInt(cents));
    }),
  );
});
