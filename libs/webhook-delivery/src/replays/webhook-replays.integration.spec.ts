import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { WebhookReplay } from '@tollgate/contracts';
import { aMetric, databaseUrl, Sandbox, waitFor, WebhookInbox } from '@tollgate/testing';
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

type Answer = { webhook_replay: WebhookReplay };
const begin = async (sandbox: Sandbox, fields: object) =>
  (await sandbox.ok<Answer>('POST', '/webhook_replays', { webhook_replay: fields })).webhook_replay;
const read = async (sandbox: Sandbox, id: string) =>
  (await sandbox.ok<Answer>('GET', `/webhook_replays/${id}`)).webhook_replay;
const completed = (sandbox: Sandbox, id: string, timeoutMs?: number) =>
  waitFor(
    'the end of the replay',
    async () => {
      const replay = await read(sandbox, id);
      return replay.status === 'completed' ? replay : null;
    },
    timeoutMs,
  );

/** Stores failed webhooks of an endpoint, as after an outage of its receiver. */
const addFailed = (sandbox: Sandbox, endpointId: string, count: number, hoursAgo = 1) =>
  database.query(
    `insert into webhook_delivery.webhook_messages
       (id, organization_id, endpoint_id, event_id, webhook_type, object_type, object_id, sequence, payload, status,
        retries, created_at, updated_at)
     select gen_random_uuid(), $1, $2, gen_random_uuid(), 'customer.updated', 'customer', gen_random_uuid(), 1,
       json_build_object('webhook_type', 'customer.updated', 'number', number)::text, 'failed', 3,
       now() - $4 * interval '1 hour', now() - $4 * interval '1 hour' + number * interval '1 millisecond'
     from generate_series(1, $3::integer) number`,
    [sandbox.organizationId, endpointId, count, hoursAgo],
  );
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
const replayedAt = (path: string) =>
  inbox
    .to(path)
    .filter(({ body }) => (JSON.parse(body) as { webhook_type: string }).webhook_type === 'customer.updated');

it('webhooks that failed since an instant are delivered once each, and others of the endpoint do not wait', async () => {
  const [ours, theirs] = await Promise.all([Sandbox.create(), Sandbox.create()]);
  const [path, other, strange] = ['a', 'b', 'c'].map((name) => `/replays/${name}/${ours.organizationId}`) as [
    string,
    string,
    string,
  ];
  const endpoint = await inbox.register(ours, path, { signature_algo: 'hmac' });
  await inbox.register(ours, other, { signature_algo: 'hmac' });
  await inbox.register(theirs, strange, { signature_algo: 'hmac' });
  const many = 2_000;
  await addFailed(ours, endpoint, many);
  await addFailed(ours, endpoint, 7, 50);
  const replay = await begin(ours, { svc_webhook_endpoint_id: endpoint, failed_since: hoursAgo(2) });
  expect(replay).toMatchObject({ svc_webhook_endpoint_id: endpoint, status: 'running', messages_total: many });
  // A repetition continues the running one.
  expect((await begin(ours, { svc_webhook_endpoint_id: endpoint, failed_since: hoursAgo(2) })).svc_id).toBe(
    replay.svc_id,
  );
  await waitFor('the first replayed ones', async () => replayedAt(path).length > 20);

  const waits: number[] = [];
  for (let round = 0; round < 5; round++) {
    const code = `fresh_${round}`;
    const started = Date.now();
    await Promise.all([aMetric(code).createIn(ours), aMetric(code).createIn(theirs)]);
    const here = (at: string) => inbox.to(at).some(({ body }) => body.includes(code));
    await waitFor('fresh webhooks', async () => [path, other, strange].every(here));
    waits.push(Date.now() - started);
  }
  // The fresh ones came while most of the others still waited.
  const left = many - replayedAt(path).length;
  expect({ left: left > 0, waits }).toMatchObject({ left: true });
  expect(waits.sort((a, b) => a - b)[2]).toBeLessThan(3_000);

  const done = await completed(ours, replay.svc_id, 120_000);
  expect(done).toMatchObject({ messages_total: many, messages_queued: many });
  await waitFor('the last replayed one', async () => replayedAt(path).length >= many, 60_000);
  const keys = new Set(replayedAt(path).map(({ headers }) => headers['x-svc-unique-key']));
  expect([keys.size, replayedAt(path).length]).toEqual([many, many]);
  // An endpoint has a webhook before its delivery is recorded.
  await waitFor('the record of each delivery', async () => {
    const listed = await ours.ok<{ meta: { total_count: number } }>(
      'GET',
      `/webhook_messages?svc_webhook_replay_id=${replay.svc_id}&status=succeeded&per_page=1`,
    );
    return listed.meta.total_count === many;
  });
}, 240_000);

it('a replay of the organization covers all of its endpoints and waits for paused ones', async () => {
  const sandbox = await Sandbox.create();
  const [works, paused, refuses] = ['works', 'paused', 'refuses'].map((name) => `/replays/${name}`) as [
    string,
    string,
    string,
  ];
  inbox.statusOf.set(refuses, 500);
  const ids = await Promise.all([works, paused, refuses].map((path) => inbox.register(sandbox, path)));
  await Promise.all(ids.map((id) => addFailed(sandbox, id, 3)));
  await sandbox.ok('POST', `/webhook_endpoints/${ids[1]}/pause`);
  const replay = await begin(sandbox, { failed_since: hoursAgo(3) });
  expect(replay).toMatchObject({ svc_webhook_endpoint_id: null, messages_total: 9 });
  await waitFor('the replayed ones', async () => inbox.to(works).length === 3 && inbox.to(refuses).length === 3);
  expect(await read(sandbox, replay.svc_id)).toMatchObject({ status: 'running', messages_queued: 6 });
  await sandbox.ok('POST', `/webhook_endpoints/${ids[1]}/resume`);
  expect(await completed(sandbox, replay.svc_id)).toMatchObject({ messages_queued: 9, messages_total: 9 });
  await waitFor('the rest', async () => inbox.to(paused).length === 3);
  // Those that failed again are not taken twice, but by the next replay.
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(inbox.to(refuses)).toHaveLength(3);
  expect(await begin(sandbox, { failed_since: hoursAgo(1) })).toMatchObject({ messages_total: 3 });
  await waitFor('the second replay', async () => inbox.to(refuses).length === 6);
});

it('a replay is refused for an unknown endpoint and without an instant', async () => {
  const [ours, theirs] = await Promise.all([Sandbox.create(), Sandbox.create()]);
  const strange = await inbox.register(theirs, '/replays/strange');
  const tryTo = (fields: object) => ours.call('POST', '/webhook_replays', { webhook_replay: fields });
  const notFound = { status: 404, body: { code: 'webhook_endpoint_not_found' } };
  for (const id of [strange, 'nothing', '00000000-0000-4000-8000-000000000000'])
    expect(await tryTo({ svc_webhook_endpoint_id: id, failed_since: hoursAgo(1) })).toMatchObject(notFound);
  const refused = (code: string) => ({ status: 422, body: { error_details: { failed_since: [code] } } });
  expect(await tryTo({ failed_since: '' })).toMatchObject(refused('value_is_mandatory'));
  for (const wrong of ['yesterday', '2026-02-30', '99999-01-01T00:00:00Z', 7, ['2026-01-01']])
    expect(await tryTo({ failed_since: wrong })).toMatchObject(refused('invalid_date'));
  expect(await tryTo({})).toMatchObject({ status: 400 });
  const replay = await begin(theirs, { failed_since: hoursAgo(1) });
  expect(await ours.call('GET', `/webhook_replays/${replay.svc_id}`)).toMatchObject({
    status: 404,
    body: { code: 'webhook_replay_not_found' },
  });
  const { webhook_replays: listed } = await theirs.ok<{ webhook_replays: WebhookReplay[] }>('GET', '/webhook_replays');
  expect(listed.map(({ svc_id: id }) => id)).toEqual([replay.svc_id]);
});
