import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { aMetric, databaseUrl, Sandbox, waitFor, WebhookInbox } from '@tollgate/testing';
import type { WebhookMessage, WebhookMessageDetails } from '@tollgate/contracts';
import pg from 'pg';

let inbox: WebhookInbox;
let database: pg.Client;

beforeAll(async () => {
  inbox = await WebhookInbox.open();
  database = new pg.Client(databaseUrl());
  await database.connect();
});

afterAll(async () => {
  await inbox.close();
  await database.end();
});

const list = async (sandbox: Sandbox, query = '') =>
  sandbox.ok<{ webhook_messages: WebhookMessage[]; meta: { total_count: number } }>('GET', `/webhook_messages${query}`);
const read = async (sandbox: Sandbox, id: string) =>
  (await sandbox.ok<{ webhook_message: WebhookMessageDetails }>('GET', `/webhook_messages/${id}`)).webhook_message;
const replay = (sandbox: Sandbox, id: string) => sandbox.call('POST', `/webhook_messages/${id}/replay`);

/** Makes the last attempt due now, instead of the wait before it. */
const hasten = async (id: string) => {
  await database.query(
    `update webhook_delivery.webhook_messages set retries = 2, next_attempt_at = now() where id = $1`,
    [id],
  );
  await database.query(
    `update webhook_delivery.delivery_lanes lane set due_at = now() from webhook_delivery.webhook_messages message
     where message.id = $1 and lane.endpoint_id = message.endpoint_id`,
    [id],
  );
};

it('webhooks are listed with filters, without those of others', async () => {
  const [ours, theirs] = await Promise.all([Sandbox.create(), Sandbox.create()]);
  const path = `/list/${ours.organizationId}`;
  const first = await inbox.register(ours, path);
  inbox.statusOf.set(`${path}/refuses`, 500);
  const second = await inbox.register(ours, `${path}/refuses`, { event_types: ['plan.created'] });
  await inbox.register(theirs, '/list/theirs');
  const metric = await aMetric('m1').createIn(ours);
  // Only webhooks about one object are in order.
  await ours.awaitIdle();
  await aMetric('m1').createIn(theirs);
  await ours.ok('PUT', `/billable_metrics/m1`, { billable_metric: { name: 'Other' } });
  const plan = {
    name: 'p',
    code: 'p',
    interval: 'monthly',
    amount_cents: 1,
    amount_currency: 'EUR',
    pay_in_advance: false,
  };
  await ours.ok('POST', '/plans', { plan });
  await Promise.all([ours.awaitIdle(), theirs.awaitIdle()]);

  const all = await list(ours);
  expect(all.webhook_messages.map((message) => [message.webhook_type, message.svc_webhook_endpoint_id])).toEqual(
    expect.arrayContaining([
      ['plan.created', first],
      ['plan.created', second],
      ['billable_metric.updated', first],
      ['billable_metric.created', first],
    ]),
  );
  expect(all.meta.total_count).toBe(4);
  expect(all.webhook_messages.at(-1)).toMatchObject({
    webhook_type: 'billable_metric.created',
    object_type: 'billable_metric',
    svc_object_id: metric,
    sequence: 1,
    status: 'succeeded',
    http_status: 200,
    retries: 0,
    last_retried_at: null,
    next_attempt_at: null,
    svc_webhook_replay_id: null,
  });
  expect(all.webhook_messages[0]).not.toHaveProperty('payload');
  const counts = async (queries: string[]) =>
    Promise.all(queries.map(async (query) => (await list(ours, query)).meta.total_count));
  const createdAt = all.webhook_messages[0]?.created_at ?? '';
  expect(
    await counts([
      `?svc_webhook_endpoint_id=${second}`,
      '?webhook_type=plan.created',
      '?status=retrying',
      '?status=succeeded',
      `?svc_object_id=${metric}`,
      '?svc_object_id=nothing',
      `?from_date=${createdAt}`,
      '?to_date=2024-01-01',
      `?svc_webhook_endpoint_id=${first}&status=succeeded&webhook_type=billable_metric.updated`,
      '?page=3&per_page=2',
    ]),
  ).toEqual([1, 2, 1, 3, 2, 0, expect.any(Number), 0, 1, 4]);
  expect((await list(ours, '?page=3&per_page=2')).webhook_messages).toEqual([]);
  expect((await list(ours, '?page=2&per_page=3')).webhook_messages).toHaveLength(1);
  expect(await ours.call('GET', '/webhook_messages?status=lost')).toMatchObject({ status: 422 });
  expect((await list(theirs)).meta.total_count).toBe(1);
});

it('a webhook is read with its body and attempts, whose answers are cut', async () => {
  const sandbox = await Sandbox.create();
  const path = `/read/${sandbox.organizationId}`;
  inbox.statusOf.set(path, 503);
  inbox.answerOf.set(path, 'x'.repeat(10_000));
  await inbox.register(sandbox, path);
  await aMetric('m1').createIn(sandbox);
  await sandbox.awaitIdle();
  const [listed] = (await list(sandbox)).webhook_messages;
  const id = listed?.svc_id ?? '';
  expect(await read(sandbox, id)).toMatchObject({
    status: 'retrying',
    http_status: 503,
    retries: 1,
    next_attempt_at: expect.any(String),
    payload: { webhook_type: 'billable_metric.created', billable_metric: { code: 'm1' } },
    attempts: [
      {
        attempt: 1,
        webhook_url: `${inbox.origin}${path}`,
        http_status: 503,
        error: null,
        response: 'x'.repeat(4096),
        duration_ms: expect.any(Number),
        started_at: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    ],
  });
  const stranger = await Sandbox.create();
  for (const call of [
    await stranger.call('GET', `/webhook_messages/${id}`),
    await replay(stranger, id),
    await replay(sandbox, '00000000-0000-4000-8000-000000000000'),
    await replay(sandbox, 'nothing'),
  ])
    expect(call).toEqual({ status: 404, body: { status: 404, error: 'Not Found', code: 'webhook_not_found' } });
});

it('a replay sends the same bytes under the same key, and does not reset the count of failures', async () => {
  const sandbox = await Sandbox.create();
  const path = `/replay/${sandbox.organizationId}`;
  inbox.statusOf.set(path, 500);
  await inbox.register(sandbox, path, { signature_algo: 'hmac' });
  await aMetric('m1').createIn(sandbox);
  await sandbox.awaitIdle();
  const id = (await list(sandbox)).webhook_messages[0]?.svc_id ?? '';
  const until = (status: string, attempts: number) =>
    waitFor(`${status} after ${attempts} attempts`, async () => {
      const message = await read(sandbox, id);
      return message.status === status && message.attempts.length === attempts ? message : null;
    });

  await hasten(id);
  expect(await until('failed', 2)).toMatchObject({ retries: 3, next_attempt_at: null });
  expect(await replay(sandbox, id)).toMatchObject({
    status: 200,
    body: { webhook_message: { svc_id: id, status: 'retrying', retries: 3 } },
  });
  expect(await until('failed', 3)).toMatchObject({ retries: 4, next_attempt_at: null });

  inbox.statusOf.set(path, 204);
  await Promise.all([replay(sandbox, id), replay(sandbox, id)]);
  expect(await until('succeeded', 4)).toMatchObject({ http_status: 204, retries: 4 });
  expect(await replay(sandbox, id)).toEqual({
    status: 405,
    body: { status: 405, error: 'Method Not Allowed', code: 'is_succeeded' },
  });
  const received = inbox.to(path);
  expect(received).toHaveLength(4);
  const seen = received.map(({ body, headers }) => [
    body,
    headers['x-svc-unique-key'],
    headers['x-svc-signature'],
    headers['x-svc-sequence'],
  ]);
  expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(seen[0]).toEqual([expect.any(String), id, expect.any(String), '1']);
});

it('a replay of a webhook that waits for its next attempt makes it at once', async () => {
  const sandbox = await Sandbox.create();
  const path = `/sooner/${sandbox.organizationId}`;
  inbox.statusOf.set(path, 500);
  await inbox.register(sandbox, path);
  await aMetric('m1').createIn(sandbox);
  await sandbox.awaitIdle();
  const id = (await list(sandbox)).webhook_messages[0]?.svc_id ?? '';
  await database.query(
    `update webhook_delivery.webhook_messages set next_attempt_at = now() + interval '1 hour' where id = $1`,
    [id],
  );
  inbox.statusOf.set(path, 200);
  await replay(sandbox, id);
  await waitFor('the replay', async () => (await read(sandbox, id)).status === 'succeeded');
});
