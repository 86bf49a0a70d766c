import { beforeAll, describe, expect, it } from '@jest/globals';
import { aPlan, aSubscription, baseUrl, eventsWith, Sandbox, storedEvents } from '@tollgate/testing';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await Sandbox.create()));

const event = (id: string, changes: object = {}) => ({
  specversion: '1.0',
  id,
  source: 'gateway',
  type: 'tokens',
  subject: 'sub-1',
  time: '2024-01-05T12:00:00Z',
  data: { tokens: 7 },
  ...changes,
});

async function send(body: unknown, headers: Record<string, string>, path = '/events') {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    body: text === '' ? null : (JSON.parse(text) as Record<string, unknown>),
  };
}

const structured = { 'content-type': 'application/cloudevents+json' };
const batch = { 'content-type': 'application/cloudevents-batch+json' };
const done = { status: 204, type: null, body: null };

describe('CloudEvents', () => {
  it('become usage events, in each form and at both addresses', async () => {
    expect(await send(event('one'), structured)).toEqual(done);
    expect(await send([event('two'), event('three')], batch)).toEqual(done);
    expect(await send([event('four')], batch, '/events/batch')).toEqual(done);
    const { data, ...attributes } = event('five');
    const headers = Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`ce-${name}`, value]));
    expect(await send(data, { ...headers, 'content-type': 'application/json' })).toEqual(done);
    const bytes = await fetch(`${baseUrl}/api/v1/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.apiKey}`, ...headers, 'ce-id': 'six' },
      body: new TextEncoder().encode(JSON.stringify(data)),
    });
    expect(bytes.status).toBe(204);
    for (const id of ['one', 'two', 'three', 'four', 'five', 'six'])
      expect((await storedEvents(sandbox, id))[0]).toMatchObject({
        transaction_id: id,
        code: 'tokens',
        external_subscription_id: 'sub-1',
        timestamp: '2024-01-05T12:00:00.000Z',
        properties: { tokens: 7 },
      });
  });

  it('are stored once, however often a sender repeats them, also among new ones', async () => {
    for (let time = 0; time < 3; time++) expect(await send(event('again'), structured)).toEqual(done);
    expect(await send([event('again'), event('fresh'), event('fresh')], batch)).toEqual(done);
    expect(await storedEvents(sandbox, 'fresh')).toHaveLength(1);
  });

  it('are other events under one id for another subscription, also in one batch', async () => {
    expect(await send([event('shared'), event('shared', { subject: 'sub-2' }), event('shared')], batch)).toEqual(done);
    const events = await storedEvents(sandbox, 'shared', 2);
    expect(events.map(({ external_subscription_id: subscription }) => subscription).sort()).toEqual(['sub-1', 'sub-2']);
  });

  it('are refused by their number before any of them is read', async () => {
    const { status, body } = await send(
      Array.from({ length: 1000 }, () => ({})),
      batch,
    );
    expect([status, body?.['error_details']]).toEqual([400, { events: ['too_many_events'] }]);
  });

  it('are refused as problem details by attribute, and none of a batch is stored', async () => {
    expect(await send(event('bad', { subject: undefined, time: 'noon' }), structured)).toMatchObject({
      status: 400,
      type: 'application/problem+json; charset=utf-8',
      body: {
        title: 'Bad Request',
        status: 400,
        error_details: { subject: ['value_is_mandatory'], time: ['invalid_date'] },
      },
    });
    expect((await send([event('good'), event('long', { id: 'x'.repeat(300) })], batch)).body).toMatchObject({
      error_details: { 1: { id: ['value_is_too_long'] } },
    });
    expect(await eventsWith(sandbox, 'good')).toEqual([]);
    expect((await send(event('no-list'), batch)).body).toMatchObject({ title: 'Bad Request', status: 400 });
    expect((await send([], batch)).status).toBe(400);
    expect(await send(event('key'), { ...structured, authorization: 'Bearer unknown' })).toMatchObject({
      status: 401,
      type: 'application/problem+json; charset=utf-8',
      body: { title: 'Unauthorized' },
    });
  });

  it('go to the only active subscription of the customer that is their subject', async () => {
    const own = await Sandbox.create();
    const sendTo = (subject: string) =>
      send(event(`to ${subject}`, { subject }), { ...structured, authorization: `Bearer ${own.apiKey}` });
    const subscriptionOf = async (subject: string) =>
      (await storedEvents(own, `to ${subject}`))[0]?.external_subscription_id;
    await aPlan().createIn(own);
    await aSubscription('acme-basic', 'acme').createIn(own);
    expect(await sendTo('acme')).toEqual(done);
    expect(await subscriptionOf('acme')).toBe('acme-basic');
    expect(await sendTo('unknown')).toEqual(done);
    expect(await subscriptionOf('unknown')).toBe('unknown');

    await aSubscription('two-a', 'two').createIn(own);
    await aSubscription('two-b', 'two').createIn(own);
    await own.ok('POST', '/customers', { customer: { external_id: 'idle' } });
    for (const [subject, code] of [
      ['two', 'several_active_subscriptions'],
      ['idle', 'no_active_subscription'],
    ] as const)
      expect(await sendTo(subject)).toMatchObject({ status: 400, body: { error_details: { subject: [code] } } });
    // A subscription comes before a customer of the same name.
    await aSubscription('two', 'other').createIn(own);
    expect(await sendTo('two')).toEqual(done);
    expect(await subscriptionOf('two')).toBe('two');
  });

  it('may call for strict handling, which knows their attributes', async () => {
    expect(await send(event('strict', { extension: 'x' }), { ...structured, prefer: 'handling=strict' })).toEqual(done);
  });
});
