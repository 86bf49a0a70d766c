import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AddressResolver, Config, Connections, type Jobs, type Logger } from '@tollgate/platform';
import { databaseUrl, Sandbox } from '@tollgate/testing';
import { CatalogDatabase } from '../../catalog.database.js';
import { EcbImport } from './ecb-import.service.js';
import { readExchangeRates } from './exchange-rates.reader.js';

// Days of a year in which no other test issues documents: the rates belong to all organizations.
const file = (...days: string[]): string => `<?xml version="1.0"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<Cube>${days.join('')}</Cube></gesmes:Envelope>`;
const day = (time: string, usd: string) =>
  `<Cube time="${time}"><Cube currency="USD" rate="${usd}"/><Cube currency="SEK" rate="9.6"/></Cube>`;

let server: Server;
let answer: { status: number; body: string };
let calls = 0;
let connections: Connections;
let database: CatalogDatabase;
let imports: EcbImport;
let sandbox: Sandbox;
let url: string;
const warnings: string[] = [];

beforeAll(async () => {
  server = createServer((_, response) => {
    calls += 1;
    response.writeHead(answer.status, { 'content-type': 'application/xml' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates.xml`;
  const secrets = { ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here' };
  const config = new Config({ DATABASE_URL: databaseUrl(), ALLOW_PRIVATE_WEBHOOKS: 'true', ...secrets });
  connections = new Connections(config);
  database = new CatalogDatabase(connections);
  const logger = { info: () => undefined, warn: (text: string) => warnings.push(text) } as unknown as Logger;
  imports = new EcbImport(config, database, {} as Jobs, logger, new AddressResolver(config));
  sandbox = await Sandbox.create();
});
afterAll(async () => {
  await imports.onApplicationShutdown();
  await connections.onApplicationShutdown();
  server.close();
});

const rateOf = async (from: string, to: string, on: string) =>
  database.tenant(sandbox.organizationId, async (transaction) => {
    const [found] = await readExchangeRates(transaction, [{ from, to, day: on }]);
    return found;
  });

it('imports each day once, and corrects a rate', async () => {
  answer = { status: 200, body: file(day('2001-01-05', '0.95'), day('2001-01-04', '0.94')) };
  await imports.import(url);
  answer = { status: 200, body: file(day('2001-01-05', '0.96')) };
  await imports.import(url);
  expect(calls).toBe(2);
  expect(await rateOf('EUR', 'USD', '2001-01-05')).toEqual({
    rate: '0.9600000000',
    day: '2001-01-05',
    source: 'European Central Bank',
  });
  expect(await rateOf('EUR', 'USD', '2001-01-04')).toMatchObject({ rate: '0.9400000000' });
});

it('answers rates between other currencies, those of the last ten days, and those of the organization first', async () => {
  expect(await rateOf('USD', 'SEK', '2001-01-07')).toMatchObject({ rate: '10.0000000000', day: '2001-01-05' });
  expect(await rateOf('USD', 'SEK', '2001-01-14')).toMatchObject({ day: '2001-01-05' });
  expect(await rateOf('USD', 'SEK', '2001-01-15')).toBeNull();
  expect(await rateOf('USD', 'GBP', '2001-01-05')).toBeNull();
  await sandbox.ok('POST', '/exchange_rates', {
    exchange_rate: { from_currency: 'USD', to_currency: 'SEK', date: '2001-01-03', rate: '9.9' },
  });
  expect(await rateOf('USD', 'SEK', '2001-01-05')).toEqual({ rate: '9.9', day: '2001-01-03', source: null });
});

it.each([
  ['an error', { status: 503, body: 'later' }],
  ['a page', { status: 200, body: '<html></html>' }],
  ['half a file', { status: 200, body: '<gesmes:Envelope><Cube>' }],
])('reports %s, and keeps the rates', async (_, broken) => {
  answer = broken;
  const before = warnings.length;
  await imports.import(url);
  expect(warnings.length).toBe(before + 1);
  expect(await rateOf('EUR', 'USD', '2001-01-05')).toMatchObject({ rate: '0.9600000000' });
});
