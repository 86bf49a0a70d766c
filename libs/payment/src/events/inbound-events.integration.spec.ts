import { beforeEach, describe, expect, it } from '@jest/globals';
import { baseUrl, Sandbox } from '@tollgate/testing';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await Sandbox.create('2024-01-10T00:00:00Z');
  await sandbox.ok('POST', '/payment_providers', {
    payment_provider: { provider: 'sandbox', code: 'test', name: 'Test' },
  });
});

const send = async (path: string, body = '{"id":"evt_1"}', headers: Record<string, string> = {}) => {
  const answer = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return [answer.status, await answer.text()];
};

describe('an event of a payment provider (webhooks, section 13)', () => {
  it('of an unknown source or connection gets 400 without a body', async () => {
    const { organizationId } = sandbox;
    for (const path of [
      `/webhooks/stripe/${organizationId}`,
      `/webhooks/stripe/${organizationId}?code=none`,
      `/webhooks/stripe/${organizationId}?code=test`,
      `/webhooks/gocardless/${organizationId}?code=test`,
      `/webhooks/adyen/${organizationId}?code=test`,
      `/webhooks/sandbox/${organizationId}?code=test`,
      `/webhooks/nobody/${organizationId}?code=test`,
      '/webhooks/stripe/no-organization?code=test',
      '/webhooks/stripe/018f0000-0000-7000-8000-000000000001?code=test',
    ])
      expect([path, await send(path)]).toEqual([path, [400, '']]);
  });

  it('is not parsed before its signature is checked', async () => {
    const signed = { 'stripe-signature': 't=1,v1=00' };
    for (const body of ['no JSON', '{"__proto__": {}}', ''])
      expect(await send(`/webhooks/stripe/${sandbox.organizationId}?code=test`, body, signed)).toEqual([400, '']);
  });
});

describe('a connection to Stripe', () => {
  const connect = (settings: object) =>
    sandbox.call('POST', '/payment_providers', {
      payment_provider: { provider: 'stripe', code: 'main', name: 'Stripe', ...settings },
    });

  it('needs a key, and an address of a page', async () => {
    expect(await connect({ success_redirect_url: 'ftp://a' })).toMatchObject({
      status: 422,
      body: { error_details: { secret_key: ['value_is_mandatory'], success_redirect_url: ['url_is_invalid'] } },
    });
  });

  it('that does not exist cannot be changed or checked', async () => {
    const unknown = { status: 404, body: { code: 'payment_provider_not_found' } };
    const change = { payment_provider: { name: 'Other' } };
    expect(await sandbox.call('PUT', '/payment_providers/main', change)).toMatchObject(unknown);
    expect(await sandbox.call('GET', '/payment_providers/main/health')).toMatchObject(unknown);
  });

  it('is not needed by the sandbox provider, which is always healthy', async () => {
    expect(await sandbox.ok('GET', '/payment_providers/test/health')).toEqual({
      health: { payment_provider_code: 'test', status: 'working', provider_error: null },
    });
    const { payment_provider: changed } = await sandbox.ok<{ payment_provider: object }>(
      'PUT',
      '/payment_providers/test',
      { payment_provider: { code: 'renamed', supports_3ds: true } },
    );
    expect(changed).toMatchObject({ code: 'renamed', name: 'Test', supports_3ds: true, webhook_registered: true });
    expect(JSON.stringify(changed)).not.toMatch(/secret/);
  });
});

describe('a connection to GoCardless or Adyen (webhooks, section 12)', () => {
  const connect = (provider: string, settings: object) =>
    sandbox.call('POST', '/payment_providers', {
      payment_provider: { provider, code: 'main', name: 'P', ...settings },
    });
  const refused = (error_details: object) => ({ status: 422, body: { error_details } });

  it('needs its secrets', async () => {
    expect(await connect('gocardless', {})).toMatchObject(
      refused({ secret_key: ['value_is_mandatory'], webhook_secret: ['value_is_mandatory'] }),
    );
    expect(await connect('adyen', { secret_key: 'AQE' })).toMatchObject(
      refused({ webhook_secret: ['value_is_mandatory'], merchant_account: ['value_is_mandatory'] }),
    );
  });

  it('has an HMAC key, and a prefix that is a part of a host name', async () => {
    const settings = { secret_key: 'AQE', merchant_account: 'AcmeCOM', webhook_secret: 'secret' };
    for (const live_prefix of ['a.example/', '-a', 'a@b'])
      expect(await connect('adyen', { ...settings, live_prefix })).toMatchObject(
        refused({ webhook_secret: ['value_is_invalid'], live_prefix: ['value_is_invalid'] }),
      );
  });

  it('is one for tests in a sandbox organization', async () => {
    expect(await connect('gocardless', { secret_key: 'live_1', webhook_secret: 's' })).toMatchObject(
      refused({ secret_key: ['live_key_in_sandbox'] }),
    );
    const live = {
      secret_key: 'AQE',
      webhook_secret: 'AB'.repeat(32),
      merchant_account: 'A',
      live_prefix: '1797-Acme',
    };
    expect(await connect('adyen', live)).toMatchObject(refused({ live_prefix: ['live_key_in_sandbox'] }));
  });
});

describe('a customer of Stripe (webhooks, section 10.1)', () => {
  const link = (billing_configuration: object) =>
    sandbox.call('POST', '/customers', { customer: { external_id: 'c', billing_configuration } });

  it('is stored without a link when the connection is missing', async () => {
    expect(await link({ payment_provider: 'stripe', sync_with_provider: true })).toMatchObject({
      status: 422,
      body: { error_details: { base: ['payment_provider_not_found'] } },
    });
    const { customer } = await sandbox.ok<{ customer: { billing_configuration: object } }>('GET', '/customers/c');
    expect(customer.billing_configuration).toMatchObject({ payment_provider: null });
  });

  it('has ways to pay that fit together', async () => {
    for (const methods of [['cash'], ['link'], ['customer_balance', 'card']])
      expect(await link({ payment_provider: 'stripe', provider_payment_methods: methods })).toMatchObject({
        status: 422,
        body: { code: 'validation_errors' },
      });
  });
});
