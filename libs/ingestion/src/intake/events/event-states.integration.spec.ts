import { beforeAll, describe, expect, it } from '@jest/globals';
import { aMetric, aPlan, aSubscription, Sandbox, sendEvent } from '@tollgate/testing';

let sandbox: Sandbox;
const listed = async (query: string): Promise<string[]> => {
  const { events } = await sandbox.ok<{ events: { transaction_id: string }[] }>('GET', `/events?${query}`);
  return events.map(({ transaction_id: id }) => id).sort();
};

beforeAll(async () => {
  sandbox = await Sandbox.create('2024-03-01T00:00:00Z');
  const sum = await aMetric('sum')
    .sumOf('n')
    .with({ filters: [{ key: 'region', values: ['eu', 'us'] }] })
    .createIn(sandbox);
  await aMetric('count').createIn(sandbox);
  await aMetric('unique').with({ aggregation_type: 'unique_count_agg', field_name: 'user' }).createIn(sandbox);
  await aPlan().charge(sum, '1').createIn(sandbox);
  await aSubscription().createIn(sandbox);
  const at = '2024-03-01T00:00:00Z';
  const send = (id: string, metric: string, properties = {}) => sendEvent(sandbox, { id, metric, at, properties });
  await send('right', 'sum', { n: 2, region: 'eu' });
  await send('elsewhere', 'sum', { n: 2, region: 'asia' });
  await send('missing', 'sum', {});
  await send('word', 'sum', { n: 'two' });
  await send('counts', 'count');
  await send('user', 'unique', { user: 'a' });
  await send('nobody', 'unique', {});
  await send('stranger', 'nothing', { n: 1 });
  await send('mistake', 'sum', { n: 7, region: 'eu' });
  await sandbox.ok('DELETE', '/events/mistake');
});

describe('events by their state', () => {
  it.each([
    ['counted', ['counts', 'elsewhere', 'right', 'user']],
    ['unknown_code', ['stranger']],
    ['field_missing', ['missing', 'nobody']],
    ['field_not_a_number', ['word']],
    ['filter_value_unknown', ['elsewhere']],
    ['voided', ['mistake']],
  ])('are listed when they are %s', async (status, ids) => {
    expect(await listed(`status=${status}`)).toEqual(ids);
  });

  it('obey the other filters, and have pages', async () => {
    expect(await listed('status=counted&code=sum')).toEqual(['elsewhere', 'right']);
    expect(await listed('status=voided&code=count')).toEqual([]);
    expect(await sandbox.ok('GET', '/events?status=counted&per_page=3&page=2')).toMatchObject({
      meta: { current_page: 2, total_pages: 2, total_count: 4 },
    });
  });

  it('are judged by the metrics of now', async () => {
    await aMetric('nothing').createIn(sandbox);
    expect(await listed('status=unknown_code')).toEqual([]);
    expect(await listed('status=counted&code=nothing')).toEqual(['stranger']);
  });

  it('have no other states', async () => {
    expect(await sandbox.call('GET', '/events?status=repeated')).toMatchObject({
      status: 422,
      body: { error_details: { status: [expect.stringContaining('must be one of: counted')] } },
    });
  });

  it('are of one organization', async () => {
    const other = await Sandbox.create();
    expect(await other.ok('GET', '/events?status=voided')).toMatchObject({ events: [] });
    expect(await other.ok('GET', '/events?status=unknown_code')).toMatchObject({ events: [] });
  });
});
