import { describe, expect, it } from '@jest/globals';
import type { Event, EventErrorGroup, VoidedEvent } from '@tollgate/contracts';
import { aMetric, aPlan, aSubscription, databaseUrl, Sandbox, sendEvent, waitFor } from '@tollgate/testing';
import pg from 'pg';
import { correctedEvent } from './corrected-event.js';

const day = '2024-03-01T00:00:00Z';

async function sandboxWith(codes: string[]): Promise<Sandbox> {
  const sandbox = await Sandbox.create(day);
  const tokens = await aMetric('tokens').sumOf('count').createIn(sandbox);
  await aPlan().charge(tokens, '1').createIn(sandbox);
  await aSubscription().createIn(sandbox);
  for (const [place, metric] of codes.entries())
    await sendEvent(sandbox, { id: `e${place}`, metric, at: day, properties: { count: 5, region: 'eu' } });
  await sandbox.awaitIdle();
  return sandbox;
}
const resend = (sandbox: Sandbox, event_resend: object) => sandbox.call('POST', '/events/resend', { event_resend });
const unitsOf = async (sandbox: Sandbox): Promise<string> => {
  await sandbox.awaitIdle();
  const { customer_usage: usage } = await sandbox.ok<{ customer_usage: { charges_usage: { units: string }[] } }>(
    'GET',
    '/customers/c1/current_usage?external_subscription_id=s1',
  );
  return usage.charges_usage[0]?.units ?? '';
};

describe('events that are sent again', () => {
  it('count once, by their corrections, however often the call is repeated', async () => {
    const sandbox = await sandboxWith(['tokenz', 'tokenz', 'tokens']);
    expect(await unitsOf(sandbox)).toBe('5.0');
    const { event_error_groups: groups } = await sandbox.ok<{ event_error_groups: EventErrorGroup[] }>(
      'GET',
      '/event_errors/groups',
    );
    expect(groups).toMatchObject([
      { error: 'invalid_code', code: 'tokenz', suggested_code: 'tokens', events_count: 2, subscriptions_count: 1 },
    ]);
    const calls = await Promise.all(
      [1, 2].map(() => resend(sandbox, { transaction_ids: ['e0', 'e1'], code: 'tokens', properties: { count: 7 } })),
    );
    const [{ events }, repeated] = calls.map(({ body }) => body as { events: Event[] }) as [
      { events: Event[] },
      { events: Event[] },
    ];
    expect(events).toMatchObject([
      {
        transaction_id: expect.stringMatching(/^e0~[0-9a-f]{12}$/),
        code: 'tokens',
        properties: { count: 7, region: 'eu' },
      },
      { transaction_id: expect.stringMatching(/^e1~[0-9a-f]{12}$/), timestamp: '2024-03-01T00:00:00.000Z' },
    ]);
    expect(repeated.events.map(({ transaction_id: id }) => id)).toEqual(events.map(({ transaction_id: id }) => id));
    expect(await unitsOf(sandbox)).toBe('19.0');
    const { event_error_groups: left } = await sandbox.ok<{ event_error_groups: EventErrorGroup[] }>(
      'GET',
      '/event_errors/groups',
    );
    expect(left).toEqual([]);
    const again = await resend(sandbox, { transaction_ids: ['e0'], code: 'other' });
    expect((again.body as { events: Event[] }).events).toMatchObject([{ code: 'tokens' }]);
    expect(await unitsOf(sandbox)).toBe('19.0');
  });

  it('are refused by place, and then none of them changes', async () => {
    const sandbox = await sandboxWith(['tokenz', 'tokenz']);
    await sandbox.ok<{ event: VoidedEvent }>('DELETE', '/events/e1');
    const refused = await resend(sandbox, { transaction_ids: ['e0', 'none', 'e1'], code: 'tokens' });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        error_details: { 1: { transaction_id: ['event_not_found'] }, 2: { transaction_id: ['event_is_voided'] } },
      },
    });
    expect(await resend(sandbox, { transaction_ids: ['e0'], timestamp: 'soon' })).toMatchObject({ status: 422 });
    expect(await resend(sandbox, { transaction_ids: ['e0'] })).toMatchObject({
      body: { error_details: { base: ['no_corrections'] } },
    });
    expect(await resend(sandbox, { transaction_ids: [], code: 'tokens' })).toMatchObject({
      body: { error_details: { transaction_ids: ['value_is_mandatory'] } },
    });
    const { event: stored } = await sandbox.ok<{ event: Event }>('GET', '/events/e0');
    expect(stored.code).toBe('tokenz');
  });

  it('are those of one organization', async () => {
    const [ours, theirs] = await Promise.all([sandboxWith(['tokenz']), sandboxWith([])]);
    expect(await resend(theirs, { transaction_ids: ['e0'], code: 'tokens' })).toMatchObject({
      body: { error_details: { 0: { transaction_id: ['event_not_found'] } } },
    });
    expect(await unitsOf(ours)).toBe('0.0');
  });

  it('are finished by the service when the call was cut off after its record', async () => {
    const sandbox = await sandboxWith(['tokenz']);
    const { event: stored } = await sandbox.ok<{ event: Event }>('GET', '/events/e0');
    const event = {
      id: stored.svc_id,
      external_subscription_id: 's1',
      transaction_id: 'e0',
      code: 'tokenz',
      timestamp: Date.parse(day) * 1000,
      properties: stored.properties,
      precise_total_amount_cents: null,
      received_at: Date.parse(stored.created_at),
    };
    const database = new pg.Client(databaseUrl());
    await database.connect();
    await database.query(
      `insert into ingestion.voided_events (event_id, organization_id, external_subscription_id, code, transaction_id,
         timestamp, event, replacement, voided_at, done)
       values ($1, $2, 's1', 'tokenz', 'e0', $3, $4, $5, now() - interval '1 day', false)`,
      [event.id, sandbox.organizationId, event.timestamp, event, correctedEvent(event, { code: 'tokens' })],
    );
    await database.end();
    await waitFor('the correction', async () => (await unitsOf(sandbox)) === '5.0', 180_000);
    const again = await resend(sandbox, { transaction_ids: ['e0'], code: 'tokens' });
    expect(again).toMatchObject({ status: 200, body: { events: [{ code: 'tokens' }] } });
    expect(await unitsOf(sandbox)).toBe('5.0');
  }, 240_000);
});
