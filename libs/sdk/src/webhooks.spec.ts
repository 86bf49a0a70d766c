import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { verifyWebhook, WebhookError } from './webhooks.js';

const body = JSON.stringify({ webhook_type: 'customer.created', object_type: 'customer', customer: { name: 'Zoë' } });
const hmacKey = 'a key of the organization';
const hmacOf = (text: string, key = hmacKey) => createHmac('sha256', key).update(text).digest('base64');
const headers = (signature: string) => ({
  'X-Svc-Signature': signature,
  'X-Svc-Unique-Key': 'k-1',
  'X-Svc-Sequence': '3',
});

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const others = generateKeyPairSync('rsa', { modulusLength: 2048 });
/** As `GET /webhooks/json_public_key` answers: lines of 60 characters. */
const pem = createPublicKey(keys.privateKey).export({ type: 'spki', format: 'pem' }).toString();
const publicKey = Buffer.from(pem)
  .toString('base64')
  .replace(/.{1,60}/g, '$&\n');
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
function jwtOf(data: string, { alg = 'RS256', key = keys.privateKey } = {}): string {
  const signed = `${part({ alg })}.${part({ data, iss: 'https://billing.example.com' })}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
}

describe('a webhook with an HMAC', () => {
  it('is genuine as text and as bytes, with headers of Node and of fetch', async () => {
    const expected = { webhook: JSON.parse(body), uniqueKey: 'k-1', sequence: 3 };
    expect(await verifyWebhook(body, headers(hmacOf(body)), { hmacKey })).toEqual(expected);
    const bytes = Buffer.from(body);
    expect(await verifyWebhook(bytes, new Headers(headers(hmacOf(body))), { hmacKey })).toEqual(expected);
    const lower = { 'x-lago-signature': [hmacOf(body)], 'x-lago-unique-key': 'k-2' };
    expect(await verifyWebhook(body, lower, { hmacKey, prefix: 'Lago' })).toMatchObject({
      uniqueKey: 'k-2',
      sequence: null,
    });
  });

  it.each([
    ['another key', hmacOf(body, 'other')],
    ['another body', hmacOf(`${body} `)],
    ['a part of the signature', hmacOf(body).slice(0, -8)],
    ['an empty signature', ''],
    ['something that is no base64', '%%%'],
    ['a genuine JWT', jwtOf(body)],
  ])('is refused with %s', async (_, signature) => {
    await expect(verifyWebhook(body, headers(signature), { hmacKey })).rejects.toBeInstanceOf(WebhookError);
  });

  it('is refused without a signature', async () => {
    await expect(verifyWebhook(body, {}, { hmacKey })).rejects.toThrow('no signature');
  });
});

describe('a webhook with a JWT', () => {
  it('is genuine under the key as the service answers it, and under its PEM', async () => {
    for (const key of [publicKey, pem])
      expect((await verifyWebhook(body, headers(jwtOf(body)), { publicKey: key })).webhook).toEqual(JSON.parse(body));
  });

  it.each([
    ['another key', jwtOf(body, { key: others.privateKey })],
    ['another body', jwtOf(`${body} `)],
    ['another algorithm', jwtOf(body, { alg: 'HS256' })],
    ['no algorithm', `${part({ alg: 'none' })}.${part({ data: body })}.`],
    ['a fourth part', `${jwtOf(body)}.x`],
    ['an HMAC under the public key', hmacOf(body, publicKey)],
  ])('is refused with %s', async (_, signature) => {
    await expect(verifyWebhook(body, headers(signature), { publicKey })).rejects.toBeInstanceOf(WebhookError);
  });
});
