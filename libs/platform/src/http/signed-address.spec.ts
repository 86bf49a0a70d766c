import { describe, expect, it } from '@jest/globals';
import { isPageSigned, isSigned, pageAddress, signedAddress } from './signed-address.js';

const file = { address: 'https://example.test/base/files/a/b/N-1.pdf', key: 'k' };
const now = Date.UTC(2024, 0, 1, 12);
const partsOf = (address: string) => {
  const { pathname: path, searchParams } = new URL(address);
  return { path, expires: searchParams.get('expires') ?? '', signature: searchParams.get('signature') ?? '' };
};

describe('a signed address', () => {
  it('is valid for a week, and stable during a day', () => {
    const address = signedAddress(file, now);
    expect(signedAddress(file, now + 3_600_000)).toBe(address);
    expect(isSigned(partsOf(address), 'k', now)).toBe(true);
    expect(isSigned(partsOf(address), 'k', now + 7 * 86_400_000)).toBe(true);
    expect(isSigned(partsOf(address), 'k', now + 8 * 86_400_000)).toBe(false);
  });

  it('is specific to a file, a time and a key', () => {
    const parts = partsOf(signedAddress(file, now));
    expect(isSigned({ ...parts, path: `${parts.path}x` }, 'k', now)).toBe(false);
    expect(isSigned({ ...parts, expires: `${Number(parts.expires) + 1}` }, 'k', now)).toBe(false);
    expect(isSigned(parts, 'other', now)).toBe(false);
    expect(isSigned({ ...parts, expires: 'never' }, 'k', now)).toBe(false);
  });
});

describe('the address of a page', () => {
  it('stays below the base path, never expires, and opens no file', () => {
    const address = pageAddress(file);
    expect(address).toMatch(/^https:\/\/example\.test\/base\/documents\/a\/b\?signature=[\w-]{43}$/);
    const { path, signature } = partsOf(address);
    expect(isPageSigned({ path, signature }, 'k')).toBe(true);
    expect(isPageSigned({ path, signature }, 'other')).toBe(false);
    expect(isPageSigned({ path: '/base/documents/a/c', signature }, 'k')).toBe(false);
    expect(isSigned({ path, expires: '99999999999', signature }, 'k', now)).toBe(false);
    const signed = partsOf(signedAddress(file, now));
    expect(isPageSigned(signed, 'k')).toBe(false);
  });
});
