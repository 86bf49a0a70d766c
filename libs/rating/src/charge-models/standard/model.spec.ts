import { describe, expect, it } from '@jest/globals';
import { chargeFee } from '../charge-fee.js';
import { amount, d, price, used } from '../models.fixture.js';

describe('standard', () => {
  it('prices every unit equally', () => {
    const fee = price('standard', { amount: '0.125' }, used(3));
    expect(fee.amount.toFixed()).toBe('0.375');
    expect(chargeFee(fee, { currency: 'EUR' }).amountCents).toBe(38n);
    expect(amount('standard', {}, used(3))).toBe('0');
  });

  it('states the unit price of the full units when prorated', () => {
    expect(price('standard', { amount: '10' }, used(5, { fullUnits: d(10) })).unitAmount.toFixed()).toBe('5');
  });

  it('is zero for negative units', () => {
    expect(price('standard', { amount: '10' }, used(-1))).toMatchObject({
      units: d(0),
      amount: d(0),
      unitAmount: d(0),
    });
  });

  it('is zero for a total below 0, though prorated units are left', () => {
    expect(price('standard', { amount: '10' }, used('6.4', { fullUnits: d(-2) }))).toMatchObject({
      units: d(0),
      amount: d(0),
    });
  });
});
