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

  it('is a page whose files all come from this server', async () => {
    const page = await get('/docs');
    const html = await page.text();
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => String(address));
    expect(parts.length).toBeGreaterThan(2);
    for (const part of parts) {
      expect(part).not.toMatch(/^(https?:)?\/\//);
      expect((await get(`/${part}`)).status).toBe(200);
    }
  });

  it('serves no other files', async () => {
    for (const path of ['/docs/package.json', '/docs/..%2fpackage.json', '/docs/%2e%2e/package.json'])
      expect((await get(path)).status).toBe(404);
  });
});
