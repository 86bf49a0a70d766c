import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSteps } from './runner.mjs';

/** Steps that each take a few event loop ticks; records which ones ran when. */
function stage(steps, { fails = [], ...options } = {}) {
  const record = { order: [], most: 0, together: [] };
  const running = new Set();
  const begin = ({ name }) => {
    record.order.push(name);
    running.add(name);
    record.most = Math.max(record.most, running.size);
    record.together.push([...running]);
    const ended = new Promise((resolve) => {
      setTimeout(() => {
        running.delete(name);
        resolve({ failed: fails.includes(name) ? 1 : 0 });
      }, 5);
    });
    return { ended, stop: () => undefined };
  };
  const onEnd = () => undefined;
  return runSteps(steps, { lanes: 2, begin, onEnd, ...options }).then((result) => ({ ...result, ...record }));
}

const table = [
  { name: 'install' },
  { name: 'build', needs: ['install'] },
  { name: 'unit', needs: ['install'] },
  { name: 'service', needs: ['build'] },
];

test('steps begin in the order of the table, after their needs, two at a time', async () => {
  const { order, most, notRun } = await stage(table);
  assert.deepEqual(order, ['install', 'build', 'unit', 'service']);
  assert.equal(most, 2);
  assert.deepEqual(notRun, []);
});

test('steps that need a failed step do not run, all others do', async () => {
  const { order, notRun } = await stage(table, { fails: ['build'] });
  assert.deepEqual(order, ['install', 'build', 'unit']);
  assert.deepEqual(notRun, ['service']);
});

test('a proof begins no step after a failure', async () => {
  const steps = [{ name: 'a' }, { name: 'b' }, { name: 'c' }];
  const { order, notRun } = await stage(steps, { fails: ['a'], lanes: 1, stopAtFailure: true });
  assert.deepEqual(order, ['a']);
  assert.deepEqual(notRun, ['b', 'c']);
});

test('no step runs beside one that runs alone', async () => {
  const steps = [{ name: 'a' }, { name: 'quiet', alone: true }, { name: 'b' }, { name: 'c' }];
  const { order, together } = await stage(steps);
  assert.deepEqual(order, ['a', 'quiet', 'b', 'c']);
  assert.deepEqual(
    together.filter((names) => names.includes('quiet')),
    [['quiet']],
  );
});

test('steps that passed before fulfil needs', async () => {
  const { order } = await stage([table[3]], { passed: new Set(['build']) });
  assert.deepEqual(order, ['service']);
});

test('a stopped run begins no step and stops the running ones', async () => {
  const controller = new AbortController();
  const stopped = [];
  const begin = ({ name }) => {
    let end;
    const ended = new Promise((resolve) => (end = resolve));
    return { ended, stop: () => stopped.push(name) && end({ failed: 1 }) };
  };
  setTimeout(() => controller.abort(), 5);
  const { notRun } = await runSteps([{ name: 'a' }, { name: 'b' }, { name: 'c' }], {
    lanes: 2,
    begin,
    onEnd: () => undefined,
    signal: controller.signal,
  });
  assert.deepEqual(stopped, ['a', 'b']);
  assert.deepEqual(notRun, ['c']);
});
