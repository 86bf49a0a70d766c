import { createPublicKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { jwtVerify } from 'jose';
import { Config, Connections } from '@tollgate/platform';
import { aMetric, baseUrl, databaseUrl, Sandbox, waitFor, WebhookInbox, type ReceivedWebhook } from '@tollgate/testing';
import { hmacSignature } from '../signing/signatures.js';

let inbox: WebhookInbox;

beforeAll(async () => {
  inbox = await WebhookInbox.open();
});

afterAll(() => inbox.close());

const register = (sandbox: Sandbox, path: string, settings: Record<string, unknown> = {}): Promise<string> =>
  inbox.register(sandbox, path, settings);
const addMetric = (sandbox: Sandbox, code: string) => aMetric(code).createIn(sandbox);
const to = (path: string) => inbox.to(path);

describe('signatures', () => {
  it('verify with the published key, or with the key of the organization', async () => {
    const sandbox = await Sandbox.create();
    await register(sandbox, '/jwt');
    await register(sandbox, '/hmac', { signature_algo: 'hmac' });
    await addMetric(sandbox, 'm1');
    await sandbox.awaitIdle();
    const { webhook } = await sandbox.ok<{ webhook: { public_key: string } }>('GET', '/webhooks/json_public_key');
    const text = await fetch(`${baseUrl}/api/v1/webhooks/public_key`, {
      headers: { authorization: `Bearer ${sandbox.apiKey}` },
    });
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await text.text()).toBe(webhook.public_key);
    const [jwt] = to('/jwt');
    const { payload } = await jwtVerify(
      String(jwt?.headers['x-svc-signature']),
      createPublicKey(Buffer.from(webhook.public_key, 'base64').toString()),
    );
    expect(payload).toEqual({ data: jwt?.body, iss: expect.stringMatching(/^http/) });
    const [hmac] = to('/hmac');
    expect(hmac?.headers).toMatchObject({
      'x-svc-signature': hmacSignature(hmac?.body ?? '', sandbox.hmacKey),
      'x-svc-signature-algorithm': 'hmac',
      'content-type': 'application/json',
    });
    expect(hmac?.body).toBe(jwt?.body);
    expect(hmac?.headers['x-svc-unique-key']).not.toBe(jwt?.headers['x-svc-unique-key']);
  });

  it('come from a private key that no other service can read', async () => {
    const connections = new Connections(
      new Config({ DATABASE_URL: databaseUrl(), ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here' }),
    );
    const count = async (role?: string) => {
      const pool = connections.poolOf('catalog');
      const select = 'select count(*)::int as count from webhook_delivery.signing_keys';
      const { rows } = await pool
        .query(role ? `set role ${role}; ${select}` : select)
        .then((result) => (Array.isArray(result) ? result[1] : result));
      return rows;
    };
    expect(await count()).toEqual([{ count: 0 }]);
    expect(await count('tollgate_catalog_every_tenant')).toEqual([{ count: 0 }]);
    await connections.onApplicationShutdown();
  });
});

it('keys are stored sealed: the database shows neither the private key nor the keys of organizations', async () => {
  const sandbox = await Sandbox.create();
  const connections = new Connections(new Config({ DATABASE_URL: databaseUrl() }));
  const readStored = async (role: string, select: string) => {
    const result = await connections.poolOf('webhook_delivery').query(`set role ${role}; ${select}`);
    return ((result as unknown as { rows: { kept: string }[] }[])[1] as { rows: { kept: string }[] }).rows.map(
      (row) => row.kept,
    );
  };
  const sealed = /^sealed:1:[0-9a-f]{16}:/;
  const keys = await readStored(
    'tollgate_webhook_delivery_every_tenant',
    `select hmac_key as kept from identity.organizations where id = '${sandbox.organizationId}'`,
  );
  expect(keys).toEqual([expect.stringMatching(sealed)]);
  expect(keys[0]).not.toContain(sandbox.hmacKey);
  expect(
    await readStored(
      'tollgate_webhook_delivery_every_tenant',
      'select private_key as kept from webhook_delivery.signing_keys',
    ),
  ).toEqual([expect.stringMatching(sealed)]);
  await connections.onApplicationShutdown();
});

describe('delivery', () => {
  it('is retried after three seconds with the same body and key, by the current address and algorithm', async () => {
    const sandbox = await Sandbox.create();
    inbox.statusOf.set('/fails', 500);
    const id = await register(sandbox, '/fails', { signature_algo: 'hmac' });
    await addMetric(sandbox, 'm1');
    await waitFor('the first attempt', async () => to('/fails')[0]);
    await sandbox.ok('PUT', `/webhook_endpoints/${id}`, {
      webhook_endpoint: { webhook_url: `${inbox.origin}/works`, signature_algo: 'jwt' },
    });
    const second = await waitFor('the second attempt', async () => to('/works')[0]);
    const first = to('/fails').at(-1) as ReceivedWebhook;
    expect(second.at - first.at).toBeGreaterThanOrEqual(2_900);
    expect(second.body).toBe(first.body);
    expect(second.headers['x-svc-unique-key']).toBe(first.headers['x-svc-unique-key']);
    expect(second.headers['x-svc-signature-algorithm']).toBe('jwt');
  });

  it('ends with the endpoint', async () => {
    const sandbox = await Sandbox.create();
    inbox.statusOf.set('/deleted', 503);
    const id = await register(sandbox, '/deleted');
    await addMetric(sandbox, 'm1');
    await waitFor('the first attempt', async () => to('/deleted')[0]);
    await sandbox.ok('DELETE', `/webhook_endpoints/${id}`);
    // An attempt that has read the endpoint may still end.
    const deletedAt = Date.now() + 500;
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(to('/deleted').filter(({ at }) => at > deletedAt)).toEqual([]);
  });

  it('reaches endpoints that existed at the event, and no other organization', async () => {
    const [ours, theirs] = await Promise.all([Sandbox.create(), Sandbox.create()]);
    await register(theirs, '/theirs');
    for (let i = 0; i < 10; i++) await addMetric(ours, `before_${i}`);
    await register(ours, '/late');
    await addMetric(ours, 'after');
    await Promise.all([ours.awaitIdle(), theirs.awaitIdle()]);
    expect(
      to('/late').map(({ body }) => (JSON.parse(body) as { billable_metric: { code: string } }).billable_metric.code),
    ).toEqual(['after']);
    expect(to('/theirs')).toEqual([]);
  });
});

it('limits an organization to ten endpoints under concurrent requests', async () => {
  const sandbox = await Sandbox.create();
  const answers = await Promise.all(
    Array.from({ length: 24 }, (_, i) =>
      sandbox.call('POST', '/webhook_endpoints', { webhook_endpoint: { webhook_url: `${inbox.origin}/${i}` } }),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(14);
});

describe('an endpoint', () => {
  it('can be deleted while webhooks are under way to it', async () => {
    const sandbox = await Sandbox.create();
    for (let round = 0; round < 8; round++) {
      const id = await register(sandbox, `/gone/${round}`);
      await Promise.all(Array.from({ length: 12 }, (_, index) => addMetric(sandbox, `gone_${round}_${index}`)));
      await waitFor('the first webhook', async () => to(`/gone/${round}`).length > 0);
      await sandbox.ok('DELETE', `/webhook_endpoints/${id}`);
    }
    await sandbox.awaitIdle();
  });
});
