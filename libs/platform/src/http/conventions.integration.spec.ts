import { connect } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { baseUrl, Sandbox } from '@tollgate/testing';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await Sandbox.create()));

interface Sent {
  headers?: Record<string, string>;
  body?: Buffer | string;
}

async function send(method: string, path: string, { headers = {}, body }: Sent = {}) {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: { authorization: `Bearer ${sandbox.apiKey}`, ...headers },
    ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> | string }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text.startsWith('{') ? JSON.parse(text) : text) as Record<string, unknown>,
  };
}

const json = { 'content-type': 'application/json' };
const tax = (code: string) => JSON.stringify({ tax: { name: 'VAT', code, rate: '20' } });

/** The server's answer to malformed bytes. */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = '';
    socket.on('data', (data) => (answer += data.toString()));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });

describe('bodies', () => {
  it('may be empty, with any content type, where none is required', async () => {
    await send('POST', '/api/v1/taxes', { headers: json, body: tax('emptied') });
    expect(await send('DELETE', '/api/v1/taxes/emptied', { headers: json })).toMatchObject({
      status: 200,
      body: { tax: { code: 'emptied' } },
    });
    expect(
      await send('PUT', '/api/v1/invoices/00000000-0000-4000-8000-000000000000/finalize', { headers: json }),
    ).toMatchObject({ status: 404 });
    expect((await send('POST', '/api/v1/taxes', { headers: json })).body).toEqual({
      status: 400,
      error: 'BadRequest: param is missing or the value is empty or invalid: tax',
    });
  });

  it('must be objects: a non-object read as empty would remove the data to replace', async () => {
    await send('POST', '/api/v1/features', { headers: json, body: JSON.stringify({ feature: { code: 'kept' } }) });
    const plan = { name: 'p', code: 'entitled', interval: 'monthly', amount_cents: 0, amount_currency: 'EUR' };
    await send('POST', '/api/v1/plans', {
      headers: json,
      body: JSON.stringify({ plan: { ...plan, pay_in_advance: false } }),
    });
    const path = '/api/v1/plans/entitled/entitlements';
    const replaced = await send('POST', path, { headers: json, body: JSON.stringify({ entitlements: { kept: {} } }) });
    expect(replaced).toMatchObject({ status: 200, body: { entitlements: [{ code: 'kept' }] } });
    for (const body of ['[null,null]', '"entitlements"', '7', 'true', 'null'])
      expect(await send('POST', path, { headers: json, body })).toMatchObject({
        status: 400,
        body: { status: 400, error: 'BadRequest: the body is no JSON object' },
      });
    expect((await send('GET', path)).body).toEqual(replaced.body);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('may be compressed by %s', async (encoding, compress) => {
    const sent = { headers: { ...json, 'content-encoding': encoding }, body: compress(tax(encoding)) };
    expect(await send('POST', '/api/v1/taxes', sent)).toMatchObject({ status: 200, body: { tax: { code: encoding } } });
  });

  it('are limited while they are decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20));
    const answer = await send('POST', '/api/v1/taxes', {
      headers: { ...json, 'content-encoding': 'gzip' },
      body: bomb,
    });
    expect([answer.status, answer.body]).toEqual([
      413,
      { status: 413, error: 'Payload Too Large', code: 'body_too_large' },
    ]);
  });

  it.each([
    ['broken gzip', { headers: { ...json, 'content-encoding': 'gzip' }, body: 'no gzip' }, 400],
    [
      'cut off gzip',
      { headers: { ...json, 'content-encoding': 'gzip' }, body: gzipSync(tax('cut')).subarray(0, 30) },
      400,
    ],
    ['an unknown encoding', { headers: { ...json, 'content-encoding': 'zstd' }, body: 'x' }, 415],
    ['another type', { headers: { 'content-type': 'text/plain' }, body: 'x' }, 415],
    ['broken JSON', { headers: json, body: '{"tax":' }, 400],
    [
      'bytes that are no UTF-8',
      {
        headers: json,
        body: Buffer.concat([Buffer.from('{"tax":{"name":"'), Buffer.from([0xff]), Buffer.from('"}}')]),
      },
      400,
    ],
    ['names that change objects', { headers: json, body: '{"tax":{"__proto__":{"a":1}}}' }, 400],
  ])('are refused as %s', async (_, sent, status) => {
    const answer = await send('POST', '/api/v1/taxes', sent);
    expect([answer.status, answer.body['status'], typeof answer.body['error']]).toEqual([status, status, 'string']);
  });

  it('name the field whose text cannot be stored', async () => {
    for (const name of ['a\\u0000b', 'a\\ud800']) {
      const answer = await send('POST', '/api/v1/taxes', {
        headers: json,
        body: `{"tax":{"name":"${name}","code":"c","rate":1}}`,
      });
      expect([answer.status, answer.body['error_details']]).toEqual([422, { name: ['value_is_invalid'] }]);
    }
  });
});

describe('addresses', () => {
  it('answer 405 with the allowed methods for an unsupported method', async () => {
    const answer = await send('PATCH', '/api/v1/taxes/x');
    expect([answer.status, answer.headers.get('allow'), answer.body]).toEqual([
      405,
      'DELETE, GET, HEAD, PUT',
      { status: 405, error: 'Method Not Allowed', code: 'method_not_allowed' },
    ]);
    expect((await send('PATCH', '/api/v1/events/batch')).headers.get('allow')).toBe('POST');
    // `estimate` and `preview` are not ids on other paths.
    for (const [method, path] of [
      ['PUT', '/api/v1/credit_notes/estimate'],
      ['PUT', '/api/v1/invoices/preview'],
      ['GET', '/api/v1/invoices/preview'],
      ['GET', '/api/v1/events/batch'],
    ] as const) {
      const refused = await send(method, path);
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST']);
    }
    expect((await send('DELETE', '/api/v1/nothing')).body).toEqual({
      status: 404,
      error: 'Not Found',
      code: 'resource_not_found',
    });
  });

  it.each(['/api/v1/customers/%00', '/api/v1/customers/a%00b/current_usage', `/api/v1/taxes/${'x'.repeat(3_000)}`])(
    '%s names no possible resource',
    async (path) => {
      expect((await send('GET', path)).status).toBe(404);
    },
  );

  it.each(['/api/v1/customers/%ff', '/api/v1/customers?search_term=%ff'])('%s is not readable', async (path) => {
    expect((await send('GET', path)).body).toMatchObject({
      status: 400,
      error: expect.stringMatching(/^BadRequest: the (path|query) is not readable$/) as unknown,
    });
  });

  it('answer 422 to invalid filters, and ignore invalid pages', async () => {
    for (const list of ['customers', 'invoices', 'credit_notes', 'fees', 'subscriptions', 'events']) {
      const filter = list === 'events' ? 'code' : list === 'customers' ? 'search_term' : 'currency';
      expect([list, (await send('GET', `/api/v1/${list}?${filter}=%00`)).status]).toEqual([list, 422]);
      expect([
        list,
        (await send('GET', `/api/v1/${list}?page=9007199254740991&per_page=9007199254740991`)).status,
      ]).toEqual([list, 200]);
    }
    for (const day of ['2026-02-30', '10000-01-01'])
      expect((await send('GET', `/api/v1/invoices?issuing_date_from=${day}`)).status).toBe(200);
  });

  it('limit the length of filter lists, and drop no parameter', async () => {
    const many = 'status[]=&'.repeat(1_001);
    expect((await send('GET', `/api/v1/subscriptions?${many}`)).body['error_details']).toEqual({
      status: ['value_is_too_long'],
    });
    expect((await send('GET', `/api/v1/taxes?${'a=&'.repeat(1_001)}per_page=7`)).status).toBe(200);
    expect((await send('GET', `/api/v1/customers?${'a=&'.repeat(1_001)}search_term=%00`)).status).toBe(422);
  });

  it('accept every valid code', async () => {
    const code = '\u4e00'.repeat(255);
    expect((await send('POST', '/api/v1/taxes', { headers: json, body: tax(code) })).status).toBe(200);
    expect((await send('GET', `/api/v1/taxes/${encodeURIComponent(code)}`)).body).toMatchObject({ tax: { code } });
    expect(
      (await send('POST', '/api/v1/taxes', { headers: json, body: tax('c'.repeat(256)) })).body['error_details'],
    ).toEqual({ code: ['value_is_too_long'] });
  });

  it.each([
    ['/', '/console'],
    ['/docs/', '/docs'],
  ])('redirect from %s to %s', async (path, page) => {
    const response = await fetch(`${baseUrl}${path}`);
    expect([response.status, response.url]).toEqual([200, `${baseUrl}${page}`]);
  });
});

describe('callers', () => {
  it.each(['Basic KEY', 'KEY', 'Bearer', 'Bearer KEY more', 'Token KEY'])('are rejected with %s', async (header) => {
    const authorization = header.replace('KEY', sandbox.apiKey);
    expect((await send('GET', '/api/v1/taxes', { headers: { authorization } })).status).toBe(401);
  });

  it('are accepted with any spelling of Bearer', async () => {
    expect(
      (await send('GET', '/api/v1/taxes', { headers: { authorization: `bearer ${sandbox.apiKey}` } })).status,
    ).toBe(200);
  });
});

describe('malformed requests', () => {
  it.each([
    ['headers without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`, 431],
    ['an address without end', `GET /${'a'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431],
    ['no HTTP', 'hello\r\n\r\n', 400],
  ])('get the common error shape: %s', async (_, text, status) => {
    const [head = '', body = ''] = (await raw(text)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body)).toMatchObject({ status, error: expect.any(String) as unknown });
  });
});

describe('numbers', () => {
  it('retain all digits', async () => {
    await sandbox.ok('POST', '/billable_metrics', {
      billable_metric: { name: 'Sum', code: 'sum', aggregation_type: 'sum_agg', field_name: 'v' },
    });
    const event = (id: string, v: string) =>
      `{"event":{"transaction_id":"${id}","external_subscription_id":"s","code":"sum","properties":{"v":${v}}}}`;
    for (const [id, v] of [
      ['1', '12345678901234567890'],
      ['2', '0.12345678901234567891'],
    ] as const) {
      expect((await send('POST', '/api/v1/events', { headers: json, body: event(id, v) })).status).toBe(200);
      await sandbox.awaitIdle();
      expect((await sandbox.ok<{ event: { properties: unknown } }>('GET', `/events/${id}`)).event.properties).toEqual({
        v,
      });
    }
  });

  it('are rejected where their digits cannot be stored', async () => {
    const plan =
      '{"plan":{"name":"P","code":"p","interval":"monthly","amount_cents":12345678901234567890,"amount_currency":"EUR","pay_in_advance":false}}';
    expect((await send('POST', '/api/v1/plans', { headers: json, body: plan })).body['error_details']).toEqual({
      amount_cents: ['value_is_out_of_range'],
    });
  });
});

describe('answers', () => {
  const headersOf = async (path: string) => (await send('GET', path)).headers;

  it('are not cached, and declare their type', async () => {
    for (const path of ['/api/v1/taxes', '/api/v1/nothing', '/admin/organizations']) {
      const headers = await headersOf(path);
      expect([path, headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
        path,
        'no-store',
        'nosniff',
      ]);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
    }
  });

  it('with the documentation page load no external content and forbid framing', async () => {
    const headers = await headersOf('/docs');
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
    expect((await headersOf('/docs/api/redoc.standalone.js')).get('cache-control')).toBe('public, max-age=3600');
  });

  it('ignore surplus slashes in addresses', async () => {
    for (const path of ['/api/v1//taxes', '/api/v1/taxes/', '/api/v1//taxes/?per_page=1'])
      expect([path, (await send('GET', path)).status]).toEqual([path, 200]);
  });
});
