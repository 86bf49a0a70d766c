import { beforeAll, describe, expect, it } from '@jest/globals';
import { call, Sandbox } from '@tollgate/testing';

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
    ['a key that nobody has', 'Bearer tg_0000000000000000000000000000000000000000000'],
    ['the operators\' key', `Bearer ${process.env['ADMIN_API_KEY']}`],
  ])('refuses a call with %s', async (_, header) => {
    expect(await call('GET', '/api/v1/taxes', header)).toEqual(unauthorized);
  });

  it('refuses operators\' calls with the key of an organization', async () => {
    const organization = { name: 'Intruder', sandbox: true, frozen_time: '2024-01-01T00:00:00Z' };
    expect(await call('POST', '/admin/organizations', `Bearer ${ours.apiKey}`, { organization })).toEqual(unauthorized);
  });

  it('refuses before it looks at the body, so that nothing is told to strangers', async () => {
    expect(await call('POST', '/api/v1/taxes', undefined, { nonsense: true })).toEqual(unauthorized);
  });

  it('shows an organization only what is its own', async () => {
    await ours.ok('POST', '/taxes', tax('ours'));
    await theirs.ok('POST', '/taxes', tax('theirs'));
    const { taxes, meta } = await ours.ok<{ taxes: { code: string }[]; meta: { total_count: number } }>('GET', '/taxes');
    expect(taxes.map(({ code }) => code)).toEqual(['ours']);
    expect(meta.total_count).toBe(1);
    const missing = { status: 404, body: { status: 404, error: 'Not Found', code: 'tax_not_found' } };
    expect(await ours.call('GET', '/taxes/theirs')).toEqual(missing);
    expect(await ours.call('PUT', '/taxes/theirs', tax('theirs', 'Seized'))).toEqual(missing);
    expect(await ours.call('DELETE', '/taxes/theirs')).toEqual(missing);
    expect(await theirs.ok('GET', '/taxes/theirs')).toMatchObject({ tax: { code: 'theirs', name: 'VAT' } });
  });

  it('lets two organizations use the same code', async () => {
    const [first, second] = await Promise.all([ours.ok<Made>('POST', '/taxes', tax('shared')), theirs.ok<Made>('POST', '/taxes', tax('shared'))]);
    expect(first.tax.svc_id).not.toBe(second.tax.svc_id);
    expect(await ours.call('POST', '/taxes', tax('shared'))).toMatchObject({ status: 422 });
  });
});

interface Made {
  tax: { svc_id: string };
}
