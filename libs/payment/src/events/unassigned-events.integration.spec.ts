import { beforeEach, describe, expect, it } from '@jest/globals';
import { call, Sandbox, StripeAccount } from '@tollgate/testing';
import { newId } from '@tollgate/platform';

interface ParkedItem {
  svc_id: string;
  kind: string;
  reason: string;
  details: string;
}

let sandbox: Sandbox;
let stripe: StripeAccount;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  stripe = await StripeAccount.connect(sandbox);
  await sandbox.ok('POST', '/customers', {
    customer: { external_id: 'c', currency: 'EUR', email: 'pay@acme.example', billing_configuration: stripe.link },
  });
});

const admin = (method: 'GET' | 'POST', path: string) =>
  call(method, `/admin/parked${path}`, `Bearer ${process.env['ADMIN_API_KEY'] ?? ''}`);

const parked = async () => {
  const { body } = await admin('GET', `?organization_id=${sandbox.organizationId}&kind=provider_event`);
  return body['parked'] as ParkedItem[];
};

/** A customer pays 10.00 on a page at Stripe whose payment has some metadata. */
async function payOnPage(metadata: Record<string, string>, currency = 'eur'): Promise<void> {
  await stripe.payOnPage({ amount: 1000, currency, metadata });
  await sandbox.awaitIdle();
}

const payments = async () => (await sandbox.ok<{ payments: object[] }>('GET', '/payments')).payments;

async function openInvoice(): Promise<string> {
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'A', code: 'a', amount_cents: 1000, amount_currency: 'EUR' },
  });
  const { invoice } = await sandbox.ok<{ invoice: { svc_id: string } }>('POST', '/invoices', {
    invoice: { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'a' }] },
  });
  return invoice.svc_id;
}

describe('an event of Stripe that is ours and fits nothing here (webhooks, section 11.6)', () => {
  it('is parked with the field that names the unknown payment, and a retry parks it again', async () => {
    const key = newId();
    await payOnPage({ svc_payment_id: key });
    const [item, ...more] = await parked();
    expect(more).toEqual([]);
    expect(item).toMatchObject({ reason: 'unknown_payment', details: `svc_payment_id: there is no payment ${key}.` });
    expect((await admin('POST', `/${item?.svc_id}/retry`)).body).toMatchObject({
      parked: { outcome: 'failed', reason: 'unknown_payment' },
    });
    expect(await parked()).toMatchObject([{ reason: 'unknown_payment', details: item?.details }]);
  });

  it('is parked for a page of an unknown invoice, or in a currency other than that of the invoice', async () => {
    const invoice = await openInvoice();
    await payOnPage({ payment_type: 'one-time', svc_invoice_id: newId() });
    await payOnPage({ payment_type: 'one-time', svc_invoice_id: invoice }, 'usd');
    expect((await parked()).map(({ reason, details }) => [reason, details.split(':')[0]]).sort()).toEqual([
      ['other_currency', 'currency'],
      ['unknown_invoice', 'svc_invoice_id'],
    ]);
    expect(await payments()).toEqual([]);
  });

  it('is ignored when it names an object of another organization, or none', async () => {
    const other = await Sandbox.create('2024-03-01T00:00:00Z');
    await payOnPage({ svc_payment_id: newId(), svc_organization_id: other.organizationId });
    await payOnPage({ order: '7' });
    expect(await parked()).toEqual([]);
  });
});
