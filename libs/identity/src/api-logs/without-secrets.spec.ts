import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { largestLoggedBytes, textOfBody, withoutSecrets } from './without-secrets.js';

const cleaned = (body: unknown): unknown => JSON.parse(withoutSecrets(JSON.stringify(body)));

describe('a body in the log of calls', () => {
  it.each([
    ['a password', { user: { password: 'x', email: 'a@b.c' } }, { user: { password: '[removed]', email: 'a@b.c' } }],
    [
      'keys of a provider',
      { payment_provider: { secret_key: 'x', code: 'p' } },
      { payment_provider: { secret_key: '[removed]', code: 'p' } },
    ],
    [
      'keys of a tax engine',
      { tax_provider: { license_key: 'x', api_key: 'y', account_id: '1' } },
      { tax_provider: { license_key: '[removed]', api_key: '[removed]', account_id: '1' } },
    ],
    ['credentials of any shape', { list: [{ credentials: { a: 1 } }] }, { list: [{ credentials: '[removed]' }] }],
    ['a token', { session: { token: 'x', tokens: 3 } }, { session: { token: '[removed]', tokens: 3 } }],
    [
      'the value of an API key',
      { api_key: { name: 'n', value: 'tg_x' } },
      { api_key: { name: 'n', value: '[removed]' } },
    ],
    [
      'what signs an address',
      { checkout_url: 'https://a.example/c?id=1&token=x' },
      { checkout_url: 'https://a.example/c?[removed]' },
    ],
    [
      'user and password of an address',
      { webhook_endpoint: { webhook_url: 'https://user:word@a.example/c' } },
      { webhook_endpoint: { webhook_url: 'https://a.example/c' } },
    ],
  ])('omits %s', (_, body, cleanedBody) => {
    expect(cleaned(body)).toEqual(cleanedBody);
  });

  it('leaves everything else unchanged', () => {
    const body = {
      customer: { external_id: 'c1', metadata: [{ key: 'k', value: 'v' }], url: 'https://a.example/?q=1' },
    };
    expect(withoutSecrets(JSON.stringify(body))).toBe(JSON.stringify(body));
  });

  it('is empty without a body, and only a size for a body that is too large or no JSON object', () => {
    expect(withoutSecrets('')).toBe('{}');
    expect(withoutSecrets('not JSON')).toBe('{"bytes_left_out":8}');
    expect(withoutSecrets('[null,null]')).toBe('{"bytes_left_out":11}');
    const large = JSON.stringify({ password: 'x'.repeat(largestLoggedBytes) });
    expect(withoutSecrets(large)).toBe(`{"bytes_left_out":${large.length}}`);
  });

  it('is unpacked, unless it unpacks to more than the limit', () => {
    expect(textOfBody(gzipSync('{"a":1}'), 'gzip')).toBe('{"a":1}');
    expect(textOfBody(Buffer.from('{"a":1}'), undefined)).toBe('{"a":1}');
    expect(textOfBody(gzipSync('x'.repeat(largestLoggedBytes * 100)), 'gzip')).toBe('');
    expect(textOfBody(Buffer.from('not packed'), 'gzip')).toBe('');
  });
});
