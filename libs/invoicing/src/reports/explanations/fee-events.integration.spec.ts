import { beforeAll, describe, expect, it } from '@jest/globals';
import type { FeeEvent, FeeEventsMeta } from '@tollgate/contracts';
import { call, Sandbox } from '@tollgate/testing';

interface Listed {
  events: FeeEvent[];
  reason: string | null;
  meta: FeeEventsMeta;
}
interface Fee {
  svc_id: string;
  amount_cents: number;
  item: { code: string; filters: unknown; grouped_by: Record<string, string | null> };
}

let sandbox: Sandbox;
let fees: Fee[];

const feeOf = (code: string, matches: (fee: Fee) => boolean = () => true): Fee => {
  const fee = fees.find((each) => each.item.code === code && matches(each));
  if (!fee) throw new Error(`there is no fee of ${code}`);
  return fee;
};
const list = (fee: Fee, query = '') => sandbox.ok<Listed>('GET', `/fees/${fee.svc_id}/events${query}`);
const day = (number: number) => Date.UTC(2024, 0, number) / 1000;

async function send(code: string, id: string, timestamp: number, properties: Record<string, unknown>): Promise<void> {
  const event = { transaction_id: id, external_subscription_id: 's', code, timestamp, properties };
  await sandbox.ok('POST', '/events', { event });
}

async function metricOf(code: string, aggregation: string, more: Record<string, unknown> = {}): Promise<string> {
  const field = aggregation === 'count_agg' ? {} : { field_name: 'n' };
  const { billable_metric: metric } = await sandbox.ok<{ billable_metric: { svc_id: string } }>(
    'POST',
    '/billable_metrics',
    { billable_metric: { name: code, code, aggregation_type: aggregation, ...field, ...more } },
  );
  return metric.svc_id;
}

beforeAll(async () => {
  sandbox = await Sandbox.create();
  const calls = await metricOf('calls', 'sum_agg', { filters: [{ key: 'region', values: ['eu', 'us'] }] });
  const peak = await metricOf('peak', 'max_agg');
  const users = await metricOf('users', 'unique_count_agg');
  const amount = (each: string) => ({ amount: each });
  await sandbox.ok('POST', '/plans', {
    plan: {
      name: 'P',
      code: 'p',
      interval: 'monthly',
      amount_cents: 100,
      amount_currency: 'EUR',
      pay_in_advance: false,
      charges: [
        {
          billable_metric_id: calls,
          charge_model: 'standard',
          properties: amount('1'),
          filters: [{ values: { region: ['eu'] }, properties: { ...amount('2'), pricing_group_keys: ['team'] } }],
        },
        { billable_metric_id: peak, charge_model: 'standard', properties: amount('3') },
        { billable_metric_id: users, charge_model: 'standard', pay_in_advance: true, properties: amount('4') },
      ],
    },
  });
  await sandbox.ok('POST', '/customers', { customer: { external_id: 'c', currency: 'EUR' } });
  await sandbox.ok('POST', '/subscriptions', {
    subscription: { external_customer_id: 'c', external_id: 's', plan_code: 'p', subscription_at: '2024-01-01' },
  });
  await send('calls', 'c1', day(2), { n: 4, region: 'eu', team: 'a' });
  await send('calls', 'c2', day(3) + 0.25, { n: '1.5', region: 'eu', team: 'a' });
  await send('calls', 'c3', day(4), { n: 7, region: 'eu', team: 'b' });
  await send('calls', 'c4', day(5), { n: 8, region: 'us' });
  await send('calls', 'c5', day(6), { n: 'many', region: 'eu', team: 'a' });
  await send('calls', 'c6', day(7), { region: 'eu', team: 'a' });
  await send('calls', 'c7', day(8), { n: 90, region: 'eu', team: 'a' });
  await sandbox.ok('DELETE', '/events/c7');
  for (const [id, n] of [
    ['p1', 3],
    ['p2', 9],
    ['p3', 9],
  ] as const)
    await send('peak', id, day(9), { n });
  await send('users', 'u1', day(10), { n: 'ada' });
  await send('users', 'u2', day(11), { n: 'ada' });
  await sandbox.advanceClock('2024-02-02T00:00:00Z');
  ({ fees } = await sandbox.ok<{ fees: Fee[] }>('GET', '/fees?fee_type=charge'));
});

const inTeam = (team: string) => (fee: Fee) => fee.item.grouped_by['team'] === team;

describe('the events of a fee', () => {
  it('are those of its metric and period, with what each added, or why it did not count', async () => {
    const { events, reason, meta } = await list(feeOf('calls', inTeam('a')));
    expect(reason).toBeNull();
    expect(events.map((event) => [event.transaction_id, event.status, event.reason, event.added])).toEqual([
      ['c1', 'counted', null, '4.0'],
      ['c2', 'counted', null, '1.5'],
      ['c3', 'ignored', 'other_group', null],
      ['c4', 'ignored', 'other_filter', null],
      ['c5', 'ignored', 'field_not_a_number', null],
      ['c6', 'ignored', 'field_missing', null],
      ['c7', 'ignored', 'voided', null],
    ]);
    expect(events[1]).toMatchObject({ timestamp: '2024-01-03T00:00:00.250000Z', value: '1.5', voided_since: false });
    expect(meta).toMatchObject({
      status_counts: { counted: 2, without_effect: 0, ignored: 5, late: 0 },
      added: '5.5',
      amount_cents: 1100,
      would_be_amount_cents: 1100,
      next_cursor: null,
    });
  });

  it('are those of no filter for the fee of the charge itself', async () => {
    const { events } = await list(
      feeOf('calls', ({ item }) => item.filters === null),
      '?status=counted',
    );
    expect(events.map((event) => [event.transaction_id, event.added])).toEqual([['c4', '8.0']]);
  });

  it('have one holder of a maximum; the others are without effect', async () => {
    const { events, meta } = await list(feeOf('peak'));
    expect(events.map((event) => [event.transaction_id, event.reason, event.added]).sort()).toEqual([
      ['p1', 'not_the_maximum', '0.0'],
      ['p2', null, '9.0'],
      ['p3', 'not_the_maximum', '0.0'],
    ]);
    expect([meta.added, meta.reason_counts]).toEqual(['9.0', [{ reason: 'not_the_maximum', events: 2 }]]);
  });

  it('are one for a fee in advance', async () => {
    const listed = await Promise.all(fees.filter(({ item }) => item.code === 'users').map((fee) => list(fee)));
    const shown = listed.map(({ events }) => events.map((event) => [event.transaction_id, event.reason, event.added]));
    expect(shown.sort()).toEqual([[['u1', null, '1.0']], [['u2', 'already_present', '0.0']]]);
  });

  it('are none for a fee that no event determines', async () => {
    const { fees: others } = await sandbox.ok<{ fees: Fee[] }>('GET', '/fees?fee_type=subscription');
    expect(await list(others[0] as Fee)).toMatchObject({ events: [], reason: 'no_events' });
  });

  it('come in pages by a cursor of the same list', async () => {
    const fee = feeOf('calls', inTeam('a'));
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Listed = await list(fee, `?status=ignored&per_page=2&cursor=${cursor}`);
      seen.push(...page.events.map((event) => event.transaction_id));
      cursor = page.meta.next_cursor;
    }
    expect(seen).toEqual(['c3', 'c4', 'c5', 'c6', 'c7']);
    const { meta } = await list(fee, '?status=ignored&per_page=2');
    const refused = await Promise.all(
      [`?cursor=${meta.next_cursor}`, '?cursor=nonsense', '?status=odd'].map((query) =>
        sandbox.call('GET', `/fees/${fee.svc_id}/events${query}`),
      ),
    );
    expect(refused.map(({ status, body }) => [status, body['error_details']])).toEqual([
      [422, { cursor: ['value_is_invalid'] }],
      [422, { cursor: ['value_is_invalid'] }],
      [422, { status: ['must be one of: counted, without_effect, ignored, late'] }],
    ]);
  });

  it('are of one organization alone, and need the permission of events too', async () => {
    const fee = feeOf('peak');
    const other = await Sandbox.create();
    expect(await other.call('GET', `/fees/${fee.svc_id}/events`)).toMatchObject({
      status: 404,
      body: { code: 'fee_not_found' },
    });
    const as = async (permissions: Record<string, string[]>) => {
      const { api_key: key } = await sandbox.ok<{ api_key: { value: string } }>('POST', '/api_keys', {
        api_key: { name: 'limited', permissions },
      });
      const answer = await call('GET', `/api/v1/fees/${fee.svc_id}/events`, `Bearer ${key.value}`);
      return [answer.status, answer.body['code']];
    };
    expect(await as({ fee: ['read'] })).toEqual([403, 'read_action_not_allowed_for_event']);
    expect(await as({ event: ['read'] })).toEqual([403, 'read_action_not_allowed_for_fee']);
    expect(await as({ fee: ['read'], event: ['read'] })).toEqual([200, undefined]);
  });
});

describe('events that came after the fee', () => {
  it('are late, with the amount that it would have with them, whatever price and metric are now', async () => {
    await send('calls', 'late', day(20), { n: 2, region: 'eu', team: 'a' });
    await send('calls', 'late elsewhere', day(20), { n: 2, region: 'us' });
    await send('peak', 'late peak', day(20), { n: 11 });
    await sandbox.ok('DELETE', '/events/c1');
    await sandbox.awaitIdle();
    const { events, meta } = await list(feeOf('calls', inTeam('a')), '?status=late');
    expect(events.map((event) => [event.transaction_id, event.reason, event.added])).toEqual([
      ['late', 'arrived_late', null],
    ]);
    expect(meta).toMatchObject({ added: '5.5', amount_cents: 1100, would_be_amount_cents: 1500 });
    const { events: counted } = await list(feeOf('calls', inTeam('a')), '?status=counted');
    expect(counted.map((event) => [event.transaction_id, event.voided_since])).toEqual([
      ['c1', true],
      ['c2', false],
    ]);
    expect((await list(feeOf('peak'))).meta).toMatchObject({ amount_cents: 2700, would_be_amount_cents: 3300 });
  });
});
