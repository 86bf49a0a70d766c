import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@tollgate/platform';
import { ProviderRefused, ProviderUnavailable, thirdPartyError, whileCallerWaits } from './provider-errors.js';

const failing = (error: Error) => whileCallerWaits('stripe', () => Promise.reject(error));

describe('the answer to a caller that waits for a provider (webhooks, section 25)', () => {
  it('is the answer of the provider', async () => {
    await expect(whileCallerWaits('stripe', async () => 'made')).resolves.toBe('made');
  });

  it('is 429 while the provider takes no more calls', async () => {
    await expect(failing(new ProviderUnavailable('Too many requests.', true))).rejects.toMatchObject({
      status: 429,
      body: {
        code: 'too_many_provider_requests',
        error_details: { provider_name: 'Stripe', message: 'Too many requests.' },
      },
    });
  });

  it('is 503 without an answer, and says nothing of the cause', async () => {
    const error: unknown = await failing(new ProviderUnavailable('connect ECONNREFUSED', false)).catch(
      (one: unknown) => one,
    );
    expect(error).toMatchObject({ status: 503 });
    expect(JSON.stringify((error as ApiError).body)).not.toContain('ECONNREFUSED');
  });

  it('is 422 for a refusal that no one expects', async () => {
    const refusal = { message: 'No such method.', error_code: 'resource_missing' };
    await expect(failing(new ProviderRefused(refusal))).rejects.toMatchObject({
      status: 422,
      body: { error_details: { thirdparty_error: 'No such method.' } },
    });
  });

  it('passes other errors on', async () => {
    await expect(failing(new TypeError('a mistake'))).rejects.toThrow(TypeError);
  });

  it('is 422 in the words of the provider', () => {
    expect(thirdPartyError('stripe', { message: 'No such customer.', error_code: null })).toMatchObject({
      status: 422,
      body: {
        code: 'third_party_error',
        error_details: { third_party: 'Stripe', thirdparty_error: 'No such customer.' },
      },
    });
  });
});
