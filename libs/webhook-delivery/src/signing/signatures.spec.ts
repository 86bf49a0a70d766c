import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { jwtVerify } from 'jose';
import { encodePublicKey, hmacSignature, jwtSignature } from './signatures.js';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

it('signs with HMAC-SHA-256 as published for RFC 4231', () => {
  const expected = Buffer.from('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843', 'hex').toString(
    'base64',
  );
  expect(hmacSignature('what do ya want for nothing?', 'Jefe')).toBe(expected);
});

it('signs the UTF-8 bytes of the body', () => {
  expect(hmacSignature('é', 'k')).not.toBe(hmacSignature('\u00c3\u00a9', 'k'));
});

describe('JWT signature', () => {
  const body = '{"webhook_type":"customer.created","customer":{"name":"Zoë"}}';

  it('carries the body and the issuer and nothing else, and verifies with the public key', async () => {
    const token = await jwtSignature(body, 'https://billing.example.com', privateKey);
    const { payload, protectedHeader } = await jwtVerify(token, publicKey);
    expect(payload).toEqual({ data: body, iss: 'https://billing.example.com' });
    expect(protectedHeader).toEqual({ alg: 'RS256' });
  });

  it('is the same at every attempt', async () => {
    expect(await jwtSignature(body, 'https://a', privateKey)).toBe(await jwtSignature(body, 'https://a', privateKey));
  });
});

it('gives the public key as base64 of its PEM in lines of 60 characters', () => {
  const lines = encodePublicKey(publicKey).split('\n');
  expect(lines.pop()).toBe('');
  expect(lines.slice(0, -1).every((line) => line.length === 60)).toBe(true);
  expect(lines.at(-1)?.length).toBeGreaterThan(0);
  const pem = Buffer.from(lines.join(''), 'base64').toString();
  expect(pem).toMatch(/^-----BEGIN PUBLIC KEY-----\n[\s\S]+\n-----END PUBLIC KEY-----\n$/);
});
