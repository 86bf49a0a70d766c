import { beforeEach, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await sandbox.ok('POST', '/add_ons', {
    add_on: { name: 'Setup', code: 'setup', amount_cents: 1000, amount_currency: 'EUR' },
  });
  await sandbox.ok('POST', '/payment_providers', {
    payment_provider: { provider: 'sandbox', code: 'test', name: 'Test' },
  });
});

/** Creates an invoice of 10.00 with one fee. */
async function sell(): Promise<{ id: string; fee: string }> {
  const { invoice } = await sandbox.ok<{ invoice: { svc_id: string; fees: { svc_id: string }[] } }>(
    'POST',
    '/invoices',
    { invoice: { external_customer_id: 'c', currency: 'EUR', fees: [{ add_on_code: 'setup' }] } },
  );
  await sandbox.awaitIdle();
  return { id: invoice.svc_id, fee: invoice.fees[0]?.svc_id ?? '' };
}
const link = (provider_method_id: string) =>
  sandbox.ok('PUT', '/customers/c/payment_provider', {
    payment_provider: { payment_provider_code: 'test', provider_method_id },
  });

/** Refunds an amount. @returns the status of the refund */
async function refund({ id, fee }: { id: string; fee: string }, cents: number): Promise<string | null> {
  const { credit_note: note } = await sandbox.ok<{ credit_note: { svc_id: string } }>('POST', '/credit_notes', {
    credit_note: {
      invoice_id: id,
      credit_amount_cents: 0,
      refund_amount_cents: cents,
      items: [{ fee_id: fee, amount_cents: cents }],
    },
  });
  await sandbox.awaitIdle();
  const read = await sandbox.ok<{ credit_note: { refund_status: string | null } }>(
    'GET',
    `/credit_notes/${note.svc_id}`,
  );
  return read.credit_note.refund_status;
}

describe('the refund of a credit note', () => {
  it('is made by the provider of the payment, each once', async () => {
    await link('pm_succeeds');
    const sold = await sell();
    expect(await refund(sold, 400)).toBe('succeeded');
    expect(await refund(sold, 600)).toBe('succeeded');
  });

  it('fails when the provider refuses it', async () => {
    await link('pm_refund_fails');
    expect(await refund(await sell(), 400)).toBe('failed');
  });

  it('waits for an operator when the invoice was paid by hand', async () => {
    const sold = await sell();
    await sandbox.ok('POST', '/payments', { payment: { invoice_id: sold.id, amount_cents: 1000, reference: 'bank' } });
    await sandbox.awaitIdle();
    expect(await refund(sold, 400)).toBe('pending');
  });
});
