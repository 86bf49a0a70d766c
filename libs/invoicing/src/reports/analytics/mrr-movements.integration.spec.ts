import { beforeAll, expect, it } from '@jest/globals';
import { aCustomer, aPlan, aSubscription, Sandbox, waitFor } from '@tollgate/testing';

interface Movement {
  month: string;
  currency: string;
  [amount: string]: string | number;
}
interface Report {
  mrr_movements: Movement[];
  complete_to_datetime: string | null;
}

const read = (sandbox: Sandbox, parameters = '') => sandbox.ok<Report>('GET', `/analytics/mrr_movements?${parameters}`);
const completeTo = async (sandbox: Sandbox, month: string, parameters = '') =>
  waitFor(
    `movements before ${month}`,
    async () => {
      const report = await read(sandbox, parameters);
      return report.complete_to_datetime === month && report;
    },
    60_000,
  );
const amounts = ({ mrr_movements: movements }: Report) =>
  movements.map(({ month, currency, ...rest }) => [
    month.slice(0, 7),
    currency,
    ...['opening', 'new', 'reactivation', 'expansion', 'contraction', 'churn', 'closing'].map(
      (name) => rest[`${name}_amount_cents`],
    ),
  ]);

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.create('2026-01-05T00:00:00Z');
  await aPlan('small').monthly(1_000).createIn(sandbox);
  await aPlan('large').with({ interval: 'yearly', amount_cents: 36_100 }).createIn(sandbox);
  await aPlan('dollars').with({ interval: 'weekly', amount_cents: 100, amount_currency: 'USD' }).createIn(sandbox);
  for (const code of ['stays', 'grows', 'leaves']) {
    await aCustomer(code).createIn(sandbox);
    await aSubscription(`s-${code}`, code, 'small').createIn(sandbox);
  }
  await aCustomer('weekly').with({ currency: 'USD' }).createIn(sandbox);
  await aSubscription('s-weekly', 'weekly', 'dollars').createIn(sandbox);
}, 120_000);

it('tells what changed in each closed month', async () => {
  expect(await read(sandbox)).toEqual({ mrr_movements: [], complete_to_datetime: null });
  await completeTo(sandbox, '2026-01-01T00:00:00Z');
  await sandbox.advanceClock('2026-02-10T00:00:00Z');
  // A second subscription of 36,100 a year: 3,008.33 a month, rounded with the other one.
  await aSubscription('s-more', 'grows', 'large').createIn(sandbox);
  await sandbox.ok('DELETE', '/subscriptions/s-leaves');
  // A month that begins and ends without revenue has no movement.
  await aCustomer('brief').createIn(sandbox);
  await aSubscription('s-brief', 'brief', 'small').createIn(sandbox);
  await sandbox.advanceClock('2026-02-20T00:00:00Z');
  await sandbox.ok('DELETE', '/subscriptions/s-brief');
  await sandbox.advanceClock('2026-03-10T00:00:00Z');
  await aSubscription('s-again', 'leaves', 'small').createIn(sandbox);
  await sandbox.ok('DELETE', '/subscriptions/s-more');
  await sandbox.advanceClock('2026-04-01T00:59:59Z');

  expect(amounts(await completeTo(sandbox, '2026-03-01T00:00:00Z'))).toEqual([
    ['2026-01', 'EUR', 0, 3_000, 0, 0, 0, 0, 3_000],
    ['2026-01', 'USD', 0, 433, 0, 0, 0, 0, 433],
    ['2026-02', 'EUR', 3_000, 0, 0, 3_008, 0, -1_000, 5_008],
    ['2026-02', 'USD', 433, 0, 0, 0, 0, 0, 433],
  ]);
  await sandbox.advanceClock('2026-05-02T00:00:00Z');
  const report = await completeTo(sandbox, '2026-05-01T00:00:00Z');
  expect(amounts(report).filter(([month]) => month === '2026-03' || month === '2026-04')).toEqual([
    ['2026-03', 'EUR', 5_008, 0, 1_000, 0, -3_008, 0, 3_000],
    ['2026-03', 'USD', 433, 0, 0, 0, 0, 0, 433],
    ['2026-04', 'EUR', 3_000, 0, 0, 0, 0, 0, 3_000],
    ['2026-04', 'USD', 433, 0, 0, 0, 0, 0, 433],
  ]);
  expect(amounts(await read(sandbox, 'currency=usd&months=2'))).toEqual([['2026-04', 'USD', 433, 0, 0, 0, 0, 0, 433]]);
}, 240_000);

it('closed months stay as they were', async () => {
  const before = await read(sandbox);
  await sandbox.ok('PUT', '/plans/small', { plan: { amount_cents: 9_900 } });
  await aCustomer('late').createIn(sandbox);
  await aSubscription('s-late', 'late', 'small').with({ subscription_at: '2026-01-06T00:00:00Z' }).createIn(sandbox);
  expect(await read(sandbox)).toEqual(before);
}, 120_000);

it('shows nothing of another organization, and needs the permission of analytics', async () => {
  const other = await Sandbox.create('2026-05-02T00:00:00Z');
  expect((await read(other)).mrr_movements).toEqual([]);
  const { api_key: key } = await other.ok<{ api_key: { value: string } }>('POST', '/api_keys', {
    api_key: { name: 'lesser', permissions: { customer: ['read'] } },
  });
  const lesser = Object.assign(Object.create(Sandbox.prototype) as Sandbox, { apiKey: key.value });
  expect((await lesser.call('GET', '/analytics/mrr_movements')).status).toBe(403);
}, 60_000);
