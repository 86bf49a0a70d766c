import { expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

interface Fee {
  svc_id: string;
  item: { code: string };
}

it('a note of a draft stays on its fixed charge when the draft is computed again (invoices, section 9.5)', async () => {
  const sandbox = await Sandbox.create('2024-04-01T08:00:00Z');
  await sandbox.ok('POST', '/customers', {
    customer: { external_id: 'c', currency: 'EUR', billing_configuration: { invoice_grace_period: 5 } },
  });
  const charges = [];
  for (const [code, amount] of [
    ['fa', '100'],
    ['fb', '20'],
  ]) {
    const { add_on: addOn } = await sandbox.ok<{ add_on: { svc_id: string } }>('POST', '/add_ons', {
      add_on: { name: code, code, amount_cents: 1, amount_currency: 'EUR' },
    });
    charges.push({ add_on_id: addOn.svc_id, code, charge_model: 'standard', properties: { amount }, units: 1 });
  }
  const terms = { interval: 'monthly', amount_cents: 0, amount_currency: 'EUR', pay_in_advance: false };
  await sandbox.ok('POST', '/plans', { plan: { name: 'p', code: 'p', ...terms, fixed_charges: charges } });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p' },
  });
  await sandbox.advanceClock('2024-05-01T01:00:00Z');
  const { invoices } = await sandbox.ok<{ invoices: { svc_id: string }[] }>('GET', '/invoices');
  const id = invoices[0]?.svc_id as string;
  const { invoice } = await sandbox.ok<{ invoice: { fees: Fee[] } }>('GET', `/invoices/${id}`);
  const feeId = (code: string) => invoice.fees.find(({ item }) => item.code === code)?.svc_id;
  for (const [code, cents] of [
    ['fb', 500],
    ['fa', 300],
  ] as const)
    await sandbox.ok('POST', '/credit_notes', {
      credit_note: {
        invoice_id: id,
        credit_amount_cents: cents,
        items: [{ fee_id: feeId(code), amount_cents: cents }],
      },
    });
  await sandbox.ok('PUT', `/invoices/${id}/refresh`);
  await sandbox.ok('PUT', `/invoices/${id}/finalize`);
  const { credit_notes: notes } = await sandbox.ok<{
    credit_notes: { total_amount_cents: number; items: { fee: Fee }[] }[];
  }>('GET', '/credit_notes');
  const summaries = notes.map((note) => [note.items.map(({ fee }) => fee.item.code), note.total_amount_cents]);
  expect(summaries.sort()).toEqual([
    [['fa'], 300],
    [['fb'], 500],
  ]);
});
