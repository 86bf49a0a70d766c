import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TollgateClient, TollgateError, textOf, type Call } from './client.js';

const read: Call = { method: 'GET', path: '/customer' };
const real = globalThis.fetch;
let sent: { url: string; headers: Record<string, string>; body: unknown }[];
/** The tokens that the service admits. */
let valid: string[];
beforeEach(() => {
  sent = [];
  valid = ['first'];
  globalThis.fetch = (async (url: string, { headers, body }: { headers: Record<string, string>; body?: string }) => {
    sent.push({ url, headers, body: body === undefined ? undefined : JSON.parse(body) });
    const isValid = valid.some((token) => headers['Authorization'] === `Bearer ${token}`);
    const status = isValid ? 200 : 401;
    return new Response(JSON.stringify(isValid ? { ok: true } : { status, error: 'Unauthorized' }), { status });
  }) as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = real;
});

const clientWith = (refresh?: () => Promise<string>) =>
  new TollgateClient({ baseUrl: 'https://billing.example.com/', token: 'first', ...(refresh ? { refresh } : {}) });

describe('a call of the portal', () => {
  it('has the token, and the names of every installation', async () => {
    expect(await clientWith().call({ ...read, query: { page: 2, status: ['a b', 'c'], other: undefined } })).toEqual({
      ok: true,
    });
    expect(sent).toEqual([
      {
        url: 'https://billing.example.com/api/v1/portal/customer?page=2&status%5B%5D=a+b&status%5B%5D=c',
        headers: { Authorization: 'Bearer first', 'X-Tollgate-Console': 'portal' },
        body: undefined,
      },
    ]);
  });

  it('renews a token that has ended, once for calls that fail together', async () => {
    valid = ['second'];
    const refresh = jest.fn(async () => 'second');
    const client = clientWith(refresh);
    expect(await Promise.all([client.call(read), client.call(read), client.call(read)])).toHaveLength(3);
    expect(refresh).toHaveBeenCalledTimes(1);
    await client.call(read);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('is refused where the new token is not valid either, and without a way to renew it', async () => {
    valid = [];
    const refresh = jest.fn(async () => 'second');
    await expect(clientWith(refresh).call(read)).rejects.toMatchObject({ status: 401, code: 'Unauthorized' });
    expect(refresh).toHaveBeenCalledTimes(1);
    await expect(clientWith().call(read)).rejects.toBeInstanceOf(TollgateError);
  });

  it('fails with the codes of the fields', async () => {
    globalThis.fetch = (async () =>
      new Response(JSON.stringify({ code: 'validation_errors', error_details: { base: ['nothing_to_pay'] } }), {
        status: 422,
      })) as typeof fetch;
    await expect(clientWith().call({ method: 'POST', path: '/payments', body: {} })).rejects.toMatchObject({
      status: 422,
      code: 'validation_errors',
      details: { base: ['nothing_to_pay'] },
    });
  });
});

it('a query without parameters is empty', () => {
  expect([textOf(), textOf({ a: undefined }), textOf({ a: [] })]).toEqual(['', '', '']);
});
