import { describe, expect, it } from '@jest/globals';
import { idOfItem, itemOf, readAdyenEvent, type AdyenItem } from './events.rules.js';

const id = '018f0000-0000-7000-8000-00000000000a';
const item = (changes: Partial<AdyenItem> = {}): AdyenItem => ({
  pspReference: 'P1',
  originalReference: '',
  merchantAccountCode: 'AcmeCOM',
  merchantReference: `Acme - Invoice A-1 payment ${id}`,
  amount: { currency: 'EUR', value: 1000 },
  eventCode: 'AUTHORISATION',
  success: 'true',
  eventDate: '2024-01-02T00:00:00+01:00',
  ...changes,
});
const read = (changes: Partial<AdyenItem>) =>
  readAdyenEvent({ id: 'e', payload: item(changes) as unknown as Record<string, unknown> });
const at = Date.parse('2024-01-01T23:00:00Z');

describe('an item of Adyen', () => {
  it('is the same one again when it reports the same', () => {
    expect(idOfItem(item())).toBe(idOfItem(item({ eventDate: '2024-01-03T00:00:00Z' })));
    expect(idOfItem(item())).not.toBe(idOfItem(item({ success: 'false' })));
    expect(idOfItem(item({ eventCode: 'CHARGEBACK', additionalData: { disputeStatus: 'Lost' } }))).not.toBe(
      idOfItem(item({ eventCode: 'CHARGEBACK', additionalData: { disputeStatus: 'Undefended' } })),
    );
  });

  it('of another shape is unreadable', () => {
    expect(itemOf(item())).toEqual(item());
    for (const value of [null, 'text', {}, { ...item(), success: true }, { ...item(), amount: { value: '1' } }])
      expect(itemOf(value)).toBeNull();
  });
});

describe('an event of Adyen (webhooks, section 12)', () => {
  it('reports a payment of ours', () => {
    expect(read({})).toMatchObject({
      kind: 'charge',
      charge: { id: 'P1', key: id, amountCents: 1000n, currency: 'EUR', paidOnPage: null },
      outcome: { status: 'succeeded', id: 'P1' },
    });
    expect(read({ success: 'false', reason: 'Refused' })).toMatchObject({
      outcome: { status: 'failed', error: { message: 'Refused' } },
    });
  });

  it.each([
    ['invoice', 'Invoice'],
    ['request', 'PaymentRequest'],
  ])('reports a payment on a page of an %s', (kind, type) => {
    expect(read({ merchantReference: `A-1 ${kind} ${id}` })).toMatchObject({
      kind: 'charge',
      charge: { key: null, paidOnPage: { type, id } },
    });
  });

  it('reports no payment for other references', () => {
    for (const merchantReference of [`Tollgate refund ${id}`, `Order ${id}`, 'customer'])
      expect(read({ merchantReference })).toBeNull();
  });

  it('authorizes a customer, or refuses it', () => {
    const page = { merchantReference: `Authorization of customer ${id}`, amount: { currency: 'EUR', value: 0 } };
    const additionalData = {
      'recurring.recurringDetailReference': 'T1',
      cardSummary: '1111',
      paymentMethod: 'visa',
    };
    expect(read({ ...page, additionalData })).toEqual({
      kind: 'customer_authorized',
      customerId: id,
      method: { id: 'T1', details: { type: 'card', brand: 'visa', last4: '1111' }, mandateId: null },
      error: null,
    });
    expect(read({ ...page, success: 'false', reason: 'Refused' })).toMatchObject({
      method: null,
      error: { message: 'Refused', error_code: 'AUTHORISATION' },
    });
    expect(read({ ...page, amount: { currency: 'EUR', value: 5 } })).toBeNull();
  });

  it('reports a cancelation, and nothing when that failed', () => {
    const canceled = { eventCode: 'CANCELLATION', originalReference: 'P0' };
    expect(read(canceled)).toMatchObject({
      charge: { id: 'P0', key: id },
      outcome: { id: 'P0', status: 'failed', providerStatus: 'Cancelled' },
    });
    expect(read({ ...canceled, success: 'false' })).toBeNull();
  });

  it('reports a failed capture as the loss of its payment', () => {
    expect(read({ eventCode: 'CAPTURE_FAILED', originalReference: 'P0', reason: 'Expired' })).toMatchObject({
      outcome: { status: 'failed' },
      afterSuccess: { status: 'lost', reason: 'Expired', at },
    });
    expect(read({ eventCode: 'CAPTURE', originalReference: 'P0', success: 'false' })).toMatchObject({
      outcome: { providerStatus: 'CaptureFailed' },
      afterSuccess: { status: 'lost' },
    });
    expect(read({ eventCode: 'CAPTURE', originalReference: 'P0' })).toBeNull();
  });

  it('reports what a call did that cancels or refunds', () => {
    const done = { eventCode: 'CANCEL_OR_REFUND', originalReference: 'P0' };
    expect(read({ ...done, additionalData: { 'modification.action': 'cancel' } })).toMatchObject({
      charge: { id: 'P0', key: id },
      afterSuccess: { status: 'lost' },
    });
    expect(read({ ...done, additionalData: { 'modification.action': 'refund' } })).toMatchObject({
      kind: 'refund',
      key: null,
      chargeId: 'P0',
      outcome: { id: 'P1', status: 'succeeded' },
    });
  });

  it('reports refunds', () => {
    const refund = { merchantReference: `Tollgate refund ${id}`, originalReference: 'P0', eventCode: 'REFUND' };
    expect(read(refund)).toEqual({
      kind: 'refund',
      key: id,
      chargeId: 'P0',
      amountCents: 1000n,
      outcome: { id: 'P1', status: 'succeeded', error: null },
    });
    for (const changes of [{ success: 'false' }, { eventCode: 'REFUND_FAILED' }, { eventCode: 'REFUNDED_REVERSED' }])
      expect(read({ ...refund, ...changes, reason: 'No.' })).toMatchObject({
        outcome: { status: 'failed', error: { message: 'No.', error_code: null } },
      });
  });

  it('reports a lost dispute, and one that is open', () => {
    const dispute = { eventCode: 'CHARGEBACK', originalReference: 'P0', reason: 'Fraud' };
    expect(read({ ...dispute, additionalData: { disputeStatus: 'Lost' } })).toEqual({
      ...{ kind: 'dispute', chargeId: 'P0', status: 'lost', reason: 'Fraud', at },
    });
    expect(read(dispute)).toMatchObject({ status: 'opened' });
  });

  it.each([
    ['NOTIFICATION_OF_CHARGEBACK', undefined, 'opened'],
    ['REQUEST_FOR_INFORMATION', undefined, 'opened'],
    ['CHARGEBACK', 'Undefended', 'opened'],
    ['CHARGEBACK', 'Accepted', 'lost'],
    ['CHARGEBACK', 'Won', 'opened'],
    ['NOTIFICATION_OF_CHARGEBACK', 'Lost', 'opened'],
    ['SECOND_CHARGEBACK', 'Won', 'lost'],
    ['DISPUTE_DEFENSE_PERIOD_ENDED', 'Expired', 'lost'],
    ['CHARGEBACK_REVERSED', 'Pending', 'won'],
    ['CHARGEBACK_REVERSED', undefined, 'won'],
    ['SECOND_CHARGEBACK', undefined, 'lost'],
    ['PREARBITRATION_WON', 'Won', 'won'],
    ['PREARBITRATION_LOST', 'Lost', 'lost'],
  ])('%s with the status %s reports a dispute that is %s', (eventCode, disputeStatus, status) => {
    const additionalData = disputeStatus === undefined ? {} : { disputeStatus };
    expect(read({ eventCode, originalReference: 'P0', additionalData })).toMatchObject({ kind: 'dispute', status });
  });

  it('of another kind or system means nothing', () => {
    expect(read({ eventCode: 'REPORT_AVAILABLE' })).toBeNull();
    expect(read({ merchantReference: 'order 12' })).toBeNull();
  });
});
