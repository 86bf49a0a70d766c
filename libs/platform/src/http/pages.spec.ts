import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '../commands/command-bus.js';
import { Config } from '../config/config.js';
import { PlatformModule } from '../process/platform.module.js';
import { createApplication } from './application.js';
import { PagesModule } from './pages.module.js';

const page = `<meta name="tollgate-base" content="" /><meta name="tollgate-nonce" content="" />
<meta name="tollgate-framed-by" content="" />
<script type="module" src="./assets/index-abc.js"></script>`;
const script = 'export const console = 1;'.repeat(100);
const listed = 'https://app.acme.example';
const directory = mkdtempSync(join(tmpdir(), 'pages-'));
const reads: [string, string | null][] = [];
let app: NestFastifyApplication;

beforeAll(async () => {
  mkdirSync(join(directory, 'assets'));
  for (const name of ['index.html', 'portal.html']) writeFileSync(join(directory, name), page);
  writeFileSync(join(directory, 'embed.js'), script);
  writeFileSync(join(directory, 'assets', 'index-abc.js'), script);
  writeFileSync(join(directory, 'assets', 'index-abc.js.br'), brotliCompressSync(script));
  const secret = 'unused by this test of pages';
  const config = new Config({
    ADMIN_API_KEY: secret,
    INTERNAL_TOKEN: secret,
    LOG_LEVEL: 'silent',
    PUBLIC_URL: 'https://example.com/billing/',
  });
  const dependencies = { usageStore: false, messages: false, needed: [], migrations: [] };
  const pages = PagesModule.from(pathToFileURL(`${directory}/`));
  app = await createApplication(
    { module: class Root {}, imports: [PlatformModule.forProcess(config, dependencies), pages] },
    config,
    true,
  );
  app.get(CommandBus).handle('catalog', 'portal.read_origins', async ({ organization, billing_entity_code: code }) => {
    reads.push([organization, code]);
    if (organization === 'broken') throw new Error('no connection');
    return { origins: organization === 'acme' && code !== 'other' ? [listed] : [] };
  });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
});

afterAll(async () => {
  await app.close();
  rmSync(directory, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  app.getHttpAdapter().getInstance().inject({ method: 'GET', url, headers });

describe('pages', () => {
  it.each(['/console', '/console/acme/customers/a%2Fb', '/portal'])('are served at %s', async (url) => {
    const { statusCode, headers, body } = await get(url);
    const nonce = /name="tollgate-nonce" content="([\w+/=]+)"/.exec(body)?.[1] ?? '';
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain('src="/billing/console/assets/index-abc.js"');
    expect(body).toContain('name="tollgate-base" content="/billing"');
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
    expect((await get(url)).body).not.toContain(nonce);
  });

  it.each(['/console', '/portal', '/portal/embed', '/portal/embed/a/b?organization=acme', '/console/embed/invoices'])(
    'let no other page frame %s',
    async (url) => {
      const { headers, body } = await get(url);
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(body).toContain('name="tollgate-framed-by" content=""');
    },
  );

  it('let the origins of an issuer frame its parts of the portal, each one alone', async () => {
    const query = `?organization=acme&billing_entity=main&origin=${encodeURIComponent(listed)}`;
    const { statusCode, headers, body } = await get(`/portal/embed/invoices${query}`);
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toMatch(/frame-ancestors https:\/\/app\.acme\.example$/);
    expect(body).toContain(`name="tollgate-framed-by" content="${listed}"`);
    await get(`/portal/embed/usage${query}`);
    expect(reads).toEqual([['acme', 'main']]);
    await get(`/portal/embed/usage?organization=acme&origin=${encodeURIComponent(listed)}`);
    expect(reads.at(-1)).toEqual(['acme', null]);
  });

  it.each([
    ['', 'no query'],
    ['?organization=acme', 'no origin'],
    ['?organization=acme&origin=https%3A%2F%2Fevil.example', 'another origin'],
    ['?organization=acme&origin=*', 'a pattern'],
    ['?organization=acme&origin=https%3A%2F%2Fapp.acme.example%2F', 'an address'],
    ['?organization=acme&billing_entity=other&origin=https%3A%2F%2Fapp.acme.example', 'another issuer'],
    ['?organization=unknown&origin=https%3A%2F%2Fapp.acme.example', 'an unknown organization'],
    ['?organization=broken&origin=https%3A%2F%2Fapp.acme.example', 'settings that cannot be read'],
    ['?organization[]=acme&origin[]=https%3A%2F%2Fapp.acme.example', 'lists'],
    [`?organization=${'x'.repeat(256)}&origin=https%3A%2F%2Fapp.acme.example`, 'a long name'],
  ])('let nothing frame a part at %j: %s', async (query) => {
    const { headers, body } = await get(`/portal/embed/invoices${query}`);
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(body).toContain('name="tollgate-framed-by" content=""');
  });

  it('have the program for pages of other origins, which caches renew', async () => {
    const { statusCode, headers, body } = await get('/portal/embed.js');
    expect([statusCode, body]).toEqual([200, script]);
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=3600',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  it('have files that browsers keep for a year, compressed in advance', async () => {
    const plain = await get('/console/assets/index-abc.js');
    expect([plain.statusCode, plain.body]).toEqual([200, script]);
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const packed = await get('/console/assets/index-abc.js', { 'accept-encoding': 'gzip, br' });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': plain.headers['content-type'] });
    for (const other of ['missing.js', '..%2Findex.html', '.%2e%2findex.html', '....//....//x', '..%5c..%5cx'])
      expect((await get(`/console/assets/${other}`)).statusCode).toBe(404);
  });

  it.each([
    ['/invitation/abc', '../console/invitation#abc'],
    ['/reset-password/abc', '../console/reset-password#abc'],
    ['/confirm-sign-in/abc', '../console/confirm-sign-in#abc'],
    ['/customer-portal/a.b%2Fc', '../portal#a.b%2Fc'],
    ['http://host.example/auth/open_id/callback?code=1', '../../console/auth/open_id/callback?code=1'],
    ['/auth/open_id/callback?code=1&state=2', '../../console/auth/open_id/callback?code=1&state=2'],
  ])('are where %s leads', async (url, location) => {
    const { statusCode, headers } = await get(url);
    expect([statusCode, headers.location]).toEqual([302, location]);
  });
});
