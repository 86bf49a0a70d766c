import { expect, it } from '@jest/globals';
import type { Coupon } from '../../api/records.js';
import { couponColumns, couponState } from './columns.js';

const coupon = {
  code: 'spring',
  name: '',
  terminated_at: null,
  frequency: 'once',
  expiration_at: null,
  percentage_rate: '10.5',
  amount_cents: null,
  amount_currency: null,
} as unknown as Coupon;

it('a terminated coupon cannot be applied', () => {
  expect(couponState(coupon)).toBe('active');
  expect(couponState({ ...coupon, terminated_at: '2026-01-01T00:00:00Z' })).toBe('terminated');
});

it('a coupon without a name has its code, and one of a percentage has no amount', () => {
  expect(couponColumns.map((column) => column.csv(coupon))).toEqual([
    'spring',
    'spring',
    'active',
    'once',
    '',
    '10.5',
    '',
    '',
  ]);
});
