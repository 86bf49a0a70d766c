import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { namedBy, referenceTo } from './references.rules.js';

const id = '018f0000-0000-7000-8000-00000000000a';

describe('a reference at Adyen (webhooks, section 12)', () => {
  it('ends with the kind and our id', () => {
    expect(referenceTo({ kind: 'payment', id }, 'Acme - Invoice A-1')).toBe(`Acme - Invoice A-1 payment ${id}`);
  });

  it('has its last 80 characters, which still name the object', () => {
    const words = fc.string({ maxLength: 200 });
    const kinds = fc.constantFrom('customer', 'invoice', 'payment', 'refund', 'request');
    fc.assert(
      fc.property(words, kinds, fc.uuid(), (text, kind, uuid) => {
        const reference = referenceTo({ kind, id: uuid } as never, text);
        expect(reference.length).toBeLessThanOrEqual(80);
        expect(namedBy(reference)).toEqual({ kind, id: uuid });
      }),
    );
  });

  it('of another system names nothing', () => {
    for (const reference of ['', 'order 12', `payment of ${id}`, `repayment ${id}`, `payment ${id} `, id])
      expect(namedBy(reference)).toBeNull();
  });
});
