import { describe, expect, it } from '@jest/globals';
import { hashApiKey, keyOfHeader, newApiKeyValue } from '../api-keys/api-key.js';
import { hashToken, isSessionToken, newAddressToken, newSessionToken } from './tokens.js';

describe('credentials', () => {
  it('differ by their prefix', () => {
    expect(isSessionToken(newSessionToken())).toBe(true);
    expect(isSessionToken(newApiKeyValue())).toBe(false);
  });

  it('of a mail or an invite have 40 hexadecimal characters (customers, section 14)', () => {
    expect(newAddressToken()).toMatch(/^[0-9a-f]{40}$/);
  });

  it('are random, and stored as hashes', () => {
    for (const make of [newSessionToken, newAddressToken, newApiKeyValue])
      expect(new Set(Array.from({ length: 100 }, make)).size).toBe(100);
    expect(hashToken('a')).toBe('ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb');
    expect(hashApiKey('a')).toBe(hashToken('a'));
  });
});

describe('the key of an authorization header (catalog, section 1.5)', () => {
  it.each(['Bearer tg_key', 'bearer tg_key', 'BEARER   tg_key', 'Bearer tg_key  '])('is read from %p', (header) => {
    expect(keyOfHeader(header)).toBe('tg_key');
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic tg_key', 'tg_key', 'Bearer tg_key more'])(
    'is absent from %p',
    (header) => {
      expect(keyOfHeader(header)).toBeNull();
    },
  );
});
