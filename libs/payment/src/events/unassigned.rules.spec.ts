import { describe, expect, it } from '@jest/globals';
import { newId } from '@tollgate/platform';
import { faultOfPagePayment, unknownObject } from './unassigned.rules.js';

const invoice = { id: newId(), currency: 'EUR' };
const charge = {
  key: null,
  id: 'pi_1',
  customerId: null,
  amountCents: 100n,
  currency: 'EUR',
  paidOnPage: { type: 'Invoice' as const, id: invoice.id },
};

describe('an event that is ours and fits nothing here', () => {
  it('names the field and the id of the object', () => {
    const id = newId();
    expect(unknownObject('payment', id)).toEqual({
      reason: 'unknown_payment',
      details: `svc_payment_id: there is no payment ${id}.`,
      id,
    });
  });

  it('does not show the text of another system', () => {
    expect(unknownObject('refund', 'order 7 <b>')).toEqual({
      reason: 'unknown_refund',
      details: 'svc_refund_key: it is not the id of a refund.',
      id: null,
    });
  });
});

describe('a success on a page of a provider', () => {
  it('pays its invoice in the currency of the invoice', () => {
    expect(faultOfPagePayment(charge, invoice)).toBeNull();
  });

  it('in another currency names the currency', () => {
    expect(faultOfPagePayment({ ...charge, currency: 'USD' }, invoice)).toMatchObject({
      reason: 'other_currency',
      details: expect.stringMatching(/^currency: .* in EUR\.$/),
    });
  });

  it.each([0n, -1n])('of %s cents names the amount', (amountCents) => {
    expect(faultOfPagePayment({ ...charge, amountCents }, invoice)).toMatchObject({
      reason: 'invalid_amount',
      details: expect.stringMatching(/^amount: /),
    });
  });
});
