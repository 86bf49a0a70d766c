import { Body, Controller, Get, Module, Post, Query } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Config } from '../config/config.js';
import { PlatformModule } from '../process/platform.module.js';
import { createApplication } from './application.js';

/** Answers with the body that it read and a name of its own, or with the names of parameters. */
@Controller()
class Echo {
  @Post('/echo')
  echo(@Body() body: object) {
    return { svc_id: '1', body };
  }

  @Get('/echo')
  names(@Query() query: object) {
    return Object.keys(query);
  }
}

@Module({ controllers: [Echo] })
class EchoModule {}

let app: NestFastifyApplication;

beforeAll(async () => {
  const secret = 'unused by this test of names';
  const config = new Config({
    ADMIN_API_KEY: secret,
    INTERNAL_TOKEN: secret,
    LOG_LEVEL: 'silent',
    IDENTIFIER_PREFIX: 'lago',
    PUBLIC_URL: 'https://billing.example.com',
  });
  const dependencies = { usageStore: false, messages: false, needed: [], migrations: [] };
  app = await createApplication(
    { module: EchoModule, imports: [PlatformModule.forProcess(config, dependencies)] },
    config,
  );
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
});

afterAll(() => app.close());

const answerTo = async (headers: Record<string, string>, body: object = { lago_a: 1, svc_b: 2 }): Promise<unknown> => {
  const instance = app.getHttpAdapter().getInstance();
  const response = await instance.inject({ method: 'POST', url: '/echo', headers, payload: body });
  return [response.statusCode, response.json()];
};
const fromConsole = { 'x-tollgate-console': '1', 'sec-fetch-site': 'same-origin' };

it('renames the keys of clients', async () => {
  const renamed = [201, { lago_id: '1', body: { lago_a: 1, lago_b: 2 } }];
  expect(await answerTo({})).toEqual(renamed);
  expect(await answerTo({ ...fromConsole, authorization: 'Bearer tg_key' })).toEqual(renamed);
});

it('leaves those of the console as they are in every installation', async () => {
  expect(await answerTo(fromConsole)).toEqual([201, { svc_id: '1', body: { lago_a: 1, svc_b: 2 } }]);
});

it('leaves those of the page of the portal, which sends the token of a customer', async () => {
  const fromPortal = { 'x-tollgate-console': 'portal', authorization: 'Bearer head.claims.signature' };
  expect(await answerTo(fromPortal)).toEqual([201, { svc_id: '1', body: { lago_a: 1, svc_b: 2 } }]);
});

it('renames the parameters of clients, and not those of the console', async () => {
  const namesFrom = async (headers: Record<string, string>) =>
    (
      await app.getHttpAdapter().getInstance().inject({ url: '/echo?lago_invoice_id=1&status=x', headers })
    ).json<unknown>();
  expect(await namesFrom({})).toEqual(['svc_invoice_id', 'status']);
  expect(await namesFrom(fromConsole)).toEqual(['lago_invoice_id', 'status']);
});

it('refuses a call of the console from another page', async () => {
  const refusal = [403, { status: 403, error: 'Forbidden', code: 'csrf' }];
  expect(await answerTo({ ...fromConsole, 'sec-fetch-site': 'same-site' })).toEqual(refusal);
  expect(await answerTo({ 'x-tollgate-console': '1', origin: 'https://evil.example.com' })).toEqual(refusal);
  expect(await answerTo({ 'x-tollgate-console': '1' })).toEqual(refusal);
  expect(await answerTo({ 'x-tollgate-console': '1', origin: 'https://billing.example.com' })).toMatchObject([201, {}]);
});
