import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Config } from '../config/config.js';
import { PlatformModule } from '../process/platform.module.js';
import { createApplication } from './application.js';

let app: NestFastifyApplication;
beforeAll(async () => {
  const secret = 'a secret of this test';
  const config = new Config({ ADMIN_API_KEY: secret, INTERNAL_TOKEN: secret, LOG_LEVEL: 'silent' });
  const dependencies = { usageStore: false, messages: false, needed: [], migrations: [] };
  app = await createApplication(
    { module: class Root {}, imports: [PlatformModule.forProcess(config, dependencies)] },
    config,
    true,
  );
  const fastify = app.getHttpAdapter().getInstance();
  for (const url of ['/api/v1/portal/customer', '/api/v1/portal/sign_ins', '/api/v1/customers'])
    fastify.get(url, () => ({}));
  await app.init();
  await fastify.ready();
});
afterAll(() => app.close());

const origin = 'https://app.acme.example';
const call = (method: 'GET' | 'OPTIONS', url: string) => {
  const preflight = { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' };
  const headers = { origin, ...(method === 'OPTIONS' ? preflight : {}) };
  return app.getHttpAdapter().getInstance().inject({ method, url, headers });
};

describe('a page of another origin', () => {
  it('may make calls of the portal, without cookies', async () => {
    const preflight = await call('OPTIONS', '/api/v1/portal/customer');
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-headers': 'authorization, content-type, idempotency-key, x-tollgate-console',
      'access-control-max-age': '600',
    });
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined();
    const answer = await call('GET', '/api/v1/portal/customer');
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    expect(String(answer.headers['vary']).toLowerCase()).toContain('origin');
  });

  it('reads errors of those calls', async () => {
    const answer = await call('GET', '/api/v1/portal/customer?x=%');
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([400, origin]);
  });

  it.each(['/api/v1/customers', '/api/v1/portal/sign_ins', '/api/v1/portals'])('may not call %s', async (url) => {
    for (const method of ['GET', 'OPTIONS'] as const)
      expect((await call(method, url)).headers['access-control-allow-origin']).toBeUndefined();
  });
});
