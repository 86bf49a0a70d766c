import { beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox, StripeAccount } from '@tollgate/testing';

interface Invoice {
  svc_id: string;
  total_amount_cents: number;
  payment_status: string;
  fees: { svc_id: string }[];
}

let sandbox: Sandbox;
let stripe: StripeAccount;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  stripe = await StripeAccount.connect(sandbox);
});

/** Sells something to a customer with a card, and waits for the payment. */
async function sell(currency: string, amountCents: number): Promise<Invoice> {
  await sandbox.ok('POST', '/customers', {
    customer: { external_id: currency, currency, email: 'pay@acme.example', billing_configuration: stripe.link },
  });
  await stripe.enterMethod(sandbox, currency, 'pm_card_visa');
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'A', code: currency, amount_cents: amountCents, amount_currency: currency },
  });
  const { invoice } = await sandbox.ok<{ invoice: Invoice }>('POST', '/invoices', {
    invoice: { external_customer_id: currency, currency, fees: [{ add_on_code: currency }] },
  });
  await sandbox.awaitIdle();
  return (await sandbox.ok<{ invoice: Invoice }>('GET', `/invoices/${invoice.svc_id}`)).invoice;
}

const credit = (invoice: Invoice, amountCents: number) =>
  sandbox.call('POST', '/credit_notes', {
    credit_note: {
      invoice_id: invoice.svc_id,
      refund_amount_cents: amountCents,
      items: [{ fee_id: invoice.fees[0]?.svc_id, amount_cents: amountCents }],
    },
  });

const notes = async () => (await sandbox.ok<{ credit_notes: object[] }>('GET', '/credit_notes')).credit_notes;

describe('amounts at Stripe (webhooks, section 11.4)', () => {
  it.each([
    ['MGA', 500_000, 5000],
    ['ISK', 5000, 500_000],
    ['JPY', 5000, 5000],
    ['KWD', 5000, 5000],
    ['EUR', 5050, 5050],
  ])('of %s: %s goes as %s, and comes back so', async (currency, amountCents, amount) => {
    const invoice = await sell(currency, amountCents);
    expect(invoice.payment_status).toBe('succeeded');
    expect((await credit(invoice, amountCents)).status).toBe(200);
    await sandbox.awaitIdle();
    const { charges, refunds } = await stripe.books();
    expect(charges).toMatchObject([{ amount, currency: currency.toLowerCase(), status: 'succeeded' }]);
    expect(refunds).toMatchObject([{ amount, status: 'succeeded' }]);
  });

  it.each([
    ['KWD', 5000, 1235],
    ['MGA', 500_000, 1050],
  ])('of %s: a refund that is not exact is refused before the note is written', async (currency, total, part) => {
    const invoice = await sell(currency, total);
    const refused = await credit(invoice, part);
    expect([refused.status, refused.body['error_details']]).toEqual([
      422,
      { refund_amount_cents: ['invalid_charge_amount'] },
    ]);
    const voided = await sandbox.call('POST', `/invoices/${invoice.svc_id}/void`, {
      generate_credit_note: true,
      refund_amount: part,
    });
    expect([voided.status, voided.body['error_details']]).toEqual([422, { refund_amount: ['invalid_charge_amount'] }]);
    expect(await notes()).toEqual([]);
    expect((await stripe.books()).refunds).toEqual([]);
    expect((await sandbox.ok<{ invoice: Invoice }>('GET', `/invoices/${invoice.svc_id}`)).invoice).toMatchObject({
      status: 'finalized',
    });
  });

  it('that Stripe does not take are told before they are sent', async () => {
    const fine = await sell('KWD', 1235);
    const foreign = await sell('BGN', 1000);
    expect([fine.payment_status, foreign.payment_status]).toEqual(['failed', 'failed']);
    expect((await stripe.books()).charges).toEqual([]);
  });
});
