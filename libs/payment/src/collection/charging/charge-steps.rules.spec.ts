import { describe, expect, it } from '@jest/globals';
import { chargeStep, methodTypesOf } from './charge-steps.rules.js';

const calledOff = new Date('2024-01-01T00:00:00Z');

describe('the next step of a payment', () => {
  it.each([
    ['pending', null, 'request'],
    ['pending', calledOff, 'cancel'],
    ['processing', null, 'none'],
    ['processing', calledOff, 'cancel'],
    ['succeeded', calledOff, 'none'],
    ['failed', calledOff, 'none'],
  ] as const)('that is %s and called off at %s is %s', (payment_status, cancel_requested_at, step) => {
    expect(chargeStep({ payment_status, cancel_requested_at })).toBe(step);
  });
});

describe('the ways to pay of a charge', () => {
  it('are the type of its method, as far as the provider states it', () => {
    expect(methodTypesOf({ details: { type: 'card', brand: 'visa', last4: '4242' } })).toEqual(['card']);
    expect(methodTypesOf({ details: null })).toEqual([]);
    expect(methodTypesOf(null)).toEqual([]);
  });
});
