import { describe, expect, it } from '@jest/globals';
import type { PayableInvoice } from '@tollgate/invoicing/reader';
import { requestTotals } from './request-totals.rules.js';

const invoice = (changes: Partial<PayableInvoice> = {}): PayableInvoice => ({
  id: 'i',
  customerId: 'c',
  billingEntityId: 'e',
  status: 'finalized',
  currency: 'EUR',
  number: 'N-1',
  type: 'one_off',
  issuingDate: '2024-01-01',
  overdue: true,
  paymentStatus: 'pending',
  selfBilled: false,
  dueCents: 1000n,
  ...changes,
});

describe('a payment request', () => {
  it('requests the due amount of all its invoices', () => {
    expect(requestTotals([invoice({ dueCents: 800n }), invoice({ dueCents: 500n })])).toEqual({
      billingEntityId: 'e',
      currency: 'EUR',
      amountCents: 1300n,
    });
  });

  it.each([
    ['invoice_not_found', []],
    [
      'invoices_not_overdue',
      [invoice({ overdue: false }), invoice({ currency: 'USD' }), invoice({ billingEntityId: 'f' })],
    ],
    ['invoices_have_different_currencies', [invoice(), invoice({ currency: 'USD', billingEntityId: 'f' })]],
    ['invoices_have_different_billing_entities', [invoice(), invoice({ billingEntityId: 'f' })]],
  ])('is refused with %s first', (code, invoices) => {
    expect(() => requestTotals(invoices)).toThrow(code);
  });
});
