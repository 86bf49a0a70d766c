import { beforeAll, describe, expect, it } from '@jest/globals';
import { Sandbox } from '@tollgate/testing';

type Rate = Record<string, unknown> & { svc_id: string };

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await Sandbox.create();
});

const usd = { from_currency: 'USD', to_currency: 'EUR', date: '2026-11-27', rate: '0.92234' };
const set = (rate: object) => sandbox.call('POST', '/exchange_rates', { exchange_rate: rate });
const list = async (query = '', of = sandbox) => {
  const { body } = await of.call('GET', `/exchange_rates${query}`);
  return body['exchange_rates'] as Rate[];
};

describe('an exchange rate', () => {
  it('is set for a day, replaced, listed and deleted', async () => {
    const first = await set({ ...usd, source: 'Deutsche Bundesbank' });
    expect(first.body).toMatchObject({ exchange_rate: { ...usd, source: 'Deutsche Bundesbank' } });
    const second = await set({ ...usd, rate: 0.93 });
    const { svc_id: id } = first.body['exchange_rate'] as Rate;
    expect(second.body).toMatchObject({ exchange_rate: { svc_id: id, rate: '0.93', source: null } });
    expect(await list()).toHaveLength(1);
    expect((await sandbox.call('DELETE', `/exchange_rates/${id}`)).status).toBe(200);
    expect((await sandbox.call('DELETE', `/exchange_rates/${id}`)).body).toMatchObject({
      code: 'exchange_rate_not_found',
    });
    expect((await sandbox.call('DELETE', '/exchange_rates/x')).status).toBe(404);
    expect(await list()).toEqual([]);
  });

  it('is in the activity log with each change', async () => {
    const own = await Sandbox.create();
    const rateOf = async (rate: string) =>
      (await own.ok<{ exchange_rate: Rate }>('POST', '/exchange_rates', { exchange_rate: { ...usd, rate } }))
        .exchange_rate;
    const { svc_id: id } = await rateOf('0.9');
    await own.awaitIdle();
    await rateOf('0.91');
    await own.ok('DELETE', `/exchange_rates/${id}`);
    await own.awaitIdle();
    const { activity_logs: logs } = await own.ok<{ activity_logs: Record<string, unknown>[] }>(
      'GET',
      '/activity_logs?resource_types[]=ExchangeRate',
    );
    const byType = new Map(logs.map((log) => [log['activity_type'], log]));
    expect([...byType.keys()].sort()).toEqual([
      'exchange_rate.created',
      'exchange_rate.deleted',
      'exchange_rate.updated',
    ]);
    expect(byType.get('exchange_rate.updated')).toMatchObject({
      resource_id: id,
      activity_source: 'api',
      activity_object: { rate: '0.91', to_currency: 'EUR' },
      activity_object_changes: { rate: ['0.9', '0.91'] },
    });
  });

  it.each([
    [
      { rate: '1' },
      { from_currency: ['value_is_invalid'], to_currency: ['value_is_invalid'], date: ['value_is_mandatory'] },
    ],
    [{ ...usd, from_currency: 'XYZ' }, { from_currency: ['value_is_invalid'] }],
    [{ ...usd, to_currency: 'USD' }, { to_currency: ['currencies_are_equal'] }],
    [{ ...usd, date: '2026-02-30' }, { date: ['invalid_date'] }],
    [{ ...usd, date: '2026-11-27T10:00:00Z' }, { date: ['invalid_date'] }],
    [{ ...usd, rate: '0' }, { rate: ['value_is_out_of_range'] }],
    [{ ...usd, rate: '-1' }, { rate: ['value_is_out_of_range'] }],
    [{ ...usd, rate: '1e3' }, { rate: ['is not a number'] }],
    [{ ...usd, source: 'x'.repeat(256) }, { source: ['value_is_too_long'] }],
  ])('is refused: %j', async (rate, details) => {
    const { status, body } = await set(rate);
    expect(status).toBe(422);
    expect(body['error_details']).toMatchObject(details);
  });

  it('is found by currencies and days, and belongs to its organization', async () => {
    for (const date of ['2026-11-24', '2026-11-25', '2026-11-26']) await set({ ...usd, date });
    await set({ ...usd, from_currency: 'GBP', date: '2026-11-25' });
    const days = (rates: Rate[]) => rates.map(({ date }) => date);
    expect(days(await list('?from_currency=USD'))).toEqual(['2026-11-26', '2026-11-25', '2026-11-24']);
    expect(days(await list('?from_currency=USD&date_from=2026-11-25&date_to=2026-11-25'))).toEqual(['2026-11-25']);
    expect(days(await list('?sort=date&per_page=1&from_currency=USD'))).toEqual(['2026-11-24']);
    expect(await list('', await Sandbox.create())).toEqual([]);
  });
});
