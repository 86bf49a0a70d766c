import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Config } from '../config/config.js';
import { PlatformModule } from '../process/platform.module.js';
import { createApplication } from './application.js';
import { PagesModule } from './pages.module.js';

const page = `<meta name="tollgate-base" content="" /><meta name="tollgate-nonce" content="" />
<script type="module" src="./assets/index-abc.js"></script>`;
const script = 'export const console = 1;'.repeat(100);
const directory = mkdtempSync(join(tmpdir(), 'pages-'));
let app: NestFastifyApplication;

beforeAll(async () => {
  mkdirSync(join(directory, 'assets'));
  for (const name of ['index.html', 'portal.html']) writeFileSync(join(directory, name), page);
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
