import { describe, expect, it } from '@jest/globals';
import { describeCharge, type ChargeParts } from './charge-purpose.rules.js';

const payment = {
  id: 'p',
  organization_id: 'o',
  customer_id: 'c',
  payable_type: 'Invoice' as const,
  payable_id: 'i',
};
const parts: ChargeParts = {
  invoice: { id: 'i', number: 'ACM-1', status: 'finalized', type: 'subscription', issuingDate: '2024-01-31' },
  customer: { country: 'FR' },
  issuer: { id: 'b', name: 'Acme', country: 'DE' },
  lastFailure: null,
};

describe('the description of a payment (webhooks, section 11.4)', () => {
  it('names issuer and invoice, and our ids', () => {
    expect(describeCharge(payment, parts)).toEqual({
      description: 'Acme - Invoice ACM-1',
      metadata: {
        svc_payment_id: 'p',
        svc_payable_id: 'i',
        svc_payable_type: 'Invoice',
        svc_customer_id: 'c',
        svc_organization_id: 'o',
        svc_billing_entity_id: 'b',
        svc_invoice_id: 'i',
        invoice_issuing_date: '2024-01-31',
        invoice_type: 'subscription',
      },
      countries: { customer: 'FR', issuer: 'DE' },
      mayRequireAction: false,
      onSession: false,
    });
  });

  it('names the id of an invoice that waits, whose payer may confirm the payment', () => {
    const waiting = describeCharge(payment, {
      ...parts,
      invoice: { id: 'i', number: '', status: 'open', type: 'subscription', issuingDate: '2024-01-31' },
    });
    expect([waiting.description, waiting.mayRequireAction]).toEqual(['Acme - Invoice i', true]);
  });

  it('is on session after a payment for which the bank required the payer', () => {
    const failed = (error_code: string) => ({ ...parts, lastFailure: { message: 'No.', error_code } });
    expect(describeCharge(payment, failed('authentication_required')).onSession).toBe(true);
    expect(describeCharge(payment, failed('card_declined')).onSession).toBe(false);
  });

  it('names no invoice for a payment request', () => {
    const request = { ...payment, payable_type: 'PaymentRequest' as const, payable_id: 'r' };
    const { description, metadata } = describeCharge(request, parts);
    expect(description).toBe('Acme - Overdue invoices');
    expect(metadata).not.toHaveProperty('svc_invoice_id');
    expect(metadata).not.toHaveProperty('invoice_type');
  });
});
