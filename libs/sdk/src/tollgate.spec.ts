import { afterEach, describe, expect, it } from '@jest/globals';
import { TollgateError } from './errors.js';
import { LocalService, refusal, type Script } from './service.fixture.js';
import { Tollgate, type TollgateSettings } from './tollgate.js';

let service: LocalService | null = null;
afterEach(async () => {
  await service?.stop();
  service = null;
});

async function clientOf(script: Script, settings: Partial<TollgateSettings> = {}): Promise<Tollgate> {
  service = await LocalService.start(script);
  return new Tollgate({ apiKey: 'key', baseUrl: `${service.baseUrl}/`, ...settings });
}
const received = () => service?.received ?? [];
const invoice = { invoice: { external_customer_id: 'a', currency: 'EUR' as const, fees: [] } };
const failureOf = (call: Promise<unknown>): Promise<TollgateError> =>
  call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: TollgateError) => error,
  );

describe('a call', () => {
  it('has its path, its query, its body and the key, and is strict', async () => {
    const tollgate = await clientOf(() => ({ body: { ok: true } }));
    await tollgate.get('/customers/{external_id}', { path: { external_id: 'a/b c' } });
    await tollgate.get('/invoices', { query: { 'statuses[]': ['draft', 'failed'], metadata: { po: '1' }, page: 2 } });
    await tollgate.post('/invoices', { body: invoice, idempotencyKey: 'once' });
    expect(received().map(({ method, url, body }) => [method, decodeURIComponent(url), body])).toEqual([
      ['GET', '/api/v1/customers/a/b c', undefined],
      ['GET', '/api/v1/invoices?statuses[]=draft&statuses[]=failed&metadata[po]=1&page=2', undefined],
      ['POST', '/api/v1/invoices', invoice],
    ]);
    for (const { headers } of received())
      expect(headers).toMatchObject({ authorization: 'Bearer key', prefer: 'handling=strict' });
    expect(received().map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined, 'once']);
  });

  it('is lenient where the client is', async () => {
    const tollgate = await clientOf(() => ({ body: {} }), { strict: false });
    await tollgate.get('/invoices');
    expect(received()[0]?.headers['prefer']).toBe('handling=lenient');
  });

  it('fails with the status, the code, the fields and the id of the request', async () => {
    const details = { 'customer.email': ['invalid_format'], base: 'no_such_thing', 0: { code: ['x'] } };
    const tollgate = await clientOf(() => ({ ...refusal(details), headers: { 'x-request-id': 'r-1' } }));
    const error = await failureOf(tollgate.get('/invoices'));
    expect(error).toBeInstanceOf(TollgateError);
    expect(error).toMatchObject({ status: 422, code: 'validation_errors', requestId: 'r-1', details });
    expect(error.fields).toEqual({ 'customer.email': ['invalid_format'], base: ['no_such_thing'] });
    expect(error.message).toContain('customer.email');
  });

  it('fails with the status of an answer that is no JSON', async () => {
    const tollgate = await clientOf(() => ({ status: 404, headers: { 'content-type': 'text/html' } }));
    expect(await failureOf(tollgate.get('/invoices'))).toMatchObject({ status: 404, code: 'unexpected_answer' });
  });
});

describe('a repeated call', () => {
  it('waits as long as the answer says', async () => {
    const tollgate = await clientOf((_, place) =>
      place === 0 ? { status: 429, headers: { 'retry-after': '1' } } : { body: { invoices: [] } },
    );
    const begun = Date.now();
    expect(await tollgate.get('/invoices')).toEqual({ invoices: [] });
    expect(Date.now() - begun).toBeGreaterThanOrEqual(990);
  });

  it('comes after a lost connection and after an answer that means "not now"', async () => {
    const answers = [{ isLost: true }, { status: 503 }, { body: invoice }];
    const tollgate = await clientOf((_, place) => answers[place] ?? {});
    expect(await tollgate.post('/invoices', { body: invoice, idempotencyKey: 'once' })).toEqual(invoice);
    expect(received().map(({ headers, body }) => [headers['idempotency-key'], body])).toEqual(
      Array.from({ length: 3 }, () => ['once', invoice]),
    );
  });

  it('does not come for a writing call without a key, which may have had its effect', async () => {
    for (const answer of [{ isLost: true }, { status: 503 }]) {
      const tollgate = await clientOf(() => answer);
      await failureOf(tollgate.post('/invoices', { body: invoice }));
      expect(received()).toHaveLength(1);
      await service?.stop();
    }
  });

  it('comes a bounded number of times, and not after the deadline', async () => {
    const tollgate = await clientOf(() => ({ status: 503, body: { code: 'away' } }), { attempts: 2 });
    expect(await failureOf(tollgate.get('/invoices'))).toMatchObject({ status: 503, code: 'away' });
    expect(received()).toHaveLength(2);
    await failureOf(tollgate.get('/invoices', { deadlineMs: 50 }));
    expect(received()).toHaveLength(3);
  });
});

describe('a call that nothing answers', () => {
  it('ends at the bound of its attempts', async () => {
    const tollgate = await clientOf(() => ({ isHanging: true }), { attemptMs: 50, attempts: 2 });
    expect(await failureOf(tollgate.get('/invoices'))).toMatchObject({ status: 0, code: 'deadline_exceeded' });
    expect(received()).toHaveLength(2);
  });

  it('ends by its signal', async () => {
    const tollgate = await clientOf(() => ({ isHanging: true }));
    const end = new AbortController();
    const call = tollgate.get('/invoices', { signal: end.signal });
    setTimeout(() => end.abort(new Error('enough')), 50);
    await expect(call).rejects.toThrow('enough');
    expect(received()).toHaveLength(1);
  });

  it('says why', async () => {
    const tollgate = new Tollgate({ apiKey: 'key', baseUrl: 'http://127.0.0.1:1', attempts: 1 });
    expect(await failureOf(tollgate.get('/invoices'))).toMatchObject({ code: 'no_answer', cause: expect.anything() });
  });
});

describe('a list', () => {
  const all = async (list: AsyncIterable<unknown>) => {
    const elements: unknown[] = [];
    for await (const element of list) elements.push(element);
    return elements;
  };
  const parameterOf = (url: string, name: string) => new URL(url, 'http://x').searchParams.get(name);

  it('follows cursors', async () => {
    const tollgate = await clientOf(({ url }) => {
      const cursor = parameterOf(url, 'cursor');
      return { body: { meta: { next_page: 9, next_cursor: cursor === '' ? 'c' : null }, invoices: [{ id: cursor }] } };
    });
    expect(await all(tollgate.list('/invoices', { query: { status: 'draft' } }))).toEqual([{ id: '' }, { id: 'c' }]);
    expect(received().map(({ url }) => parameterOf(url, 'status'))).toEqual(['draft', 'draft']);
  });

  it('follows pages where the list has no cursors', async () => {
    const tollgate = await clientOf(({ url }) => {
      const page = Number(parameterOf(url, 'page') ?? 1);
      const headers: Record<string, string> = page === 1 ? { 'x-ignored-parameters': 'cursor' } : {};
      return { headers, body: { events: [page], meta: { current_page: page, next_page: page < 3 ? page + 1 : null } } };
    });
    expect(await all(tollgate.list('/events'))).toEqual([1, 2, 3]);
  });

  it('refuses parameters without effect, as other calls do', async () => {
    const script: Script = () => ({
      headers: { 'x-ignored-parameters': 'cursor, statusx' },
      body: { events: [], meta: {} },
    });
    const strict = all((await clientOf(script)).list('/events'));
    expect((await failureOf(strict)).fields).toEqual({ statusx: ['unknown_parameter'] });
    await service?.stop();
    expect(await all((await clientOf(script, { strict: false })).list('/events'))).toEqual([]);
  });

  it('reads no page that its caller does not need', async () => {
    const tollgate = await clientOf(() => ({ body: { events: [1, 2], meta: { next_cursor: 'c' } } }));
    for await (const event of tollgate.list('/events')) if (event) break;
    expect(received()).toHaveLength(1);
  });
});
