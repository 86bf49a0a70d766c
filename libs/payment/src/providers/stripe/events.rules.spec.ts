import { describe, expect, it } from '@jest/globals';
import { handledEvents, isOfAnotherOrganization, readStripeEvent } from './events.rules.js';

const read = (type: string, object: unknown, created = 1_700_000_000) =>
  readStripeEvent({ id: 'evt_1', payload: { id: 'evt_1', type, created, data: { object } } });
const intent = {
  id: 'pi_1',
  status: 'succeeded',
  currency: 'eur',
  amount_received: 1000,
  customer: 'cus_1',
  payment_method: 'pm_1',
  metadata: { svc_payment_id: 'p', svc_invoice_id: 'i' },
};

describe('an event of Stripe (webhooks, section 11.6)', () => {
  it('of a payment names our payment and its outcome', () => {
    expect(read('payment_intent.succeeded', intent)).toMatchObject({
      kind: 'charge',
      charge: { id: 'pi_1', key: 'p', customerId: 'cus_1', amountCents: 1000n, currency: 'EUR', paidOnPage: null },
      outcome: { id: 'pi_1', status: 'succeeded' },
      method: null,
    });
    const declined = {
      ...intent,
      status: 'requires_payment_method',
      last_payment_error: { type: 'card_error', code: 'card_declined', message: 'Declined.' },
    };
    expect(read('payment_intent.payment_failed', declined)).toMatchObject({
      outcome: { status: 'failed', error: { message: 'Declined.', error_code: 'card_declined' } },
    });
    expect(read('payment_intent.canceled', { ...intent, status: 'canceled' })).toMatchObject({
      outcome: { status: 'failed' },
    });
  });

  it('of a payment on a page names its invoice', () => {
    const onPage = { ...intent, metadata: { payment_type: 'one-time', svc_invoice_id: 'i' } };
    expect(read('payment_intent.succeeded', onPage)).toMatchObject({
      charge: { key: null, paidOnPage: { type: 'Invoice', id: 'i' } },
    });
  });

  it('belongs to the organization that it names, or to any without a name', () => {
    const eventOf = (metadata: object) => ({
      id: 'evt_1',
      payload: { id: 'evt_1', type: 'payment_intent.succeeded', data: { object: { ...intent, metadata } } },
    });
    expect(isOfAnotherOrganization(eventOf({ svc_organization_id: 'other' }), 'ours')).toBe(true);
    expect(isOfAnotherOrganization(eventOf({ svc_organization_id: 'ours' }), 'ours')).toBe(false);
    expect(isOfAnotherOrganization(eventOf({}), 'ours')).toBe(false);
  });

  it('brings the details of an expanded method', () => {
    const method = { id: 'pm_1', type: 'card', card: { brand: 'visa', last4: '4242' } };
    expect(read('payment_intent.succeeded', { ...intent, payment_method: method })).toMatchObject({
      method: { id: 'pm_1', details: { brand: 'visa', last4: '4242' } },
    });
  });

  it('of a set-up attaches the method', () => {
    const setup = { id: 'seti_1', customer: 'cus_1', payment_method: 'pm_1', mandate: 'mandate_1' };
    expect(read('setup_intent.succeeded', setup)).toEqual({
      kind: 'method_attached',
      customerId: 'cus_1',
      method: { id: 'pm_1', details: null, mandateId: 'mandate_1' },
    });
    expect(read('setup_intent.succeeded', { id: 'seti_1', customer: null, payment_method: 'pm_1' })).toBeNull();
  });

  it('of a customer follows its default method, else its default source', () => {
    const settings = { default_payment_method: 'pm_1' };
    expect(read('customer.updated', { id: 'cus_1', invoice_settings: settings, default_source: 'src_1' })).toEqual({
      kind: 'default_changed',
      customerId: 'cus_1',
      methodId: 'pm_1',
    });
    const none = { default_payment_method: null };
    expect(read('customer.updated', { id: 'cus_1', invoice_settings: none, default_source: 'src_1' })).toMatchObject({
      methodId: 'src_1',
    });
    expect(read('customer.updated', { id: 'cus_1', invoice_settings: none })).toMatchObject({ methodId: null });
  });

  it('detaches a method', () => {
    expect(read('payment_method.detached', { id: 'pm_1', customer: null })).toEqual({
      kind: 'method_detached',
      methodId: 'pm_1',
    });
  });

  it('of a refund names our key', () => {
    const refund = {
      id: 're_1',
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
      amount: 300,
      currency: 'eur',
      metadata: { svc_refund_key: 'n' },
    };
    expect(read('charge.refund.updated', refund)).toMatchObject({
      kind: 'refund',
      key: 'n',
      amountCents: 300n,
      outcome: { id: 're_1', status: 'failed' },
    });
  });

  it.each([
    ['lost', 'lost'],
    ['won', 'won'],
    ['warning_closed', 'won'],
    ['under_review', 'opened'],
  ])('of a dispute that is %s reports it as %s', (status, reported) => {
    expect(read('charge.dispute.closed', { id: 'dp_1', payment_intent: 'pi_1', status, reason: 'fraudulent' })).toEqual(
      {
        kind: 'dispute',
        chargeId: 'pi_1',
        status: reported,
        reason: 'fraudulent',
        at: 1_700_000_000_000,
      },
    );
  });

  it('of a dispute reports its opening, and the return of its money', () => {
    const dispute = { id: 'dp_1', payment_intent: 'pi_1', status: 'needs_response', reason: 'fraudulent' };
    for (const type of ['created', 'updated', 'funds_withdrawn'])
      expect(read(`charge.dispute.${type}`, dispute)).toMatchObject({ kind: 'dispute', status: 'opened' });
    const reinstated = (status: string) => read('charge.dispute.funds_reinstated', { ...dispute, status });
    expect(reinstated('won')).toMatchObject({ status: 'won' });
    expect(reinstated('under_review')).toMatchObject({ status: 'won' });
    expect(reinstated('lost')).toMatchObject({ status: 'lost' });
  });

  it('of a refund that people made at Stripe names its payment', () => {
    const refund = {
      id: 're_1',
      status: 'succeeded',
      amount: 300,
      currency: 'eur',
      payment_intent: 'pi_1',
      metadata: {},
    };
    for (const type of ['refund.created', 'refund.updated', 'refund.failed'])
      expect(read(type, refund)).toMatchObject({ kind: 'refund', key: null, chargeId: 'pi_1', amountCents: 300n });
  });

  it('of another type, or without an object, means nothing', () => {
    expect(read('invoice.paid', intent)).toBeNull();
    for (const type of handledEvents)
      for (const object of [null, 'x', {}, { id: 1 }]) expect(read(type, object)).toBeNull();
  });
});
