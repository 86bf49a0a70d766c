import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TaxProviderName } from '@tollgate/contracts';
import { AddressResolver, Config } from '@tollgate/platform';
import { Decimal } from '@tollgate/rating';
import { EngineClient } from './engine-client.js';
import { engineTaxesOf } from './engine-taxes.rules.js';
import { TaxEngines } from './tax-engines.service.js';
import type { TaxConnection, TaxDocument } from './tax-engine.js';

interface Stored {
  id: string;
  status: string;
  kind: string;
  version: number;
  tax: number;
}

const today = '2024-03-01';
const address = { line1: '1 Way', city: 'Denver', region: 'CO', zipcode: '80204', country: 'US' };
const documentOf = (more: Partial<TaxDocument> = {}): TaxDocument => ({
  kind: 'sale',
  bookedAs: 'i1',
  date: today,
  currency: 'USD',
  customer: { externalId: 'c1', name: 'Acme', address, taxNumber: null },
  issuer: address,
  lines: [
    { id: 'f1', itemCode: 'saas', description: 'Seats', amountCents: 15_000n, units: new Decimal(3) },
    { id: 'f2', itemCode: 'exempt-1', description: 'Setup', amountCents: 500n, units: new Decimal(1) },
  ],
  ...more,
});

/** The doubles of the engines check every request against the schema of its interface. */
describe.each<TaxProviderName>(['anrok', 'avalara'])('the port to %s', (engine) => {
  let doubles: ChildProcess;
  let url: string;
  let client: EngineClient;
  let engines: TaxEngines;
  let accounts = 0;

  const connect = (): TaxConnection => ({
    id: 'x',
    engine,
    secret: `secret-of-account-${++accounts}`,
    accountId: '1',
    companyCode: 'DEFAULT',
    sandbox: true,
  });
  const control = async (method: string, path: string, body?: object): Promise<object> => {
    const content = body ? { body: JSON.stringify(body) } : {};
    return (await (await fetch(`${url}/control${path}`, { method, ...content })).json()) as object;
  };
  const documents = async ({ secret }: TaxConnection): Promise<Stored[]> =>
    ((await control('GET', `/documents?engine=${engine}&account=${secret}`)) as { documents: Stored[] }).documents;
  const fault = ({ secret }: TaxConnection, kind: string, more: object = {}) =>
    control('POST', '/faults', { engine, account: secret, kind, times: 1, ...more });

  beforeAll(async () => {
    doubles = spawn(process.execPath, ['tools/tax-engines/main.ts'], { stdio: ['ignore', 'pipe', 'inherit'] });
    url = await new Promise((resolve, reject) => {
      doubles.once('exit', () => reject(new Error('the doubles ended')));
      createInterface({ input: doubles.stdout as NodeJS.ReadableStream }).once('line', (line) =>
        resolve(line.replace('Tax engines: ', '')),
      );
    });
    const config = new Config({
      ALLOW_PRIVATE_WEBHOOKS: 'true',
      ANROK_URL: `${url}/anrok`,
      AVALARA_SANDBOX_URL: `${url}/avalara`,
    });
    client = new EngineClient(config, new AddressResolver(config));
    engines = new TaxEngines(client);
  });
  afterAll(async () => {
    await client.onApplicationShutdown();
    doubles.removeAllListeners('exit');
    doubles.kill();
  });

  it('estimates without a document, and books one under an id', async () => {
    const connection = connect();
    const estimate = await engines.taxesOf(connection, documentOf({ bookedAs: null }), today);
    expect(estimate).toMatchObject({ taxCents: 1157n, lines: [{ id: 'f1', taxCents: 1157n }, { taxCents: 0n }] });
    expect(await documents(connection)).toEqual([]);
    const fees = engineTaxesOf(estimate, [new Decimal(15_000), new Decimal(500)]);
    expect(fees[0]?.taxes.map(({ amount_cents: cents }) => cents)).toEqual(['435', '722']);
    expect(fees[1]?.taxes.map(({ name }) => name)).toEqual(['Product not taxed']);
    for (let attempt = 1; attempt <= 2; attempt++) await engines.taxesOf(connection, documentOf(), today);
    expect(await documents(connection)).toMatchObject([{ id: 'i1', kind: 'sale', version: 2 }]);
  });

  it('reports returns with negative amounts', async () => {
    const connection = connect();
    const [line] = documentOf().lines;
    const lines = line ? [{ ...line, amountCents: -1_000n }] : [];
    const answer = await engines.taxesOf(connection, documentOf({ kind: 'return', bookedAs: 'cn_1', lines }), today);
    expect(answer.taxCents).toBe(-77n);
    expect(await documents(connection)).toMatchObject([{ id: 'cn_1', kind: 'return' }]);
    await engines.void(connection, { bookedAs: 'cn_1', kind: 'return' }, today);
    expect(await documents(connection)).toMatchObject([{ status: 'voided' }]);
  });

  it('voids once, and books the inverse of a locked document once', async () => {
    const connection = connect();
    const sale = (bookedAs: string) => ({ bookedAs, kind: 'sale' as const });
    for (const bookedAs of ['i1', 'i2']) await engines.taxesOf(connection, documentOf({ bookedAs }), today);
    await control('POST', '/locks', { engine, account: connection.secret, id: 'i2' });
    for (const id of ['i1', 'i1', 'i2', 'i2', 'never booked']) await engines.void(connection, sale(id), today);
    const left = await documents(connection);
    expect(left.map(({ id, status, kind }) => [id, status, kind])).toEqual([
      ['i1', 'voided', 'sale'],
      ['i2', 'booked', 'sale'],
      ['i2_voided', 'booked', 'inverse'],
    ]);
  });

  it('has a refusal with the code of the engine', async () => {
    const customer = { ...documentOf().customer, address: { ...address, country: 'XX' } };
    const refused = engines.taxesOf(connect(), documentOf({ customer }), today);
    const code = engine === 'anrok' ? 'customerAddressCouldNotResolve' : 'InvalidAddress';
    await expect(refused).rejects.toMatchObject({ name: 'EngineRefusal', code });
    const revoked = { ...connect(), secret: 'revoked-key' };
    await expect(engines.taxesOf(revoked, documentOf(), today)).rejects.toMatchObject({ name: 'EngineRefusal' });
  });

  it.each([
    ['status', { status: 503 }, 'HTTP_503', null],
    ['status', { status: 429, retry_after: 3 }, 'HTTP_429', 3000],
    ['cut_before', {}, 'UND_ERR_SOCKET', null],
    ['cut_after', {}, 'UND_ERR_SOCKET', null],
    ['garbage', {}, 'UNREADABLE', null],
  ])('is unavailable after %s %j', async (kind, more, code, retryAfterMs) => {
    const connection = connect();
    await fault(connection, kind, more);
    const failed = engines.taxesOf(connection, documentOf(), today);
    await expect(failed).rejects.toMatchObject({ name: 'EngineUnavailable', code, retryAfterMs });
    expect((await engines.taxesOf(connection, documentOf(), today)).taxCents).toBe(1157n);
    expect(await documents(connection)).toHaveLength(1);
  });

  it('is not called at a private address', async () => {
    const config = new Config({ ANROK_URL: `${url}/anrok`, AVALARA_SANDBOX_URL: `${url}/avalara` });
    const guarded = new EngineClient(config, new AddressResolver(config));
    const refused = new TaxEngines(guarded).taxesOf(connect(), documentOf(), today);
    await expect(refused).rejects.toMatchObject({ name: 'EngineUnavailable', code: 'ADDRESS_REFUSED' });
    await guarded.onApplicationShutdown();
  });

  it('knows whether the keys of a connection are right, as far as the engine tells', async () => {
    expect(await engines.check(connect())).toBe(true);
    expect(await engines.check({ ...connect(), secret: 'revoked-key' })).toBe(engine === 'anrok');
  });
});
