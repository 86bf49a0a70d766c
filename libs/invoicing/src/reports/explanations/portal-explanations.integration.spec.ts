import { beforeAll, describe, expect, it } from '@jest/globals';
import type { FeeExplanation, InvoiceExplanation } from '@tollgate/contracts';
import { aCustomer, aMetric, aPlan, aSubscription, PortalVisitor, Sandbox, sendEvent } from '@tollgate/testing';

interface Fee {
  svc_id: string;
  svc_invoice_id: string;
  item: { code: string };
}

const unknownId = '00000000-0000-4000-8000-000000000000';
let sandbox: Sandbox;
let me: PortalVisitor;
let invoiceId: string;
let feeId: string;

/** The fee of a customer for the usage of a metric. */
async function feeOf(customer: string, metric: string): Promise<Fee> {
  const { fees } = await sandbox.ok<{ fees: Fee[] }>('GET', `/fees?external_customer_id=${customer}&fee_type=charge`);
  const fee = fees.find(({ item }) => item.code === metric);
  if (!fee) throw new Error(`${customer} has no fee of ${metric}`);
  return fee;
}
const notFound = (code: string) => ({ status: 404, body: { status: 404, error: 'Not Found', code } });

beforeAll(async () => {
  sandbox = await Sandbox.create('2024-01-01T00:00:00Z');
  await sandbox.ok('POST', '/taxes', { tax: { name: 'VAT', code: 'vat', rate: 20, applied_to_organization: true } });
  await sandbox.ok('POST', '/coupons', {
    coupon: {
      name: 'Tenth',
      code: 'internal-tenth',
      coupon_type: 'percentage',
      percentage_rate: '10',
      frequency: 'forever',
      expiration: 'no_expiration',
    },
  });
  const later = await aMetric('calls').createIn(sandbox);
  const atOnce = await aMetric('seats').createIn(sandbox);
  await aPlan().charge(later, '2').charge(atOnce, '5', { code: 'at-once', pay_in_advance: true }).createIn(sandbox);
  for (const id of ['mine', 'theirs']) {
    await aCustomer(id).with({ currency: 'EUR' }).createIn(sandbox);
    await aSubscription(`${id}-s`, id).createIn(sandbox);
  }
  await sandbox.ok('POST', '/applied_coupons', {
    applied_coupon: { external_customer_id: 'mine', coupon_code: 'internal-tenth' },
  });
  for (const id of ['mine', 'theirs'])
    for (const metric of ['calls', 'calls', 'seats'])
      await sendEvent(sandbox, {
        id: `secret-${id}-${metric}-${Math.random()}`,
        at: '2024-01-01T00:00:01Z',
        subscription: `${id}-s`,
        metric,
      });
  await sandbox.awaitIdle();
  await sandbox.advanceClock('2024-02-01T01:00:00Z');
  me = await PortalVisitor.of(sandbox, 'mine');
  ({ svc_id: feeId, svc_invoice_id: invoiceId } = await feeOf('mine', 'calls'));
});

describe('the story of an invoice for its customer (customers, section 3.3)', () => {
  it('has the steps of the organization, without its codes and checks', async () => {
    const { explanation: own } = await sandbox.ok<{ explanation: InvoiceExplanation }>(
      'GET',
      `/invoices/${invoiceId}/explanation`,
    );
    const { explanation } = await me.ok<{ explanation: InvoiceExplanation }>(
      'GET',
      `/invoices/${invoiceId}/explanation`,
    );
    expect(explanation).toMatchObject({ svc_invoice_id: invoiceId, agrees: true, steps: own.steps, fees: own.fees });
    expect(explanation.coupons).toMatchObject([{ coupon_name: 'Tenth', amount_cents: 40 }]);
    expect(explanation).not.toHaveProperty('differences');
    expect(JSON.stringify(explanation)).not.toContain('internal-tenth');
  });

  it('has the steps of a line', async () => {
    const { explanation: own } = await sandbox.ok<{ explanation: FeeExplanation }>('GET', `/fees/${feeId}/explanation`);
    const answer = await me.ok<{ explanation: object; reason: null }>('GET', `/fees/${feeId}/explanation`);
    expect(answer).toEqual({
      explanation: {
        svc_fee_id: feeId,
        amount_cents: 400,
        amount_currency: 'EUR',
        taxes_amount_cents: own.taxes_amount_cents,
        agrees: true,
        conversion_rate: null,
        timezone: 'UTC',
        usage_from_datetime: '2024-01-01T00:00:00Z',
        usage_to_datetime: '2024-01-31T23:59:59Z',
        events_count: 2,
        steps: own.steps,
        discount_steps: own.discount_steps,
        tax_steps: own.tax_steps,
      },
      reason: null,
    });
  });

  it('names no event, though the line is of one', async () => {
    const fee = await feeOf('mine', 'seats');
    const path = `/fees/${fee.svc_id}/explanation`;
    expect(JSON.stringify(await sandbox.ok('GET', path))).toContain('secret-mine');
    const answer = await me.ok<{ explanation: { amount_cents: number; steps: object[] } }>('GET', path);
    expect(answer.explanation).toMatchObject({ amount_cents: 500, events_count: null });
    expect(answer.explanation.steps.length).toBeGreaterThan(0);
    expect(JSON.stringify(answer)).not.toContain('secret-');
  });

  it('is not there for another customer, another organization and unknown identifiers', async () => {
    const theirs = await feeOf('theirs', 'calls');
    const other = await Sandbox.create('2024-01-01T00:00:00Z');
    await aCustomer('mine').createIn(other);
    const stranger = await PortalVisitor.of(other, 'mine');
    for (const [visitor, id] of [
      [me, theirs.svc_invoice_id],
      [me, unknownId],
      [me, 'x'],
      [stranger, invoiceId],
    ] as const)
      expect(await visitor.call('GET', `/invoices/${id}/explanation`)).toEqual(notFound('invoice_not_found'));
    for (const [visitor, id] of [
      [me, theirs.svc_id],
      [me, unknownId],
      [me, 'x'],
      [stranger, feeId],
    ] as const)
      expect(await visitor.call('GET', `/fees/${id}/explanation`)).toEqual(notFound('fee_not_found'));
  });

  it('is not there for a session without invoices', async () => {
    const { portal_session: session } = await sandbox.ok<{ portal_session: { url: string } }>(
      'POST',
      '/customers/mine/portal_sessions',
      { portal_session: { sections: ['wallets'] } },
    );
    const visitor = PortalVisitor.at(session.url);
    for (const path of [`/invoices/${invoiceId}/explanation`, `/fees/${feeId}/explanation`])
      expect(await visitor.call('GET', path)).toMatchObject({
        status: 403,
        body: { code: 'section_not_in_portal_session' },
      });
  });

  it('is there for a voided invoice, and not for a draft', async () => {
    await aCustomer('drafts')
      .with({ currency: 'EUR', billing_configuration: { invoice_grace_period: 3 } })
      .createIn(sandbox);
    await aSubscription('drafts-s', 'drafts').createIn(sandbox);
    await sendEvent(sandbox, { id: 'd', at: '2024-02-01T02:00:00Z', subscription: 'drafts-s', metric: 'calls' });
    await sandbox.awaitIdle();
    await sandbox.advanceClock('2024-03-01T01:00:00Z');
    const visitor = await PortalVisitor.of(sandbox, 'drafts');
    const draft = await feeOf('drafts', 'calls');
    const invoicePath = `/invoices/${draft.svc_invoice_id}`;
    expect(await visitor.call('GET', `${invoicePath}/explanation`)).toEqual(notFound('invoice_not_found'));
    expect(await visitor.call('GET', `/fees/${draft.svc_id}/explanation`)).toEqual(notFound('fee_not_found'));

    await sandbox.ok('PUT', `${invoicePath}/finalize`);
    // The lines of a draft are computed again.
    const issued = await feeOf('drafts', 'calls');
    const paths = [`${invoicePath}/explanation`, `/fees/${issued.svc_id}/explanation`];
    for (const path of paths) expect([path, (await visitor.call('GET', path)).status]).toEqual([path, 200]);
    await sandbox.ok('POST', `${invoicePath}/void`);
    for (const path of paths) expect([path, (await visitor.call('GET', path)).status]).toEqual([path, 200]);
  });
});
