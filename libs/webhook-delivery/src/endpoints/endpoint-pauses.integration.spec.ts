import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WebhookEndpoint, WebhookMessage } from '@tollgate/contracts';
import { aMetric, databaseUrl, Sandbox, waitFor, WebhookInbox } from '@tollgate/testing';
import pg from 'pg';
import { hmacSignature } from '../signing/signatures.js';

let inbox: WebhookInbox;
let database: pg.Client;
/** Breaks connections after a while without an answer, or answers. */
let hangs = true;
let probes = 0;
const hanging = createServer((request, response) => {
  request.resume().on('end', () => {
    probes++;
    if (hangs) setTimeout(() => response.destroy(), 2_300);
    else response.writeHead(200).end();
  });
});

beforeAll(async () => {
  inbox = await WebhookInbox.open();
  database = new pg.Client(databaseUrl());
  await database.connect();
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  hanging.closeAllConnections();
  await new Promise((resolve) => hanging.close(resolve));
  await inbox.close();
  await database.end();
});

const endpointOf = async (sandbox: Sandbox, id: string) =>
  (await sandbox.ok<{ webhook_endpoint: WebhookEndpoint }>('GET', `/webhook_endpoints/${id}`)).webhook_endpoint;
const order = (sandbox: Sandbox, id: string, word: 'pause' | 'resume' | 'test') =>
  sandbox.call('POST', `/webhook_endpoints/${id}/${word}`);

describe('an endpoint that its organization pauses', () => {
  it('gets no webhooks until it is resumed, and test clocks do not wait for them', async () => {
    const sandbox = await Sandbox.create();
    const path = `/paused/${sandbox.organizationId}`;
    const id = await inbox.register(sandbox, path);
    expect((await endpointOf(sandbox, id)).pause).toBeNull();
    expect((await order(sandbox, id, 'pause')).body).toMatchObject({
      webhook_endpoint: { svc_id: id, pause: { by: 'organization', until: null, reason: null } },
    });
    const { pause } = await endpointOf(sandbox, id);
    // A repetition changes nothing, and lists show it too.
    expect((await order(sandbox, id, 'pause')).body).toMatchObject({ webhook_endpoint: { pause } });
    const { webhook_endpoints: listed } = await sandbox.ok<{ webhook_endpoints: WebhookEndpoint[] }>(
      'GET',
      '/webhook_endpoints',
    );
    expect(listed[0]?.pause).toEqual(pause);
    for (let index = 0; index < 5; index++) await aMetric(`m${index}`).createIn(sandbox);
    await sandbox.advanceClock('2024-02-01T00:00:00Z');
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(inbox.to(path)).toEqual([]);
    const { webhook_messages: waiting } = await sandbox.ok<{ webhook_messages: WebhookMessage[] }>(
      'GET',
      '/webhook_messages?status=pending',
    );
    expect(waiting).toHaveLength(5);

    expect((await order(sandbox, id, 'resume')).body).toMatchObject({ webhook_endpoint: { pause: null } });
    expect((await order(sandbox, id, 'resume')).status).toBe(200);
    await waitFor('the webhooks', async () => inbox.to(path).length === 5);
    const logged = await sandbox.ok<{ security_logs: { log_event: string; resources: object }[] }>(
      'GET',
      '/security_logs?to_date=2030-01-01',
    );
    const changes = logged.security_logs.filter(({ log_event }) => log_event === 'webhook_endpoint.updated');
    expect(changes.map(({ resources }) => resources).reverse()).toMatchObject([
      { paused: { deleted: false, added: true } },
      { paused: { deleted: true, added: false } },
    ]);
  });

  it('loses webhooks that wait longer than WEBHOOK_GIVE_UP_HOURS, 72 by default', async () => {
    const sandbox = await Sandbox.create();
    const path = `/given-up/${sandbox.organizationId}`;
    const id = await inbox.register(sandbox, path);
    await order(sandbox, id, 'pause');
    await aMetric('m1').createIn(sandbox);
    await aMetric('m2').createIn(sandbox);
    await sandbox.awaitIdle();
    const { webhook_messages: waiting } = await sandbox.ok<{ webhook_messages: WebhookMessage[] }>(
      'GET',
      '/webhook_messages',
    );
    const [, first] = waiting as [WebhookMessage, WebhookMessage];
    await database.query(
      `update webhook_delivery.webhook_messages set next_attempt_at = now() - interval '73 hours' where id = $1`,
      [first.svc_id],
    );
    const read = async ({ svc_id }: WebhookMessage) =>
      sandbox.ok<{ webhook_message: WebhookMessage }>('GET', `/webhook_messages/${svc_id}`);
    await waitFor('the end', async () => (await read(first)).webhook_message.status === 'failed', 120_000);
    await order(sandbox, id, 'resume');
    await waitFor('the other one', async () => inbox.to(path).length === 1);
    // A replay delivers it after all.
    await sandbox.ok('POST', `/webhook_messages/${first.svc_id}/replay`);
    await waitFor('the replay', async () => (await read(first)).webhook_message.status === 'succeeded');
    expect(inbox.to(path)).toHaveLength(2);
    expect(await read(first)).toMatchObject({ webhook_message: { retries: 0 } });
  }, 180_000);

  it('is not reached by others', async () => {
    const [ours, theirs] = await Promise.all([Sandbox.create(), Sandbox.create()]);
    const id = await inbox.register(theirs, '/strange');
    for (const word of ['pause', 'resume', 'test'] as const)
      expect(await order(ours, id, word)).toMatchObject({ status: 404, body: { code: 'webhook_endpoint_not_found' } });
    expect((await endpointOf(theirs, id)).pause).toBeNull();
  });
});

describe('a test webhook', () => {
  it('reaches one endpoint whatever it filters, is signed, and reports its outcome', async () => {
    const sandbox = await Sandbox.create();
    const path = `/tested/${sandbox.organizationId}`;
    const id = await inbox.register(sandbox, path, { signature_algo: 'hmac', event_types: [] });
    await inbox.register(sandbox, `${path}/other`);
    inbox.statusOf.set(path, 418);
    const { body } = await order(sandbox, id, 'test');
    const { webhook_message: sent } = body as { webhook_message: WebhookMessage };
    expect(sent).toMatchObject({
      svc_webhook_endpoint_id: id,
      webhook_type: 'webhook_endpoint.test',
      object_type: 'webhook_endpoint',
      svc_object_id: id,
      sequence: 1,
    });
    await sandbox.awaitIdle();
    const [received, ...retries] = inbox.to(path);
    expect(received?.headers).toMatchObject({
      'x-svc-signature': hmacSignature(received?.body ?? '', sandbox.hmacKey),
      'x-svc-unique-key': sent.svc_id,
      'x-svc-sequence': '1',
    });
    // A slow machine may retry before it comes to this line; nothing but the same message may arrive.
    expect(retries.map(({ headers }) => headers['x-svc-unique-key'])).toEqual(retries.map(() => sent.svc_id));
    expect(JSON.parse(received?.body ?? '')).toMatchObject({
      webhook_type: 'webhook_endpoint.test',
      object_type: 'webhook_endpoint',
      organization_id: sandbox.organizationId,
      webhook_endpoint: { svc_id: id, webhook_url: `${inbox.origin}${path}` },
    });
    const read = await sandbox.ok('GET', `/webhook_messages/${sent.svc_id}`);
    expect(read).toMatchObject({
      webhook_message: {
        status: 'retrying',
        http_status: 418,
        attempts: expect.arrayContaining([expect.objectContaining({ attempt: 1, http_status: 418 })]),
      },
    });
    expect(inbox.to(`${path}/other`)).toEqual([]);
  });

  it('is limited', async () => {
    const sandbox = await Sandbox.create();
    const id = await inbox.register(sandbox, `/limited/${sandbox.organizationId}`);
    const answers = await Promise.all(Array.from({ length: 24 }, () => order(sandbox, id, 'test')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
  });
});

it('a long pause is told once to the other endpoints of the organization, and its end too', async () => {
  const [ours, theirs] = await Promise.all([Sandbox.create(), Sandbox.create()]);
  const [path, strange] = [`/told/${ours.organizationId}`, `/strange/${ours.organizationId}`];
  const { webhook_endpoint: endpoint } = await ours.ok<{ webhook_endpoint: WebhookEndpoint }>(
    'POST',
    '/webhook_endpoints',
    { webhook_endpoint: { webhook_url: `http://127.0.0.1:${(hanging.address() as AddressInfo).port}/` } },
  );
  const { svc_id: id } = endpoint;
  await inbox.register(ours, path, { event_types: ['webhook_endpoint.paused', 'webhook_endpoint.resumed'] });
  await inbox.register(theirs, strange);
  await order(ours, id, 'pause');
  await aMetric('m1').createIn(ours);
  await ours.awaitIdle();
  // As after two failed probes: the third one makes the pause long.
  const probeNow = (hung: number) =>
    database.query(
      `update webhook_delivery.delivery_lanes set stopped_at = null, hung = $2, paused_since = now() - interval '4 minutes',
         paused_until = now(), due_at = now() where endpoint_id = $1`,
      [id, hung],
    );
  await probeNow(5);
  const published = (type: string) => inbox.ofType(type) as { webhook_endpoint: WebhookEndpoint }[];
  await waitFor('the message', async () => inbox.to(path).length === 1);
  expect(published('webhook_endpoint.paused')).toMatchObject([
    {
      webhook_endpoint: { svc_id: id, pause: { by: 'system', until: expect.any(String), reason: expect.any(String) } },
    },
  ]);
  expect((await endpointOf(ours, id)).pause).toMatchObject({ by: 'system' });

  const before = probes;
  await probeNow(6);
  await waitFor('the next probe', async () => probes > before);
  await waitFor('its outcome', async () => {
    const { rows } = await database.query('select hung from webhook_delivery.delivery_lanes where endpoint_id = $1', [
      id,
    ]);
    return (rows[0] as { hung: number }).hung === 7;
  });
  hangs = false;
  await probeNow(7);
  await waitFor('the end', async () => published('webhook_endpoint.resumed').length === 1);
  expect(published('webhook_endpoint.resumed')[0]?.webhook_endpoint).toMatchObject({ svc_id: id, pause: null });
  expect(inbox.to(path)).toHaveLength(2);
  expect(inbox.to(path).map(({ headers }) => headers['x-svc-sequence'])).toEqual(['1', '2']);
  expect(inbox.to(strange)).toEqual([]);
  expect((await endpointOf(ours, id)).pause).toBeNull();
});
