import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { call, type Sandbox, waitFor } from '@tollgate/testing';
import { Locks, stepsOf, waitingScene, waits, type Invoice } from './waiting-scene.fixture.js';

let locks: Locks;
let sandbox: Sandbox;

beforeAll(async () => {
  locks = await Locks.open();
});
afterAll(() => locks.close());

beforeEach(async () => {
  sandbox = await waitingScene();
});

const { link, makePlan, subscribe, read, all, invoices, payments, pay, openInvoice } = stepsOf(() => ({
  sandbox,
  locks,
}));

describe('a wait whose message was lost', () => {
  beforeEach(async () => {
    await makePlan('p', 3000);
    await link('pm_late');
    await subscribe('p', waits(1));
    await sandbox.awaitIdle();
  });

  it('has its payment begun by the reconciler', async () => {
    await locks.watcher.query(`delete from payment.payments where organization_id = $1`, [sandbox.organizationId]);
    await waitFor('the sweep', async () => (await payments()).length === 1, 100_000);
    await sandbox.awaitIdle();
    expect(await payments()).toMatchObject([{ payment_status: 'processing', amount_cents: 2100 }]);
  }, 120_000);

  it('is decided by the reconciler, as its invoice says', async () => {
    const setBack = () =>
      locks.watcher.query(
        `update subscription.subscriptions set status = 'incomplete', started_at = '2024-06-10T10:00:00Z', canceled_at = null,
           cancellation_reason = null where organization_id = $1 and status in ('active', 'canceled')`,
        [sandbox.organizationId],
      );
    await sandbox.advanceClock('2024-06-10T11:00:00Z');
    await setBack();
    await waitFor('the sweep', async () => (await all('canceled')).length === 1, 100_000);
    expect(await all('canceled')).toMatchObject([{ cancellation_reason: 'timeout' }]);
    await subscribe('p', { ...waits(48), external_id: 'paid' });
    await sandbox.advanceClock('2024-06-10T12:00:00Z');
    expect(await all('active')).toHaveLength(1);
    await locks.watcher.query(
      `update subscription.subscriptions set status = 'incomplete' where organization_id = $1 and status = 'active'`,
      [sandbox.organizationId],
    );
    await waitFor('the sweep', async () => (await all('active')).length === 1, 100_000);
    expect(await invoices()).toHaveLength(1);
  }, 240_000);
});

describe('a start during the lookup of a VAT number', () => {
  it('waits for its taxes, then for its payment', async () => {
    const { billing_entities: issuers } = await sandbox.ok<{ billing_entities: { code: string }[] }>(
      'GET',
      '/billing_entities',
    );
    await sandbox.ok('PUT', `/billing_entities/${issuers[0]?.code}`, {
      billing_entity: { country: 'FR', eu_tax_management: true },
    });
    const change = (customer: object) =>
      sandbox.ok('POST', '/customers', { customer: { external_id: 'c', ...customer } });
    await change({ country: 'FR' });
    await makePlan('p', 3000);
    await link('pm_late');
    await change({ country: 'DE', tax_identification_number: 'DE123456789' });
    await locks.watcher.query(
      `update subscription.vat_checks set next_try_at = now() + interval '1 day' where organization_id = $1`,
      [sandbox.organizationId],
    );
    await subscribe('p', waits(48));
    expect(await openInvoice()).toMatchObject({ total: 2100 });
    expect([await payments(), await invoices()]).toEqual([[], []]);
    const { id } = await openInvoice();
    expect((await pay(id, 2100)).status).toBe(403);
    await change({ tax_identification_number: null });
    await sandbox.awaitIdle();
    expect(await openInvoice()).toEqual({ id, total: 2499 });
    expect(await payments()).toMatchObject([{ payment_status: 'processing', amount_cents: 2499 }]);
    await sandbox.advanceClock('2024-06-10T11:00:00Z');
    expect(await read('active')).toMatchObject({ activation_rules: [{ status: 'satisfied' }] });
    expect(await invoices()).toMatchObject([{ svc_id: id, total_amount_cents: 2499, issuing_date: '2024-06-10' }]);
  });
});

describe('a payment that nothing needs', () => {
  it('is left to an operator when the provider does not give it back', async () => {
    await sandbox.ok('POST', '/add_ons', {
      add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
    });
    const fees = [{ add_on_code: 'setup' }];
    const { invoice } = await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', {
      invoice: { external_customer_id: 'c', currency: 'EUR', fees, skip_psp: true },
    });
    await sandbox.awaitIdle();
    await link('pm_refund_fails');
    await locks.hold('select from invoicing.invoices where id = $1 for update', invoice.svc_id);
    const byHand = pay(invoice.svc_id, 1000);
    await waitFor('the payment by hand', () => locks.isHeldUp(1));
    const byProvider = sandbox.call('POST', `/invoices/${invoice.svc_id}/retry_payment`);
    await waitFor('the payment of the provider', () => locks.isHeldUp(2));
    await locks.release();
    expect([(await byHand).status, (await byProvider).status]).toEqual([200, 200]);
    await sandbox.awaitIdle();
    expect((await payments()).map((payment) => payment.payment_status).sort()).toEqual(['failed', 'succeeded']);
    const { rows } = await locks.watcher.query<{ error: { error_code: string } }>(
      `select error from payment.payments where organization_id = $1 and type = 'provider'`,
      [sandbox.organizationId],
    );
    expect(rows).toMatchObject([{ error: { error_code: 'refund_failed' } }]);
    const admin = `Bearer ${process.env['ADMIN_API_KEY'] ?? ''}`;
    const parked = await call('GET', `/admin/parked?organization_id=${sandbox.organizationId}&kind=refund`, admin);
    expect(parked.body['parked']).toMatchObject([{ service: 'payment', reason: 'refund_failed' }]);
  });
});
