import { beforeAll, describe, expect, it } from '@jest/globals';
import { baseUrl, Sandbox, waitFor } from '@tollgate/testing';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await Sandbox.create()));

async function call(
  method: string,
  path: string,
  { body, prefer, key }: { body?: unknown; prefer?: string; key?: string },
) {
  const response = await fetch(`${baseUrl}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key ?? sandbox.apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(prefer === undefined ? {} : { prefer }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { error_details?: Record<string, string[]> };
  return {
    status: response.status,
    applied: response.headers.get('preference-applied'),
    details: answer.error_details,
  };
}

const strict = 'handling=strict';
const plan = (code: string, fields: object = {}) => ({
  plan: {
    name: 'A',
    code,
    interval: 'monthly',
    amount_cents: 1,
    amount_currency: 'EUR',
    pay_in_advance: false,
    ...fields,
  },
});

describe('a call with strict handling', () => {
  it('names the fields that it does not know, and changes nothing', async () => {
    const body = { ...plan('strict', { amunt_cents: 1, charges: [{ propertys: {} }] }), dry_run: true };
    expect(await call('POST', '/plans', { body, prefer: strict })).toEqual({
      status: 422,
      applied: strict,
      details: {
        'plan.amunt_cents': ['unknown_parameter'],
        'plan.charges.0.propertys': ['unknown_parameter'],
        dry_run: ['unknown_parameter'],
      },
    });
    expect((await call('GET', '/plans/strict', {})).status).toBe(404);
    expect(await call('POST', '/plans', { body: plan('strict'), prefer: strict })).toMatchObject({
      status: 200,
      applied: strict,
    });
  });

  it('names the parameters of an address, and events that say more than they may', async () => {
    const list = '/invoices?modified_since=2030-01-01T00:00:00Z&statuses[]=draft';
    expect((await call('GET', list, { prefer: strict })).details).toEqual({ modified_since: ['unknown_parameter'] });
    const event = { transaction_id: 'strict', external_subscription_id: 's', code: 'c', propertis: { a: 1 } };
    const body = { event };
    expect((await call('POST', '/events', { body, prefer: strict })).details).toEqual({
      'event.propertis': ['unknown_parameter'],
    });
    expect((await call('GET', '/events/strict', {})).status).toBe(404);
  });

  it('is for callers who ask for it, and whom the service knows', async () => {
    const body = plan('lenient', { amunt_cents: 1 });
    for (const prefer of [undefined, 'handling=lenient'])
      expect(
        await call('POST', '/plans', {
          body: plan(`lenient-${prefer}`, { amunt_cents: 1 }),
          ...(prefer ? { prefer } : {}),
        }),
      ).toMatchObject({ status: 200, applied: null });
    expect((await call('POST', '/plans', { body, prefer: strict, key: 'unknown' })).status).toBe(401);
  });
});

describe('a sandbox that refuses unknown parameters', () => {
  const refusing = () => Sandbox.create('2024-01-01T00:00:00Z', { unknown_parameters: 'refuse' });
  const refused = { status: 422, applied: null, details: { 'plan.amunt_cents': ['unknown_parameter'] } };
  const misspelled = (code: string) => plan(code, { amunt_cents: 1 });

  it('needs no header, and a call may ask for leniency', async () => {
    const { apiKey: key } = await refusing();
    expect(await call('POST', '/plans', { body: misspelled('default'), key })).toEqual(refused);
    expect(await call('GET', '/plans?pages=2', { key })).toMatchObject({ status: 422, applied: null });
    expect(await call('POST', '/plans', { body: misspelled('strict'), key, prefer: strict })).toMatchObject({
      status: 422,
      applied: strict,
    });
    expect(
      await call('POST', '/plans', { body: misspelled('lenient'), key, prefer: 'handling=lenient' }),
    ).toMatchObject({ status: 200, applied: 'handling=lenient' });
    expect((await call('POST', '/plans', { body: plan('known'), key })).status).toBe(200);
    expect((await call('GET', '/plans/default', { key })).status).toBe(404);
  });

  it('is one for its other keys, too, and until its setting changes', async () => {
    const own = await refusing();
    const { api_key: other } = await own.ok<{ api_key: { value: string } }>('POST', '/api_keys', {
      api_key: { name: 'other' },
    });
    const answerOf = (key: string, code: string) => call('POST', '/plans', { body: misspelled(code), key });
    expect(await answerOf(other.value, 'other')).toEqual(refused);
    expect((await answerOf(sandbox.apiKey, 'stranger')).status).toBe(200);
    await own.ok('PUT', '/organizations', { organization: { unknown_parameters: 'ignore' } });
    for (const key of [own.apiKey, other.value])
      await waitFor('leniency', async () => (await answerOf(key, key.slice(-8))).status === 200, 10_000);
  });
});

describe('an organization by the wall clock', () => {
  const organizations = (organization: object) =>
    fetch(`${baseUrl}/admin/organizations`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${process.env['ADMIN_API_KEY'] ?? ''}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ organization: { name: 'Live', ...organization } }),
    });

  it('cannot refuse unknown parameters for all calls', async () => {
    const onlyForSandbox = { status: 422, error_details: { unknown_parameters: ['only_for_sandbox'] } };
    expect(await (await organizations({ unknown_parameters: 'refuse' })).json()).toMatchObject(onlyForSandbox);
    const answer = await organizations({ unknown_parameters: 'ignore' });
    const { api_key: key } = (await answer.json()) as { api_key: { value: string } };
    const put = (unknown_parameters: string) =>
      fetch(`${baseUrl}/api/v1/organizations`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${key.value}`, 'content-type': 'application/json' },
        body: JSON.stringify({ organization: { unknown_parameters, legal_name: unknown_parameters } }),
      });
    expect(await (await put('refuse')).json()).toMatchObject({
      ...onlyForSandbox,
      hints: { unknown_parameters: expect.stringContaining('handling=strict') },
    });
    expect(await (await put('ignore')).json()).toMatchObject({
      organization: { unknown_parameters: 'ignore', legal_name: 'ignore' },
    });
  });
});
