import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Config } from '../config/config.js';
import { inContext } from '../observability/request-context.js';
import { ClickHouse } from './clickhouse.js';
import { withLiterals } from './literals.js';
import { NativeBlock, type ColumnBlock } from './native-block.js';

const directory = mkdtempSync(join(tmpdir(), 'tollgate-usage-store-'));
const clickhouse = new ClickHouse(
  new Config({ DATA_DIR: directory, ADMIN_API_KEY: 'unused here', INTERNAL_TOKEN: 'unused here' }),
);

afterAll(async () => {
  await clickhouse.onApplicationShutdown();
  rmSync(directory, { recursive: true, force: true });
});

it.each([
  ['', {}],
  ['with parameters', { number: 5 }],
])(
  'a query does not wait for a statement that writes %s',
  async (_, parameters) => {
    const number = 'number' in parameters ? '{number:UInt64}' : '5';
    const ended: string[] = [];
    const write = clickhouse
      .command(
        `insert into function null('a UInt64') select sleepEachRow(0.2) from numbers(${number}) settings max_block_size = 1`,
        parameters,
      )
      .then(() => ended.push('write'));
    await clickhouse.rows('select {a:String} as a', { a: 'text' });
    ended.push('query');
    await write;
    expect(ended).toEqual(['query', 'write']);
  },
  60_000,
);

it('a query does not wait for a long one of another organization', async () => {
  const ended: string[] = [];
  const query = (organizationId: string, text: string, parameters: Record<string, unknown>) =>
    inContext({ requestId: null, organizationId }, () => clickhouse.rows(text, parameters)).then(() =>
      ended.push(organizationId),
    );
  const long = Array.from({ length: 2 }, () =>
    query('long', 'select sleepEachRow(0.2) from numbers({count:UInt64}) settings max_block_size = 1', { count: 10 }),
  );
  for (const text of ['one', 'two', 'three']) await query('short', 'select {a:String} as a', { a: text });
  await Promise.all(long);
  expect(ended).toEqual(['short', 'short', 'short', 'long', 'long']);
}, 60_000);

it('waiting statements do not block the threads of the process', async () => {
  await clickhouse.rows('select 1', {});
  const ended: string[] = [];
  const slow = 'select sum(sipHash64(number)) as hash from numbers(20000000)';
  const statements = Array.from({ length: 8 }, (_, nth) =>
    (nth % 2 === 0
      ? clickhouse.rows(slow, {})
      : clickhouse.command(`insert into function null('a UInt64') ${slow}`, {})
    ).then(() => ended.push('statement')),
  );
  await new Promise((resolve) => setTimeout(resolve, 50));
  // Files, names and new connections use the same threads.
  await crypto.subtle.digest('SHA-256', new Uint8Array(16));
  ended.push('digest');
  await Promise.all(statements);
  expect(ended.indexOf('digest')).toBeLessThan(4);
}, 60_000);

it('a statement receives its parameters unchanged', async () => {
  await clickhouse.command(
    'create table default.given (text String, texts Array(String), number Int64, id UUID) engine = Memory',
  );
  const parameters = fc.record({
    text: fc.string({ unit: 'binary' }),
    texts: fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(`'`, '\\', `\\'`, '{text:String}', '\0'))),
    number: fc.maxSafeInteger().map(String),
    id: fc.uuid(),
  });
  await fc.assert(
    fc.asyncProperty(parameters, async (values) => {
      await clickhouse.command('truncate table default.given');
      await clickhouse.command(
        'insert into default.given select {text:String}, {texts:Array(String)}, {number:Int64}, {id:UUID}',
        { ...values, number: Number(values.number) },
      );
      const equal =
        'text = {text:String} and texts = {texts:Array(String)} and number = {number:Int64} and id = {id:UUID}';
      const found = await clickhouse.rows(`select * from default.given where ${equal}`, {
        ...values,
        number: Number(values.number),
      });
      expect(found).toEqual([values]);
    }),
    { numRuns: 60 },
  );
  expect(() => withLiterals('select {other:String}', {})).toThrow('other');
}, 60_000);

it('a block of columns is stored, also after its directory was deleted', async () => {
  await clickhouse.command(`create database if not exists ${clickhouse.database}`);
  await clickhouse.command(`create table ${clickhouse.database}.blocks (text String) engine = Memory`);
  for (const text of ['first', 'second']) {
    const block = new NativeBlock(1).texts('given', () => text).finish() as ColumnBlock;
    expect(await clickhouse.insertColumns('blocks', { text: 'given' }, block)).toBe(true);
    rmSync(join(directory, 'incoming'), { recursive: true });
  }
  expect(await clickhouse.rows(`select text from ${clickhouse.database}.blocks order by text`)).toEqual([
    { text: 'first' },
    { text: 'second' },
  ]);
}, 60_000);

it('a command may carry a megabyte of values', async () => {
  const values = Array.from({ length: 4_000 }, (_, index) => `${index} ${'語'.repeat(100)}`);
  await clickhouse.command('create table if not exists long_values (value String) engine = Memory');
  await clickhouse.command('insert into long_values select arrayJoin({values:Array(String)})', { values });
  const [counted] = await clickhouse.rows<{ stored: string }>('select count() as stored from long_values', {});
  expect(Number(counted?.stored)).toBe(values.length);
});
