import { describe, expect, it } from '@jest/globals';
import { providerAddresses } from '@tollgate/contracts';
import { Config } from './config.js';

describe('trusted proxies', () => {
  it('are addresses and ranges, and none by default', () => {
    expect(new Config({}).trustedProxies).toEqual([]);
    expect(new Config({ TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1' }).trustedProxies).toEqual([
      '10.0.0.0/8',
      '2001:db8::1',
    ]);
    for (const wrong of ['proxy', '10.0.0.0/33', '10.0.0.1/8/8', 'true'])
      expect(() => new Config({ TRUSTED_PROXIES: wrong })).toThrow('TRUSTED_PROXIES');
  });
});

describe('domains of mails', () => {
  it('belong to one organization each', () => {
    const [one, two] = ['01890000-0000-7000-8000-000000000001', '01890000-0000-7000-8000-000000000002'];
    expect(new Config({}).mailDomains).toEqual(new Map());
    expect(new Config({ MAIL_DOMAINS: `Acme.com=${one}, mail.beta.io=${two}` }).mailDomains).toEqual(
      new Map([
        ['acme.com', one],
        ['mail.beta.io', two],
      ]),
    );
    for (const wrong of ['acme.com', 'acme.com=acme', `acme=${one}`, `acme.com=${one},acme.com=${two}`])
      expect(() => new Config({ MAIL_DOMAINS: wrong })).toThrow('MAIL_DOMAINS');
  });
});

describe('the operations address', () => {
  it('is a free local port by default, or the chosen port', () => {
    expect(new Config({ HOST: '0.0.0.0' })).toMatchObject({ operationsPort: 0, operationsHost: '127.0.0.1' });
    expect(new Config({ HOST: '0.0.0.0', OPERATIONS_PORT: '3001' })).toMatchObject({
      operationsPort: 3001,
      operationsHost: '0.0.0.0',
    });
  });

  it('of another service has the same port, unless a setting overrides it', () => {
    const { operationsUrls } = new Config({
      OPERATIONS_PORT: '3001',
      CATALOG_URL: 'http://catalog:3000/',
      GATEWAY_URL: 'http://gateway:3000',
      INVOICING_URL: 'http://127.0.0.1:4000',
      INVOICING_OPERATIONS_URL: 'http://127.0.0.1:4100/',
    });
    expect(operationsUrls).toEqual({
      catalog: 'http://catalog:3001',
      identity: 'http://gateway:3001',
      invoicing: 'http://127.0.0.1:4100',
    });
  });

  it('of another service is absent without a setting', () => {
    expect(new Config({ CATALOG_URL: 'http://catalog:3000' }).operationsUrls).toEqual({});
  });
});

describe('the addresses of payment providers', () => {
  it('are those of their declarations, unless the environment replaces them', () => {
    expect(new Config({}).paymentProviderAddresses).toEqual(
      Object.fromEntries(Object.entries(providerAddresses).filter(([, own]: [string, string | null]) => own !== null)),
    );
    const [variable = ''] = Object.keys(providerAddresses);
    expect(new Config({ [variable]: 'http://127.0.0.1:9/' }).paymentProviderAddresses).toMatchObject({
      [variable]: 'http://127.0.0.1:9',
    });
  });

  it('are refused by the name of the variable', () => {
    for (const variable of Object.keys(providerAddresses))
      expect(() => new Config({ [variable]: 'ftp://a' })).toThrow(variable);
  });
});
