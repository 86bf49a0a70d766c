import { describe, expect, it } from '@jest/globals';
import { signedAddress } from './signed-address.js';
import { withoutSignedAddresses } from './without-signatures.js';

const signed = signedAddress({ address: 'https://billing.example.com/files/1.pdf', key: 'secret' }, Date.now());

describe('a logged object', () => {
  it('contains no address that opens a file, at any depth', () => {
    const object = { file_url: signed, fees: [{ xml_url: signed }], payment: { receipt: { file_url: signed } } };
    expect(withoutSignedAddresses(object)).toEqual({
      file_url: null,
      fees: [{ xml_url: null }],
      payment: { receipt: { file_url: null } },
    });
    expect(JSON.stringify(withoutSignedAddresses([object]))).not.toContain('signature');
  });

  it('contains no user and password of an address', () => {
    expect(withoutSignedAddresses({ url: 'https://user:word@example.com/hook?a=1' })).toEqual({
      url: 'https://example.com/hook?a=1',
    });
  });

  it.each([
    [null],
    [1],
    ['https://example.com/a?page=2'],
    ['a key=1 in a text'],
    ['signature=1'],
    [{ logo_url: 'https://example.com/logo.png', nothing: null, list: [true, 1.5] }],
  ])('contains %j unchanged', (value) => {
    expect(withoutSignedAddresses(value)).toEqual(value);
  });
});
