import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { changeKindOf, changeTypes } from '@tollgate/contracts';
import { newId } from '@tollgate/platform';
import { aPlan, call, databaseUrl, Sandbox } from '@tollgate/testing';
import { Feed, type Entry } from './feed.fixture.js';

const opened: pg.Client[] = [];

/** A connection that writes taxes as a service does, without waiting for anything else. */
async function writer(): Promise<pg.Client> {
  const client = new pg.Client(databaseUrl());
  await client.connect();
  opened.push(client);
  return client;
}

const insertTaxes = async (client: pg.Client, organizationId: string, count = 1): Promise<string[]> => {
  const ids = Array.from({ length: count }, () => newId());
  await client.query(
    `insert into catalog.taxes (id, organization_id, code, name, rate, created_at)
     select id, $1::uuid, id::text, 'VAT', 20, now() from unnest($2::uuid[]) id`,
    [organizationId, ids],
  );
  return ids;
};

const short = ({ type, change, external_id: externalId, code }: Entry) => [type, change, externalId ?? code];

let sandbox: Sandbox;
let feed: Feed;

beforeEach(async () => {
  sandbox = await Sandbox.create();
  feed = new Feed(sandbox);
  await feed.toEnd();
});
afterEach(async () => {
  for (const client of opened.splice(0)) await client.end();
});

describe('the feed of changes', () => {
  it('has each change before the call, in order, and objects that are gone', async () => {
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c1', name: 'One' } });
    await sandbox.ok('POST', '/taxes', { tax: { code: 'vat', name: 'VAT', rate: '20' } });
    expect((await feed.next()).map(short)).toEqual([
      ['customer', 'created', 'c1'],
      ['tax', 'created', 'vat'],
    ]);
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c1', name: 'Two' } });
    await sandbox.ok('PUT', '/taxes/vat', { tax: { name: 'Tax' } });
    await sandbox.ok('DELETE', '/customers/c1');
    const entries = await feed.next();
    // The update of the customer may be an entry of its own.
    const ends = new Map(entries.map((entry) => [entry.type, entry]));
    expect([...ends.values()].map(short).sort()).toEqual([
      ['customer', 'deleted', 'c1'],
      ['tax', 'updated', 'vat'],
    ]);
    expect(ends.get('customer')).toMatchObject({
      svc_id: expect.any(String),
      code: null,
      at: expect.stringMatching(/Z$/),
    });
    expect(await feed.next()).toEqual([]);
  });

  it('counts a change of a part as one of the object', async () => {
    await aPlan().createIn(sandbox);
    await feed.next();
    await sandbox.ok('POST', '/billable_metrics', {
      billable_metric: { name: 'M', code: 'metric', aggregation_type: 'count_agg' },
    });
    const { plans } = await sandbox.ok<{ plans: { code: string }[] }>('GET', '/plans');
    const metric = await sandbox.ok<{ billable_metric: { svc_id: string } }>('GET', '/billable_metrics/metric');
    await sandbox.ok('POST', `/plans/${plans[0]?.code}/charges`, {
      charge: {
        code: 'charge',
        billable_metric_id: metric.billable_metric.svc_id,
        charge_model: 'standard',
        properties: { amount: '1' },
      },
    });
    expect((await feed.next()).map(short)).toEqual([
      ['billable_metric', 'created', 'metric'],
      ['plan', 'updated', plans[0]?.code],
    ]);
  });

  it('waits for what commits late, and never has what is rolled back', async () => {
    const [early, late, never] = [await writer(), await writer(), await writer()];
    for (const client of [late, never]) await client.query('begin');
    const [ofLate] = await insertTaxes(late, sandbox.organizationId);
    await insertTaxes(never, sandbox.organizationId);
    const [ofEarly] = await insertTaxes(early, sandbox.organizationId);
    expect((await feed.next()).map((entry) => entry.svc_id)).toEqual([ofEarly]);
    await never.query('rollback');
    await late.query('commit');
    expect((await feed.next()).map((entry) => entry.svc_id)).toEqual([ofLate]);
    expect(await feed.next()).toEqual([]);
  });

  it('is written once for a statement, and read by pages', async () => {
    const client = await writer();
    const ids = await insertTaxes(client, sandbox.organizationId, 2_500);
    await client.query(`update catalog.taxes set rate = 21 where organization_id = $1`, [sandbox.organizationId]);
    const first = await feed.page({ limit: '1000' });
    expect([first.changes.length, first.has_more]).toEqual([1_000, true]);
    feed.since = first.next_cursor;
    const rest = await feed.next();
    const all = [...first.changes, ...rest].map((entry) => entry.svc_id);
    expect(new Set(all)).toEqual(new Set(ids));
    expect([...first.changes, ...rest].filter((entry) => entry.change === 'created').length).toBe(2_500);
  });

  it('leaves out other kinds, and does not pass them over for later', async () => {
    await insertTaxes(await writer(), sandbox.organizationId, 5);
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c1' } });
    const customers = await feed.page({ types: 'customer,invoice' });
    expect(customers.changes.map(short)).toEqual([['customer', 'created', 'c1']]);
    const both = await feed.page({ 'types[]': 'tax' });
    expect(both.changes.length).toBe(5);
  });

  it('belongs to one organization', async () => {
    const other = await Sandbox.create();
    const theirs = new Feed(other);
    await theirs.toEnd();
    await insertTaxes(await writer(), sandbox.organizationId);
    expect([await theirs.next(), (await feed.next()).length]).toEqual([[], 1]);
    const ofTheirs = await sandbox.call('GET', `/changes?since=${(await feed.page()).next_cursor}`);
    expect(ofTheirs.status).toBe(200);
  });
});

describe('a reader', () => {
  const keyOf = async (permissions: Record<string, string[]>) =>
    (
      await sandbox.ok<{ api_key: { value: string } }>('POST', '/api_keys', {
        api_key: { name: 'connector', permissions },
      })
    ).api_key.value;
  const read = (key: string, query = '') => call('GET', `/api/v1/changes?${query}`, `Bearer ${key}`);
  const typesOf = ({ body }: { body: Record<string, unknown> }) => (body['changes'] as Entry[]).map(({ type }) => type);

  it('gets the kinds that its key may list', async () => {
    await sandbox.ok('POST', '/customers', { customer: { external_id: 'c1' } });
    await sandbox.ok('POST', '/taxes', { tax: { code: 'vat', name: 'VAT', rate: '20' } });
    const ofTaxes = await keyOf({ tax: ['read'] });
    expect(typesOf(await read(ofTaxes))).toEqual(['tax']);
    expect(typesOf(await read(ofTaxes, 'types=tax'))).toEqual(['tax']);
    const refused = await read(ofTaxes, 'types=tax,customer');
    expect([refused.status, refused.body['code']]).toEqual([403, 'read_action_not_allowed_for_customer']);
    const ofNone = await read(await keyOf({ webhook: ['read'], tax: ['write'] }));
    expect([ofNone.status, ofNone.body['code']]).toEqual([403, 'read_action_not_allowed_for_customer']);
    expect((await read('nobody')).status).toBe(401);
  });

  it.each([
    ['types=invoise,tax', { types: { invoise: ['value_is_invalid'] } }],
    ['since=nowhere', { since: ['value_is_invalid'] }],
    ['since[]=1', { since: ['value_is_invalid'] }],
    [`since=${Buffer.from('999.01234567').toString('base64url')}`, { since: ['cursor_expired'] }],
  ])('is details what is wrong with %s', async (query, details) => {
    const answer = await read(sandbox.apiKey, query);
    expect([answer.status, answer.body['error_details']]).toEqual([422, details]);
  });

  it('takes bounds for its limit', async () => {
    await insertTaxes(await writer(), sandbox.organizationId, 120);
    const counts = [];
    for (const limit of ['5', '0', 'x', '9999999'])
      counts.push(((await read(sandbox.apiKey, `limit=${limit}&types=tax`)).body['changes'] as Entry[]).length);
    expect(counts).toEqual([5, 100, 100, 120]);
  });

  it('learns that what followed its cursor is gone, or that the feed was restored', async () => {
    const client = await writer();
    await insertTaxes(client, sandbox.organizationId, 3);
    const { changes } = await feed.page();
    const [first, second] = changes as [Entry, Entry];
    const expired = async (cursor: string) => {
      const { status, body } = await read(sandbox.apiKey, `since=${cursor}`);
      return status === 422 && [body['error_details'], body['hints']];
    };
    const details = [{ since: ['cursor_expired'] }, { since: expect.stringContaining('since=latest') }];
    const place = Number(Buffer.from(second.cursor, 'base64url').toString().split('.')[0]);
    await client.query('delete from platform.changes where organization_id = $1 and position <= $2', [
      sandbox.organizationId,
      place,
    ]);
    await client.query('update platform.change_positions set expired = $2 where organization_id = $1', [
      sandbox.organizationId,
      place,
    ]);
    expect(await expired(first.cursor)).toEqual(details);
    expect(await expired(second.cursor)).toBe(false);
    expect((await read(sandbox.apiKey)).status).toBe(200);
    await client.query(`update platform.changes set object_id = $2 where organization_id = $1`, [
      sandbox.organizationId,
      newId(),
    ]);
    expect(await expired((changes[2] as Entry).cursor)).toEqual(details);
  });
});

describe('the log', () => {
  let client: pg.Client;
  beforeAll(async () => {
    client = new pg.Client(databaseUrl());
    await client.connect();
  });
  afterAll(() => client.end());

  it('gets its positions without a reader', async () => {
    await insertTaxes(client, sandbox.organizationId, 10);
    const pending = async () =>
      (
        await client.query('select 1 from platform.pending_changes where organization_id = $1', [
          sandbox.organizationId,
        ])
      ).rowCount;
    for (let tries = 0; tries < 200 && (await pending()) !== 0; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await pending()).toBe(0);
    expect((await feed.next()).length).toBe(10);
  });

  it.each(
    changeTypes.flatMap((type) => {
      const { table, parts = {} } = changeKindOf(type);
      return [table, ...Object.keys(parts)].map((each) => [type, each] as const);
    }),
  )('has triggers for %s on %s that fit their tables', async (type, table) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(*)::int as count from pg_trigger
       where tgrelid = $1::regclass and tgname like 'log\\_' || $2 || '%' and tgenabled = 'O'`,
      [table, type],
    );
    expect(rows[0]?.count).toBeGreaterThanOrEqual(3);
    // Statements without rows run the functions, which PostgreSQL checks only then.
    await client.query('begin');
    await client.query(`insert into ${table} overriding system value select * from ${table} where false`);
    await client.query(`update ${table} set organization_id = organization_id where false`);
    await client.query(`delete from ${table} where false`);
    await client.query('rollback');
  });

  it('cannot be written by a service itself', async () => {
    await client.query('begin; set local role tollgate_catalog');
    await expect(
      client.query(
        `insert into platform.pending_changes (organization_id, type, object_id, change) values ($1, 'tax', $1, 'created')`,
        [newId()],
      ),
    ).rejects.toThrow(/permission denied/);
    await client.query('rollback');
  });
});
