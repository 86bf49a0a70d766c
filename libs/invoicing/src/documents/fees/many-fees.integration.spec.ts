import { describe, expect, it } from '@jest/globals';
import { aCustomer, aMetric, aPlan, aSubscription, Sandbox, usageEvent } from '@tollgate/testing';

const groups = 3_000;
const perCall = 100;

describe('an invoice of many fees', () => {
  it('is written with all of them, their taxes and its total', async () => {
    const sandbox = await Sandbox.create('2024-06-01T00:00:00Z');
    await sandbox.ok('POST', '/taxes', { tax: { name: 'Tax', code: 'tax', rate: '20' } });
    const metric = await aMetric().createIn(sandbox);
    await aPlan()
      .with({ tax_codes: ['tax'] })
      .charge(metric, '1', { properties: { amount: '1', pricing_group_keys: ['team'] } })
      .createIn(sandbox);
    await aCustomer().with({ currency: 'EUR' }).createIn(sandbox);
    await aSubscription().createIn(sandbox);
    for (let first = 0; first < groups; first += perCall) {
      const events = Array.from({ length: perCall }, (_, n) =>
        usageEvent({ id: `t${first + n}`, at: '2024-06-02T00:00:00Z', properties: { team: `team-${first + n}` } }),
      );
      await sandbox.ok('POST', '/events/batch', { events });
    }
    await sandbox.advanceClock('2024-07-01T00:10:00Z');
    const { invoices } = await sandbox.ok<{
      invoices: { svc_id: string; status: string; fees_amount_cents: number; total_amount_cents: number }[];
    }>('GET', '/invoices');
    expect(invoices).toMatchObject([
      { status: 'finalized', fees_amount_cents: groups * 100, total_amount_cents: groups * 120 },
    ]);
    const { invoice } = await sandbox.ok<{ invoice: { fees: { amount_cents: number }[] } }>(
      'GET',
      `/invoices/${invoices[0]?.svc_id}`,
    );
    expect(invoice.fees.filter(({ amount_cents }) => amount_cents === 100)).toHaveLength(groups);
  }, 120_000);
});
