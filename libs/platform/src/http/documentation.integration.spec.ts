import { describe, expect, it } from '@jest/globals';
import { allRoutes } from '@tollgate/contracts';
import { baseUrl, Sandbox } from '@tollgate/testing';

/** Mandatory parameters of calls. */
const mandatory: Record<string, string> = {
  '/security_logs': '?to_date=2100-01-01',
  '/search': '?q=x',
};

const get = (path: string) => fetch(`${baseUrl}${path}`);

describe('the documentation', () => {
  it('needs no key, and covers the served interface', async () => {
    const answer = await get('/api/v1/openapi.json');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const document = (await answer.json()) as {
      openapi: string;
      paths: Record<string, { get?: { parameters?: { in: string }[] } }>;
    };
    expect(document.openapi).toBe('3.1.0');
    const sandbox = await Sandbox.create();
    const lists = Object.entries(document.paths).filter(([path, { get: list }]) => list && !path.includes('{'));
    expect(lists.length).toBeGreaterThan(5);
    const notForKeys = new Set(
      allRoutes
        .filter(({ access, method }) => (access === 'person' || access === 'portal') && method === 'GET')
        .map(({ path }) => path),
    );
    for (const [path] of lists.filter(([path]) => path !== '/webhooks/public_key' && !notForKeys.has(path)))
      expect([path, (await sandbox.call('GET', `${path}${mandatory[path] ?? ''}`)).status]).toEqual([path, 200]);
  });

  it('has a page of the interface whose files all come from this server', async () => {
    const page = await get('/docs/api');
    const html = await page.text();
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    await expectLocalAddresses('/docs/api', html);
  });

  it('has no files but its own', async () => {
    for (const path of [
      '/docs/package.json',
      '/docs/..%2fpackage.json',
      '/docs/%2e%2e/package.json',
      '/docs/.inputs',
      '/docs/index.html.br',
      '/docs/missing.html',
      '/docs/assets',
      '/docs/assets/..%2f.inputs',
      '/docs/start%2F..%2F..%2Fredoc.standalone.js',
    ])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
  });
});

/** Fetches every address in a page. All of them are relative, and lead to something. */
async function expectLocalAddresses(path: string, html: string): Promise<void> {
  const addresses = [...html.matchAll(/ (?:src|href)="([^"#]+)/g)].map(([, address]) => String(address));
  expect(addresses.length).toBeGreaterThan(2);
  for (const address of new Set(addresses.filter((one) => !/^https:/.test(one)))) {
    expect(address).not.toMatch(/^(\w+:|\/)/);
    const answer = await fetch(new URL(address, `${baseUrl}${path}`));
    await answer.arrayBuffer();
    expect([address, answer.status]).toEqual([address, 200]);
  }
}

describe('the pages of the documentation', () => {
  const page = '/docs/start/connect-your-product';

  it.each(['/docs', page, '/docs/concepts/console', '/docs/reference/behaviour/catalog'])(
    'load nothing from elsewhere, and their addresses lead somewhere: %s',
    async (path) => {
      const answer = await get(path);
      const html = await answer.text();
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const policy = answer.headers.get('content-security-policy');
      expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(policy).not.toContain('unsafe');
      expect(html).not.toMatch(/ style=|<style|<script(?! type="module" src=)/);
      await expectLocalAddresses(path, html);
    },
  );

  it('are renewed at each visit, and their styles and programs stored for a year', async () => {
    const first = await get(page);
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const tag = String(first.headers.get('etag'));
    // Without the second header, this client requires a new answer.
    const headersOfBrowser = { 'if-none-match': tag, 'cache-control': 'max-age=0' };
    expect((await fetch(`${baseUrl}${page}`, { headers: headersOfBrowser })).status).toBe(304);
    const style = /href="([^"]+site\.css)"/.exec(await first.text())?.[1] ?? '';
    const { headers } = await fetch(new URL(style, `${baseUrl}${page}`));
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  });

  it.each(['br', 'gzip'])('are compressed: %s', async (encoding) => {
    const { headers } = await fetch(`${baseUrl}${page}`, { headers: { 'accept-encoding': encoding } });
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([encoding, 'accept-encoding']);
  });

  it.each(['/docs', page, '/docs/start/connect-your-product.md', '/llms.txt', '/favicon.ico', '/docs/api'])(
    'answer HEAD: %s',
    async (path) => {
      const answer = await fetch(`${baseUrl}${path}`, { method: 'HEAD' });
      expect([answer.status, await answer.text()]).toEqual([200, '']);
      expect(answer.headers.get('content-type')).toBe((await get(path)).headers.get('content-type'));
    },
  );

  it.each([
    ['/docs/', '../docs'],
    ['/docs/start/connect-your-product/', '../connect-your-product'],
    ['/docs/x//', '../'],
    ['/docs/redoc.standalone.js', 'api/redoc.standalone.js'],
  ])('lead from %s to %s', async (path, location) => {
    const answer = await fetch(`${baseUrl}${path}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([301, location]);
  });

  it.each(['/docs/none', '/docs/start/none/at/all'])('have one for unknown addresses: %s', async (path) => {
    const answer = await get(path);
    const html = await answer.text();
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(html).toContain('There is no such page');
    await expectLocalAddresses(path, html);
  });
});

describe('the documentation for programs', () => {
  const textOf = async (path: string) => {
    const answer = await get(path);
    return { type: answer.headers.get('content-type'), status: answer.status, text: await answer.text() };
  };

  it('has each page as Markdown, with addresses of the installation', async () => {
    const { type, text } = await textOf('/docs/start/connect-your-product.md');
    expect(type).toBe('text/markdown; charset=utf-8');
    expect(text).toMatch(/^# Connect your product\n/);
    expect(text).not.toContain('{{');
    const links = [...text.matchAll(/\]\((http[^)#]+)/g)].map(([, link]) => String(link));
    expect(links.length).toBeGreaterThan(2);
    for (const link of links) {
      expect(link).toMatch(/\.md$/);
      expect([link, (await get(new URL(link).pathname)).status]).toEqual([link, 200]);
    }
    expect((await textOf('/docs.md')).text).toMatch(/^# Documentation\n/);
  });

  it('has an index of all pages, and one text with them', async () => {
    const { type, text } = await textOf('/llms.txt');
    expect(type).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^# Tollgate\n\n> /);
    for (const [, link = ''] of text.matchAll(/\]\(([^)#]+)/g))
      expect([link, (await get(new URL(link).pathname)).status]).toEqual([link, 200]);
    expect((await textOf('/llms-full.txt')).text).toContain('\n# Connect your product\n');
  });

  it('is stored by callers until it changes, and compressed', async () => {
    const { headers } = await fetch(`${baseUrl}/llms-full.txt`, { headers: { 'accept-encoding': 'gzip' } });
    expect(headers.get('content-encoding')).toBe('gzip');
    const tag = String(headers.get('etag'));
    expect((await fetch(`${baseUrl}/llms-full.txt`, { headers: { 'if-none-match': tag } })).status).toBe(304);
  });

  it('has the icon that browsers load', async () => {
    const answer = await get('/favicon.ico');
    const [reserved, , kind] = new Uint8Array(await answer.arrayBuffer());
    expect([answer.headers.get('content-type'), reserved, kind]).toEqual(['image/vnd.microsoft.icon', 0, 1]);
  });
});
