import { describe, expect, it } from '@jest/globals';
import { linkedMethod, payableInvoice } from '../../model/connections/rows.fixture.js';
import { dueOf, methodToCharge } from './charges.rules.js';

describe('the due amount of a charge (webhooks, section 10.2)', () => {
  it('is that of an invoice which is final, or open for its payment', () => {
    expect(dueOf([payableInvoice({ id: 'a', dueCents: 700n })])).toEqual({ invoiceIds: ['a'], amountCents: 700n });
    expect(dueOf([payableInvoice({ status: 'open' })])?.amountCents).toBe(1000n);
  });

  it.each([
    ['self-billed', { selfBilled: true }],
    ['paid', { paymentStatus: 'succeeded' as const }],
    ['voided', { status: 'voided' as const }],
    ['a draft', { status: 'draft' as const }],
    ['without a due amount', { dueCents: 0n }],
  ])('leaves out an invoice that is %s', (_, changes) => {
    expect(dueOf([payableInvoice(changes)])).toBeUndefined();
    expect(dueOf([payableInvoice(changes), payableInvoice({ id: 'b', dueCents: 300n })])).toEqual({
      invoiceIds: ['b'],
      amountCents: 300n,
    });
  });

  it('includes an invoice after a failed payment', () => {
    expect(dueOf([payableInvoice({ paymentStatus: 'failed' })])?.amountCents).toBe(1000n);
  });

  it('adds up the invoices of a payment request', () => {
    const invoices = [payableInvoice({ id: 'a', dueCents: 700n }), payableInvoice({ id: 'b', dueCents: 300n })];
    expect(dueOf(invoices)).toEqual({ invoiceIds: ['a', 'b'], amountCents: 1000n });
    expect(dueOf([])).toBeUndefined();
  });
});

describe('the method of a charge (webhooks, section 14)', () => {
  const methods = [linkedMethod('default', true), linkedMethod('other')];
  const provider = (payment_method_id: string | null) => ({
    payment_method_type: 'provider' as const,
    payment_method_id,
  });
  const manual = { payment_method_type: 'manual' as const, payment_method_id: null };
  const charged = (reference: Parameters<typeof methodToCharge>[1], requested: boolean, of = methods) => {
    const found = methodToCharge(of, reference, { requested });
    return typeof found === 'string' ? found : found.method.id;
  };

  it('is the one of the call or of the invoice, else the default', () => {
    expect([charged(provider('other'), true), charged(provider('other'), false)]).toEqual(['other', 'other']);
    expect([charged(provider(null), true), charged(provider(null), false)]).toEqual(['default', 'default']);
  });

  it('stops an automatic charge with `manual` at any level', () => {
    expect([charged(manual, true), charged(manual, false)]).toEqual(['by_hand', 'by_hand']);
    expect(charged(manual, false, [])).toBe('by_hand');
  });

  it('is never another one than the call names', () => {
    expect(charged(provider('removed'), true)).toBe('no_method');
  });

  it("is the default when an invoice's own method is removed", () => {
    expect(charged(provider('removed'), false)).toBe('default');
  });

  it('is none without a default', () => {
    expect(charged(provider(null), false, [linkedMethod('other')])).toBe('no_method');
  });
});
