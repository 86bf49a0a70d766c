import { describe, expect, it } from '@jest/globals';
import type { FieldErrors } from '@tollgate/contracts';
import {
  readFutureInstant,
  readInstant,
  readLimit,
  readPriority,
  readPurchaseOrder,
  readRate,
} from './plain-inputs.js';

const now = Date.parse('2024-06-01T12:00:00Z');

/** The value that a reader returns, and the codes that it adds. */
function read<T>(reader: (errors: FieldErrors) => T): [T, FieldErrors] {
  const errors: FieldErrors = {};
  return [reader(errors), errors];
}

describe('an expiration (wallets, section 2.2)', () => {
  it.each([undefined, null, '', '  '])('may be blank: %p', (raw) => {
    expect(readFutureInstant(raw, now)).toBeNull();
  });

  it.each([
    ['the present instant', '2024-06-01T12:00:00Z'],
    ['the past', '2024-06-01T11:59:59Z'],
    ['unreadable text', 'soon'],
    ['a day that the calendar does not have', '2025-02-30T00:00:00Z'],
    ['a number', now + 1000],
    ['an object', {}],
  ])('is refused for %s', (_, raw) => {
    expect(readFutureInstant(raw, now)).toBeUndefined();
  });

  it('counts to the second', () => {
    expect(readFutureInstant('2024-06-01T12:00:01.999Z', now)?.toISOString()).toBe('2024-06-01T12:00:01.000Z');
    expect(readFutureInstant('2024-06-01T12:00:00.999Z', now)).toBeUndefined();
    expect(readInstant('2024-06-01T14:00:00+02:00')?.getTime()).toBe(now);
  });
});

describe('a priority (wallets, sections 2.1 and 3.1)', () => {
  it('is a whole number from 1 to 50', () => {
    expect([1, 50].map(readPriority)).toEqual([1, 50]);
    expect([0, 51, -1, 1.5, Number.NaN, null, undefined, 'x', '', [1], {}].map(readPriority)).toEqual(
      Array.from({ length: 11 }, () => undefined),
    );
  });
});

describe('a limit of sales (wallets, sections 1 and 2.2)', () => {
  const limit = (raw: unknown) => read((errors) => readLimit('paid_top_up_min_amount_cents', raw, errors));

  it('is cut to whole cents, not rounded', () => {
    expect([500, '500', 500.9, '500.9'].map((raw) => limit(raw))).toEqual(Array.from({ length: 4 }, () => [500n, {}]));
  });

  it('may be absent', () => {
    expect([null, undefined, ''].map((raw) => limit(raw))).toEqual(Array.from({ length: 3 }, () => [null, {}]));
  });

  it.each([0, -1, '-500', 0.9])('must be above 0: %p', (raw) => {
    expect(limit(raw)).toEqual([null, { paid_top_up_min_amount_cents: ['value_is_out_of_range'] }]);
  });

  it.each(['many', {}, true])('must be a number: %p', (raw) => {
    expect(limit(raw)).toEqual([null, { paid_top_up_min_amount_cents: ['value_is_invalid'] }]);
  });
});

describe('the price of a credit (wallets, sections 1 and 2.2)', () => {
  it('has five decimals, rounded half up', () => {
    expect(['1', '0.000015', '0.000014', 2.5].map((raw) => read((errors) => readRate(raw, errors)))).toEqual([
      ['1', {}],
      ['0.00002', {}],
      ['0.00001', {}],
      ['2.5', {}],
    ]);
  });

  it.each(['0', '-1', 0, '0.000004'])('must be above 0: %p', (raw) => {
    expect(read((errors) => readRate(raw, errors))[1]).toEqual({ rate_amount: ['value_is_out_of_range'] });
  });

  it.each(['x', null, {}, ''])('must be a number: %p', (raw) => {
    expect(read((errors) => readRate(raw, errors))[1]).toHaveProperty('rate_amount');
  });
});

describe('a purchase order number (wallets, section 2.2)', () => {
  const order = (raw: unknown) => read((errors) => readPurchaseOrder(raw, errors));

  it('is trimmed, and blank means none', () => {
    expect(order('  PO-7 ')).toEqual(['PO-7', {}]);
    expect([order('   '), order(null), order(undefined)]).toEqual(Array.from({ length: 3 }, () => [null, {}]));
  });

  it('has at most 255 characters after the trim', () => {
    expect(order(` ${'x'.repeat(255)} `)).toEqual(['x'.repeat(255), {}]);
    expect(order('x'.repeat(256))[1]).toEqual({ purchase_order_number: ['value_is_too_long'] });
  });
});
