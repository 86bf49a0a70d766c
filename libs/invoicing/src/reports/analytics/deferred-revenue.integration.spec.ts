import { beforeAll, expect, it } from '@jest/globals';
import { aCustomer, aPlan, aSubscription, Sandbox } from '@tollgate/testing';

interface Report {
  day: string;
  deferred_revenues: {
    customer: { external_id: string };
    currency: string;
    amount_cents: number;
    invoiced_amount_cents: number;
    fees_count: number;
    to_datetime: string;
  }[];
  meta: { total_count: number; sums: { currency: string; amount_cents: number }[] };
}

let sandbox: Sandbox;
const read = (parameters = '') => sandbox.ok<Report>('GET', `/analytics/deferred_revenue?${parameters}`);
const deferred = async (parameters = '') =>
  (await read(parameters)).deferred_revenues.map((row) => [
    row.customer.external_id,
    row.currency,
    row.amount_cents,
    row.invoiced_amount_cents,
  ]);

beforeAll(async () => {
  sandbox = await Sandbox.create('2026-01-01T00:00:00Z');
  const tax = { name: 'VAT', code: 'vat', rate: 20, applied_to_organization: true };
  await sandbox.ok('POST', '/taxes', { tax });
  const yearly = { interval: 'yearly', amount_cents: 36_500, pay_in_advance: true };
  await aPlan('year').with(yearly).createIn(sandbox);
  await aPlan('dollars')
    .with({ ...yearly, amount_currency: 'USD' })
    .createIn(sandbox);
  await aPlan('arrears').with({ interval: 'yearly', amount_cents: 36_500 }).createIn(sandbox);
  const plans = { full: 'year', reduced: 'year', ends: 'year', late: 'year', later: 'arrears', abroad: 'dollars' };
  for (const [customer, plan] of Object.entries(plans)) {
    const currency = plan === 'dollars' ? 'USD' : 'EUR';
    await aCustomer(customer).with({ currency }).createIn(sandbox);
    if (customer === 'reduced') {
      const coupon = {
        name: 'Tenth',
        code: 'tenth',
        coupon_type: 'percentage',
        percentage_rate: 10,
        frequency: 'forever',
        expiration: 'no_expiration',
      };
      await sandbox.ok('POST', '/coupons', { coupon });
      await sandbox.ok('POST', '/applied_coupons', {
        applied_coupon: { external_customer_id: customer, coupon_code: 'tenth' },
      });
    }
    if (customer !== 'late') await aSubscription(`s-${customer}`, customer, plan).createIn(sandbox);
  }
  await sandbox.advanceClock('2026-02-10T00:00:00Z');
}, 120_000);

it('has the part of fees in advance that is not earned by the end of a day, without taxes', async () => {
  const report = await read();
  expect(report.day).toBe('2026-01-31');
  const rows = await deferred();
  expect(rows.map(([, currency, cents]) => [currency, cents])).toEqual([
    ['EUR', 33_400],
    ['EUR', 33_400],
    ['EUR', 30_060],
    ['USD', 33_400],
  ]);
  expect(rows.sort()).toEqual([
    ['abroad', 'USD', 33_400, 36_500],
    ['ends', 'EUR', 33_400, 36_500],
    ['full', 'EUR', 33_400, 36_500],
    ['reduced', 'EUR', 30_060, 32_850],
  ]);
  expect(report.meta).toMatchObject({
    total_count: 4,
    sums: [
      { currency: 'EUR', amount_cents: 96_860 },
      { currency: 'USD', amount_cents: 33_400 },
    ],
  });
  expect(report.deferred_revenues[0]).toMatchObject({ fees_count: 1, to_datetime: '2026-12-31T23:59:59.999Z' });
});

it('is of one currency, and of any day', async () => {
  expect(await deferred('currency=usd')).toEqual([['abroad', 'USD', 33_400, 36_500]]);
  expect(await deferred('currency=usd&day=2026-01-01')).toEqual([['abroad', 'USD', 36_400, 36_500]]);
  expect(await deferred('day=2026-12-31')).toEqual([]);
  expect(await deferred('day=2025-12-31')).toEqual([]);
  expect((await read('per_page=1&page=2')).deferred_revenues).toHaveLength(1);
});

it('has nothing of a fee whose rest a credit note takes, from the day of the note', async () => {
  await sandbox.ok('DELETE', '/subscriptions/s-ends?on_termination_credit_note=credit');
  await sandbox.awaitIdle();
  const ofEnded = async (day: string) => (await deferred(`day=${day}`)).filter(([customer]) => customer === 'ends');
  expect(await ofEnded('2026-02-28')).toEqual([]);
  expect(await ofEnded('2026-01-31')).toEqual([['ends', 'EUR', 33_400, 36_500]]);
});

it('has nothing of a voided invoice', async () => {
  await aSubscription('s-late', 'late', 'year').createIn(sandbox);
  const ofLate = async () => (await deferred('day=2026-02-10')).filter(([customer]) => customer === 'late');
  await sandbox.awaitIdle();
  expect(await ofLate()).toEqual([['late', 'EUR', 32_400, 32_500]]);
  const { invoices } = await sandbox.ok<{ invoices: { svc_id: string }[] }>(
    'GET',
    '/invoices?external_customer_id=late',
  );
  await sandbox.ok('POST', `/invoices/${invoices[0]?.svc_id}/void`);
  expect(await ofLate()).toEqual([]);
});
