import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { baseUrl, Sandbox } from '@tollgate/testing';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await Sandbox.create()));

const { hostname, port } = new URL(baseUrl);
const nested = `${'['.repeat(400_000)}${']'.repeat(400_000)}`;

/** Sends a call's head and part of its body, and waits for the start of the answer. */
const begin = (path: string, head: string[], body = ''): Promise<{ status: number; socket: Socket }> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    socket.write([`POST /api/v1${path} HTTP/1.1`, 'Host: x', 'Content-Type: application/json', ...head].join('\r\n'));
    socket.write(`\r\n\r\n${body}`);
    socket.once('data', (data) => resolve({ status: Number(data.toString().split(' ')[1]), socket }));
    socket.once('error', reject);
    socket.setTimeout(10_000, () => reject(new Error('no answer')));
  });

const statusOf = async (path: string, head: string[], body = ''): Promise<number> => {
  const { status, socket } = await begin(path, head, body);
  socket.destroy();
  return status;
};
const withKey = () => `Authorization: Bearer ${sandbox.apiKey}`;

describe('a call without key', () => {
  it.each(['/events', '/events/batch', '/customers', '/users/me', '/plans'])(
    'of %s is refused before its body arrives',
    async (path) => {
      expect(await statusOf(path, ['Content-Length: 1000000'])).toBe(path === '/users/me' ? 405 : 401);
      expect(
        await statusOf(path, ['Authorization: Bearer tg_wrong', 'Transfer-Encoding: chunked'], '5\r\n[[[[[\r\n'),
      ).toBe(path === '/users/me' ? 405 : 401);
    },
  );

  it.each(['/session', '/password_reset', '/invites/accept'])('of %s accepts only a small body', async (path) => {
    expect(await statusOf(path, ['Content-Length: 16385'])).toBe(413);
    const packed = gzipSync(nested);
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: packed,
    });
    expect(response.status).toBe(413);
  });
});

describe('a body', () => {
  const post = async (path: string, body: string) => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
      body,
    });
    return [response.status, ((await response.json()) as { error: string }).error];
  };

  it('is not parsed when it is nested too deeply or holds too many values', async () => {
    expect(await post('/customers', nested)).toEqual([400, 'BadRequest: the body is nested too deeply']);
    const names = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`n${index}`, 1]));
    expect(await post('/customers', JSON.stringify({ customer: names }))).toEqual([
      400,
      'BadRequest: the body holds too many values',
    ]);
  });

  it('of one event has the size limit of an event', async () => {
    expect(await statusOf('/events', [withKey(), `Content-Length: ${512 * 1024 + 1}`])).toBe(413);
    expect(await statusOf('/events/batch', [withKey(), `Content-Length: ${2 * 1024 * 1024 + 1}`])).toBe(413);
  });

  it('is rejected with a clear error for forbidden names', async () => {
    expect(await post('/customers', '{"customer":{"__proto__":{}}}')).toEqual([
      400,
      'BadRequest: a name in the body is not allowed: __proto__ or constructor.prototype',
    ]);
  });

  it('shares a budget with the others of its organization', async () => {
    const sockets: Socket[] = [];
    const length = 2 * 1024 * 1024 - 1;
    const refused = await new Promise<Socket>((resolve, reject) => {
      for (let index = 0; index < 40; index++) {
        const socket = connect(Number(port), hostname);
        sockets.push(socket);
        socket.write(`POST /api/v1/events/batch HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`);
        socket.write(`${withKey()}\r\nContent-Length: ${length}\r\n\r\n{`);
        socket.once('data', (data) => {
          expect(data.toString()).toMatch(/^HTTP\/1.1 503 .*retry-after: 1/is);
          resolve(socket);
        });
        socket.once('error', reject);
      }
    });
    expect(refused.remoteAddress).toBeDefined();
    // Single events of the same organization proceed, and so do large bodies of others.
    const event = { event: { transaction_id: 't', external_subscription_id: 's', code: 'c' } };
    expect((await post('/events', JSON.stringify(event)))[0]).toBe(200);
    const other = await Sandbox.create();
    expect(
      await statusOf(
        '/events/batch',
        [`Authorization: Bearer ${other.apiKey}`, 'Content-Length: 100001'],
        `[[${' '.repeat(99_997)}]]`,
      ),
    ).not.toBe(503);
    for (const socket of sockets) socket.destroy();
  });
});

it('many concurrent large batches and heavy calls wait, and none is refused', async () => {
  const wide = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`property_${index}`, 'ü'.repeat(20)]));
  const batches = Array.from({ length: 3 }, (_, batch) => ({
    events: Array.from({ length: 100 }, (__, index) => ({
      transaction_id: `wide-${batch}-${index}`,
      external_subscription_id: 'nobody',
      code: 'nothing',
      properties: wide,
    })),
  }));
  // This organization has its own share of the body budget: the connections cut above may still hold theirs.
  const own = await Sandbox.create();
  // More calls than run concurrently, yet few enough for a busy machine to finish within the wait of ten seconds.
  const answers = await Promise.all([
    ...batches.map((batch) => own.call('POST', '/events/batch', batch)),
    ...Array.from({ length: 6 }, () => own.call('GET', '/invoices?search_term=nobody&per_page=100')),
  ]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
}, 60_000);
