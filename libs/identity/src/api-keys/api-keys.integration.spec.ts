import { beforeAll, describe, expect, it } from '@jest/globals';
import { call, Sandbox, waitFor, type Answer } from '@tollgate/testing';

const unauthorized = { status: 401, body: { status: 401, error: 'Unauthorized' } };
const tax = (code: string, name = 'VAT') => ({ tax: { name, code, rate: '20' } });

describe('API keys', () => {
  let ours: Sandbox;
  let theirs: Sandbox;

  beforeAll(async () => {
    [ours, theirs] = await Promise.all([Sandbox.create(), Sandbox.create()]);
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['a scheme without a key', 'Bearer'],
    ['an unknown key', 'Bearer tg_0000000000000000000000000000000000000000000'],
    ["the operators' key", `Bearer ${process.env['ADMIN_API_KEY']}`],
  ])('refuses a call with %s', async (_, header) => {
    expect(await call('GET', '/api/v1/taxes', header)).toEqual(unauthorized);
  });

  it("refuses operators' calls with the key of an organization", async () => {
    const organization = { name: 'Intruder', sandbox: true, frozen_time: '2024-01-01T00:00:00Z' };
    expect(await call('POST', '/admin/organizations', `Bearer ${ours.apiKey}`, { organization })).toEqual(unauthorized);
  });

  it('refuses unauthenticated calls before it reads the body', async () => {
    expect(await call('POST', '/api/v1/taxes', undefined, { nonsense: true })).toEqual(unauthorized);
  });

  it('shows an organization only its own resources', async () => {
    await ours.ok('POST', '/taxes', tax('ours'));
    await theirs.ok('POST', '/taxes', tax('theirs'));
    const { taxes, meta } = await ours.ok<{ taxes: { code: string }[]; meta: { total_count: number } }>(
      'GET',
      '/taxes',
    );
    expect(taxes.map(({ code }) => code)).toEqual(['ours']);
    expect(meta.total_count).toBe(1);
    const missing = { status: 404, body: { status: 404, error: 'Not Found', code: 'tax_not_found' } };
    expect(await ours.call('GET', '/taxes/theirs')).toEqual(missing);
    expect(await ours.call('PUT', '/taxes/theirs', tax('theirs', 'Seized'))).toEqual(missing);
    expect(await ours.call('DELETE', '/taxes/theirs')).toEqual(missing);
    expect(await theirs.ok('GET', '/taxes/theirs')).toMatchObject({ tax: { code: 'theirs', name: 'VAT' } });
  });

  it('lets two organizations use the same code', async () => {
    const [first, second] = await Promise.all([
      ours.ok<CreatedTax>('POST', '/taxes', tax('shared')),
      theirs.ok<CreatedTax>('POST', '/taxes', tax('shared')),
    ]);
    expect(first.tax.svc_id).not.toBe(second.tax.svc_id);
    expect(await ours.call('POST', '/taxes', tax('shared'))).toMatchObject({ status: 422 });
  });
});

interface CreatedTax {
  tax: { svc_id: string };
}

interface Key {
  svc_id: string;
  name: string | null;
  value: string;
  permissions: Record<string, string[]>;
  expires_at: string | null;
}

/** Longer than any process caches a key. */
const remembered = 8_000;

describe('API keys, as operators manage them', () => {
  let sandbox: Sandbox;
  const admin = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: unknown): Promise<Answer> =>
    call(
      method,
      `/admin/organizations/${sandbox.organizationId}/api_keys${path}`,
      `Bearer ${process.env['ADMIN_API_KEY']}`,
      body,
    );
  const changeKey = async (...request: Parameters<typeof admin>): Promise<Key> => {
    const { status, body } = await admin(...request);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return (body as unknown as { api_key: Key }).api_key;
  };
  const list = async () => ((await admin('GET')).body as unknown as { api_keys: Key[] }).api_keys;
  const status = async (value: string, method: 'GET' | 'POST' = 'GET') =>
    (await call(method, '/api/v1/taxes', `Bearer ${value}`)).status;

  beforeAll(async () => {
    sandbox = await Sandbox.create();
  });

  it('are listed without their values', async () => {
    const [first, ...others] = await list();
    expect(others).toEqual([]);
    expect(first?.value).toBe(`••••••••${sandbox.apiKey.slice(-4)}`);
    expect(first?.permissions['customer']).toEqual(['read', 'write']);
  });

  it('work at once, with their permissions', async () => {
    const key = await changeKey('POST', '', { api_key: { name: 'reader', permissions: { tax: ['read'] } } });
    expect(key).toMatchObject({ name: 'reader', permissions: { tax: ['read'] }, expires_at: null });
    expect(await status(key.value)).toBe(200);
    expect(await call('POST', '/api/v1/taxes', `Bearer ${key.value}`, tax('refused'))).toMatchObject({
      status: 403,
      body: { code: 'write_action_not_allowed_for_tax' },
    });
    expect(await call('GET', '/api/v1/plans', `Bearer ${key.value}`)).toMatchObject({ status: 403 });
    expect((await list()).find(({ svc_id: id }) => id === key.svc_id)?.value).toBe(`••••••••${key.value.slice(-4)}`);
    await changeKey('PUT', `/${key.svc_id}`, { api_key: { permissions: { plan: ['read'] } } });
    await waitFor('the new permissions', async () => (await status(key.value)) === 403, remembered);
  });

  it.each([
    ['no resource', {}, 'value_is_mandatory'],
    ['an unknown resource', { nonsense: ['read'] }, 'contains forbidden keys: ["nonsense"]'],
    ['an unknown mode', { tax: ['own'] }, 'contains forbidden values for: ["tax"]'],
  ])('are refused with permissions of %s', async (_, permissions, code) => {
    expect(await admin('POST', '', { api_key: { permissions } })).toMatchObject({
      status: 422,
      body: { error_details: { permissions: [code] } },
    });
  });

  it('are rotated: the old one works until its expiry, the new one at once', async () => {
    const old = await changeKey('POST', '', { api_key: { name: 'old' } });
    expect(await status(old.value)).toBe(200);
    const end = new Date(Date.now() + 3_600_000).toISOString();
    const next = await changeKey('POST', `/${old.svc_id}/rotate`, { api_key: { name: 'next', expires_at: end } });
    expect(next.value).not.toBe(old.value);
    expect(await Promise.all([status(old.value), status(next.value)])).toEqual([200, 200]);
    expect((await list()).find(({ svc_id: id }) => id === old.svc_id)?.expires_at).toBe(`${end.slice(0, 19)}Z`);
    await changeKey('POST', `/${old.svc_id}/rotate`);
    await waitFor('the end of the old key', async () => (await status(old.value)) === 401, remembered);
    expect(await status(next.value)).toBe(200);
    expect(await admin('POST', `/${old.svc_id}/rotate`)).toMatchObject({
      status: 404,
      body: { code: 'api_key_not_found' },
    });
  });

  it('are rotated once by several calls at once', async () => {
    const key = await changeKey('POST', '', { api_key: { name: 'raced' } });
    const end = new Date(Date.now() + 3_600_000).toISOString();
    for (const body of [undefined, { api_key: { expires_at: end } }]) {
      const raced = body ? await changeKey('POST', '', { api_key: { name: 'raced later' } }) : key;
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => admin('POST', `/${raced.svc_id}/rotate`, body)),
      );
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(404)]);
    }
  });

  it('are revoked, except the last one without expiry', async () => {
    const key = await changeKey('POST', '', { api_key: { name: 'short-lived' } });
    expect(await status(key.value)).toBe(200);
    await changeKey('DELETE', `/${key.svc_id}`);
    await waitFor('the end of the key', async () => (await status(key.value)) === 401, remembered);
    const lasting = (await list()).filter(({ expires_at: end }) => end === null);
    const outcomes = await Promise.all(lasting.map(({ svc_id: id }) => admin('DELETE', `/${id}`)));
    expect(outcomes.filter((outcome) => outcome.status === 422)).toEqual([
      {
        status: 422,
        body: {
          status: 422,
          error: 'Unprocessable Entity',
          code: 'validation_errors',
          error_details: { base: ['last_non_expiring_api_key'] },
        },
      },
    ]);
  });

  it('are invisible to other organizations', async () => {
    const [key] = await list();
    const other = await Sandbox.create();
    const path = `/admin/organizations/${other.organizationId}/api_keys/${key?.svc_id}`;
    expect(await call('DELETE', path, `Bearer ${process.env['ADMIN_API_KEY']}`)).toMatchObject({
      status: 404,
      body: { code: 'api_key_not_found' },
    });
    expect(
      await call('GET', `/admin/organizations/${other.organizationId}/api_keys`, `Bearer ${other.apiKey}`),
    ).toEqual(unauthorized);
    expect(
      await call('GET', '/admin/organizations/none/api_keys', `Bearer ${process.env['ADMIN_API_KEY']}`),
    ).toMatchObject({ status: 404, body: { code: 'organization_not_found' } });
  });
});
