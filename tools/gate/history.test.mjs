import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { flakySteps, readHistory, recordRun, usualSeconds, withRun } from './history.mjs';

const run = (commit, seconds, failed = 0) => ({ commit, seconds, failed });
const of = (runs) => runs.reduce((history, one) => withRun(history, 'ci', 'unit', one), {});

test('the file has the last ten runs of a step', () => {
  const history = of(Array.from({ length: 25 }, (_, place) => run('a', place)));
  assert.deepEqual(
    history.ci.unit.map(({ seconds }) => seconds),
    [15, 16, 17, 18, 19, 20, 21, 22, 23, 24],
  );
});

test('the usual time is that of passed runs, from three on', () => {
  assert.equal(usualSeconds(of([run('a', 1), run('b', 2)]), 'ci', 'unit'), null);
  assert.equal(usualSeconds(of([run('a', 3), run('b', 1), run('c', 2), run('d', 99, 1)]), 'ci', 'unit'), 3);
  assert.equal(usualSeconds({}, 'ci', 'unit'), null);
});

test('a step that fails and passes at one commit is flaky', () => {
  assert.deepEqual(flakySteps(of([run('a', 1, 2), run('b', 1)]), 'ci'), []);
  assert.deepEqual(flakySteps(of([run('a', 1, 2), run('b', 1), run('a', 1)]), 'ci'), ['unit']);
  assert.deepEqual(flakySteps({}, 'ci'), []);
});

test('runs are stored, and an unreadable file counts as none', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'tollgate-history-')), 'cache', 'history.json');
  recordRun('ci', 'unit', run('a', 1), file);
  recordRun('verify', 'unit', run('a', 2), file);
  assert.deepEqual(readHistory(file), { ci: { unit: [run('a', 1)] }, verify: { unit: [run('a', 2)] } });
  writeFileSync(file, '{');
  assert.deepEqual(readHistory(file), {});
});

test('a cache that cannot be written fails no run', () => {
  recordRun('ci', 'unit', run('a', 1), join(mkdtempSync(join(tmpdir(), 'tollgate-history-')), 'file', '\0'));
});
