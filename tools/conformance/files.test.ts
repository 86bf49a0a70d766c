import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { repository } from '@tollgate/harness/process';
import { entriesOf, parseShard, shardOf } from './files.ts';
import { mistakesOf, type Step } from './scenario.ts';

const scenarios = join(repository, 'conformance', 'scenarios');
const shardsOf = <Item>(items: Item[], count: number): Item[][] =>
  Array.from({ length: count }, (_, index) => shardOf(items, { index: index + 1, count }));

describe('shards', () => {
  it('hold every scenario exactly once, in even parts', () => {
    const all = entriesOf([scenarios], '').map(({ file, name }) => `${file} ${name}`);
    assert.ok(all.length > 100);
    for (const count of [1, 2, 3, 7]) {
      const shards = shardsOf(all, count);
      assert.deepEqual(shards.flat().sort(), [...all].sort());
      const sizes = shards.map(({ length }) => length);
      assert.ok(Math.max(...sizes) - Math.min(...sizes) <= 1);
    }
  });

  it('are the same each time', () => {
    const names = () => shardOf(entriesOf([scenarios], ''), { index: 2, count: 3 }).map(({ name }) => name);
    assert.deepEqual(names(), names());
  });

  it('may be empty where there are more shards than scenarios', () => {
    assert.deepEqual(shardsOf(['a'], 3), [['a'], [], []]);
  });

  it('are written I/N', () => {
    assert.deepEqual(parseShard('2/4'), { index: 2, count: 4 });
    for (const text of ['0/4', '5/4', '1/0', '1', '1/', 'a/b', '-1/2', '1.5/2'])
      assert.throws(() => parseShard(text), /--shard takes I\/N/, text);
  });
});

describe('a filter', () => {
  it('finds names, files and features', () => {
    const all = entriesOf([scenarios], '');
    const picked = entriesOf([scenarios], 'wallets');
    assert.ok(picked.length > 0 && picked.length < all.length);
    assert.ok(picked.every(({ file, name, features }) => `${file} ${name} ${features.join()}`.includes('wallets')));
  });
});

describe('mistakes of a scenario', () => {
  const start: Step = { at: '2024-01-01T00:00:00Z' };
  const mistakes = (...steps: Step[]) => mistakesOf({ name: 'x', steps: [start, ...steps] });
  const check: Step = { do: 'GET /taxes', expect: { 'taxes.length': 0 } };

  it('are none in a good one', () => {
    assert.deepEqual(mistakes({ do: 'POST /taxes', body: {}, save: { id: 'tax.svc_id' } }, check), []);
    assert.deepEqual(mistakes({ do: 'GET /taxes/{{organization_id}}', status: 404 }), []);
  });

  it('are unknown keys and operators, bad calls and paths', () => {
    assert.deepEqual(mistakes({ do: 'FETCH /taxes' }, check), ["step 2: bad 'do'"]);
    assert.deepEqual(mistakes({ do: 'GET /taxes', expect: { a: { $about: 1 } } }), ['step 2: unknown operator $about']);
    assert.deepEqual(mistakes({ do: 'GET /taxes', expect: { 'a[0': 1 } }), ["step 2: unclosed [ in path 'a[0'"]);
    assert.deepEqual(mistakes({ ...check, then: 1 } as Step), ["step 2: unknown key 'then'"]);
  });

  it('are time that goes back, variables that nothing saved, and checking nothing', () => {
    assert.deepEqual(mistakes({ at: '2023-01-01T00:00:00Z' }, check), ['step 2: time goes back']);
    assert.deepEqual(mistakes({ do: 'GET /taxes/{{id}}', status: 404 }), ['step 2: {{id}} is used before it is saved']);
    assert.deepEqual(mistakes({ do: 'GET /taxes' }), ['expects nothing: a scenario must check something']);
  });
});
