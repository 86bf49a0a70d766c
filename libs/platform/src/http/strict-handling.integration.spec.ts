import { beforeAll, describe, expect, it } from '@jest/globals';
import { baseUrl, Sandbox } from '@tollgate/testing';

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
