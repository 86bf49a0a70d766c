import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { pickIntegrationTests, pickScenarios } from './scenario-picks.ts';
import { repository } from '@tollgate/harness/process';

const root = join(repository, 'conformance', 'scenarios');
const options = { always: ['first'], share: 8 };
const namesOf = (picks: ReturnType<typeof pickScenarios>) =>
  picks.flatMap(({ file, scenarios }) => scenarios.map(({ name }) => `${file} ${name}`));
const pick = (text: string, more: { share?: number } = {}) =>
  namesOf(pickScenarios(root, ['first', 'wallets', 'invoices'], { ...options, text, ...more }));

test('equal texts pick equal scenarios, other texts pick others', () => {
  assert.deepEqual(pick('one'), pick('one'));
  assert.notDeepEqual(pick('one'), pick('two'));
});

test('picks contain all mandatory scenarios and a share of the others', () => {
  const all = pick('any', { share: 1 });
  const always = namesOf(pickScenarios(root, ['first'], { ...options, text: 'any', share: 1 }));
  const picked = pick('any');
  assert.ok(always.every((name) => picked.includes(name)));
  const rest = all.length - always.length;
  assert.ok(picked.length > always.length + rest / 16 && picked.length < always.length + rest / 4);
});

test('enough texts pick every scenario', () => {
  const seen = new Set(Array.from({ length: 100 }, (_, number) => pick(`commit ${number}`)).flat());
  assert.equal(seen.size, pick('any', { share: 1 }).length);
});

test('a file of a single scenario counts like a list of one', () => {
  const file = join('hardening', 'weighted-sum-again.json');
  const [picked] = pickScenarios(root, [file], { always: [], text: 'any', share: 1 });
  assert.equal(picked?.scenarios.length, 1);
});

test('integration tests of brokers and Redis are always among the picked ones', () => {
  const all = pickIntegrationTests({ text: 'any', share: 1 });
  const few = pickIntegrationTests({ text: 'any', share: 1_000_000 });
  assert.ok(few.some((path) => path.includes('redis-window')) && few.length < 5);
  const third = pickIntegrationTests({ text: 'any', share: 3 });
  assert.ok(third.length > all.length / 5 && third.length < all.length / 2);
});
