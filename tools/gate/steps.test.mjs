import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { page, table } from './report.mjs';
import { passedBefore, select } from './selection.mjs';
import { beginStep, countsOf, cpuSecondsOf, partsOf } from './step.mjs';
import { steps } from './steps.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const run = { seed: 'a1', commit: 'c' };
const namesOf = (chosen) => chosen.map(({ name }) => name);

test('every step comes after its needs, and its program exists', () => {
  for (const [place, { name, needs = [], tiers, command, minutes }] of steps.entries()) {
    for (const needed of needs) assert.ok(namesOf(steps.slice(0, place)).includes(needed), `${name} needs ${needed}`);
    assert.ok(minutes > 0 && minutes <= 60, name);
    for (const tier of tiers) {
      const [program, ...args] = command({ ...run, tier });
      if (program === 'npm') assert.ok(manifest.scripts[args[2]], `${name}: npm run ${args[2]}`);
      else assert.ok(existsSync(join(root, args[0])), `${name}: ${args[0]}`);
    }
  }
});

test('every test of package.json belongs to the whole proof', () => {
  const text = steps
    .flatMap((step) => (step.tiers.includes('verify') ? [step.command({ ...run, tier: 'verify' }).join(' ')] : []))
    .join('\n');
  const programs = Object.entries(manifest.scripts).filter(([name]) => name.startsWith('test:'));
  for (const [name, script] of programs)
    assert.ok(text.includes(` ${name}`) || text.includes(script.split(' ').at(-1)), `${name} is in no step`);
});

test('every part of npm test is a step of the proof', () => {
  const parts = ['unit', 'tools', 'generators', 'service'];
  for (const name of parts) assert.ok(steps.find((step) => step.name === name)?.tiers.includes('verify'), name);
});

test('a runner finds every test file', () => {
  const files = ['apps', 'libs', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /\.(spec|test)\.\w+$/.test(name) && !/node_modules|\/dist\//.test(name))
      .map((name) => join(folder, name)),
  );
  const odd = files.filter((name) => !(name.startsWith('tools') ? /\.test\.(mjs|ts)$/ : /\.spec\.ts$/).test(name));
  assert.deepEqual(odd, []);
});

test('a run of some steps includes their needs', () => {
  assert.deepEqual(namesOf(select(steps, { tier: 'ci', only: ['fuzz'] })), ['install', 'build', 'fetch', 'fuzz']);
  assert.throws(() => select(steps, { tier: 'ci', only: ['image'] }), /image: not one of/);
});

test('documents alone make neither services nor clusters necessary', () => {
  const chosen = namesOf(select(steps, { tier: 'verify', changed: ['docs/operate/journal.md'] }));
  assert.ok(chosen.includes('lint'));
  for (const name of ['service', 'cluster', 'chaos', 'image']) assert.ok(!chosen.includes(name), name);
  assert.ok(namesOf(select(steps, { tier: 'verify', changed: ['libs/rating/src/taxes.ts'] })).includes('cluster'));
});

test('a run continues with a step, unless an earlier one has not passed', () => {
  const table = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
  const ok = { failed: 0 };
  assert.deepEqual(passedBefore(table, 'b', { a: ok, b: { failed: 1 }, c: ok }, 'new'), ['a', 'c']);
  assert.throws(() => passedBefore(table, 'c', { a: ok }), /b has not passed/);
  assert.throws(() => passedBefore(table, 'd', {}), /d: not one of/);
});

test('a run that continues at another commit builds again', () => {
  const table = [{ name: 'build' }, { name: 'unit' }, { name: 'cluster', needs: ['build'] }];
  const results = { build: { failed: 0, commit: 'old' }, unit: { failed: 0, commit: 'old' }, cluster: { failed: 1 } };
  assert.deepEqual(passedBefore(table, 'cluster', results, 'new'), ['unit']);
  assert.deepEqual(passedBefore(table, 'cluster', results, 'old'), ['build', 'unit']);
});
test('the counts of a step', () => {
  assert.deepEqual(countsOf('x\n3 passed, 1 failed\n7 passed, 0 failed\n', 0), { passed: 7, failed: 0 });
  assert.deepEqual(countsOf('7 passed, 0 failed\n', 1), { passed: 7, failed: 1 });
  assert.deepEqual(countsOf('nothing of it', 0), { passed: 1, failed: 0 });
  assert.deepEqual(countsOf('', 'SIGKILL'), { passed: 0, failed: 1 });
});

test('the parts of a step', () => {
  const output =
    'ok    taxes: 5 invoices wait\ntaxes: 5 passed, 1 failed, 514 s\ndays: 3 passed, 0 failed, 94 s\n8 passed, 1 failed\n';
  assert.deepEqual(partsOf(output), [
    { name: 'taxes', passed: 5, failed: 1, seconds: 514 },
    { name: 'days', passed: 3, failed: 0, seconds: 94 },
  ]);
  assert.deepEqual(countsOf(output, 1), { passed: 8, failed: 1 });
});

test('the cost of a step', () => {
  assert.equal(cpuSecondsOf('0m0.001s 0m0.002s\n1m2.500s 0m0.500s\n'), 63);
  assert.equal(cpuSecondsOf(''), 0);
});

test('a step that exceeds its limit is stopped and fails', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-step-'));
  const log = join(directory, 'slow.log');
  const { ended } = beginStep({ command: ['sleep', '60'], minutes: 0.005, log });
  const result = await ended;
  rmSync(directory, { recursive: true });
  assert.deepEqual([result.failed, result.timedOut], [1, true]);
});

test('a stopped step leaves no process, even one that ignores signals', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-step-'));
  const pidFile = join(directory, 'pid');
  const deaf = `trap '' TERM; (echo $BASHPID >${pidFile}; while :; do sleep 1; done) & wait; sleep 60`;
  const { ended } = beginStep({
    command: ['bash', '-c', deaf],
    minutes: 0.01,
    log: join(directory, 'log'),
    grace: 500,
  });
  await ended;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  rmSync(directory, { recursive: true });
  const status = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(' ')[2];
  assert.ok(!existsSync(`/proc/${pid}`) || status() === 'Z');
});

test('the page of a proof lists the results by step and commit', () => {
  const result = (name, commit) => ({ name, commit, passed: 2, failed: 0, seconds: 61, cpuSeconds: 90.4 });
  const text = page(
    {
      commit: 'abcdef1234567890',
      subject: 'A | B',
      date: '2026-11-25',
      node: 'v24',
      cores: 2,
      seed: 'a1',
      seconds: 125,
    },
    [
      result('unit', '1234567890abcdef'),
      {
        ...result('chaos', 'abcdef1234567890'),
        parts: [{ name: 'taxes', passed: 2, failed: 0, seconds: 51 }],
      },
    ],
  );
  assert.match(text, /\| commit \| abcdef123456 \(A \\\| B\) \|/);
  assert.match(text, /\| result \| 4 passed, 0 failed \|/);
  assert.match(text, /2 min {2}5 s/);
  assert.match(text, /passed before, at 12345678: unit\./);
  assert.match(text, /\| chaos \| 2 \| 0 \| 61 \| 90 \|\n\| chaos: taxes \| 2 \| 0 \| 51 \| {2}\|/);
  assert.match(
    table([result('unit')], ['image']).join('\n'),
    /unit +2 passed +0 failed +61 s +90 CPU s\nimage +not run/,
  );
});
