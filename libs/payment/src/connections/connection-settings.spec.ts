import { describe, expect, it } from '@jest/globals';
import type { ConnectableProvider } from '@tollgate/contracts';
import {
  assertTestKey,
  assertWebhookSecret,
  assertWorking,
  presentConnection,
  settingsOf,
} from './connection-settings.js';

describe('the key of a connection', () => {
  it('is one for tests in a sandbox organization', () => {
    const assert = (
      isSandbox: boolean,
      provider: ConnectableProvider,
      key: string | null,
      live_prefix: string | null = null,
    ) => assertTestKey(isSandbox, { provider, merchant_account: null, live_prefix }, key);
    for (const [provider, key] of [
      ['stripe', 'rk_live_1'],
      ['gocardless', 'live_1'],
      ['gocardless', 'another'],
    ] as const)
      expect(() => assert(true, provider, key)).toThrow();
    expect(() => assert(true, 'adyen', 'AQE1', '1797-Acme')).toThrow();
    for (const [isSandbox, provider, key] of [
      [true, 'stripe', 'sk_test_1'],
      [true, 'sandbox', null],
      [true, 'gocardless', 'sandbox_1'],
      [true, 'adyen', 'AQE1'],
      [false, 'stripe', 'sk_live_1'],
      [false, 'gocardless', 'live_1'],
    ] as const)
      expect(() => assert(isSandbox, provider, key)).not.toThrow();
    expect(() => assert(false, 'adyen', 'AQE1', '1797-Acme')).not.toThrow();
  });

  it('signs events of Adyen by bytes in hexadecimal', () => {
    expect(() => assertWebhookSecret('adyen', 'secret')).toThrow();
    expect(() => assertWebhookSecret('adyen', 'AB'.repeat(32))).not.toThrow();
    expect(() => assertWebhookSecret('gocardless', 'secret')).not.toThrow();
  });

  it('is refused in the words of the provider, and without an answer', () => {
    const error = { message: 'Invalid API Key.', error_code: null };
    const refused = { status: 422, body: { error_details: { third_party: 'Stripe' } } };
    const thrown = (status: 'refused' | 'unavailable') => {
      try {
        return assertWorking('stripe', { status, error });
      } catch (reason) {
        return reason;
      }
    };
    expect(thrown('refused')).toMatchObject({
      ...refused,
      body: { error_details: { thirdparty_error: 'Invalid API Key.' } },
    });
    expect(thrown('unavailable')).toMatchObject({
      ...refused,
      body: { error_details: { thirdparty_error: 'There is no answer.' } },
    });
    expect(assertWorking('stripe', { status: 'working', error: null })).toBeUndefined();
  });
});

describe('the settings of a connection', () => {
  it('change where a call states them', () => {
    expect(settingsOf({})).toEqual({});
    expect(settingsOf({ success_redirect_url: ' ', supports_3ds: false })).toEqual({
      redirect_url: null,
      supports_3ds: false,
    });
    expect(settingsOf({ success_redirect_url: 'https://a', require_terms_of_service_consent: true })).toEqual({
      redirect_url: 'https://a',
      requires_consent: true,
    });
  });
});

describe('a connection as calls show it', () => {
  const row = {
    id: 'i',
    organization_id: 'o',
    provider: 'stripe' as const,
    code: 'main',
    name: 'Stripe',
    secret_key: 'sealed:1:key',
    webhook_secret: 'sealed:1:secret',
    webhook_id: 'we_1',
    webhook_events: null,
    account_id: null,
    merchant_account: null,
    live_prefix: null,
    redirect_url: null,
    requires_consent: false,
    supports_3ds: true,
    created_at: new Date('2024-01-01T00:00:00Z'),
    deleted_at: null,
  };

  it('has no secret, and says whether events come', () => {
    expect(presentConnection(row)).toMatchObject({ code: 'main', supports_3ds: true, webhook_registered: true });
    expect(JSON.stringify(presentConnection(row))).not.toContain('sealed');
    expect(presentConnection({ ...row, webhook_secret: null }).webhook_registered).toBe(false);
  });
});
