import { expect, it } from '@jest/globals';
import { ConcurrentCalls } from './concurrent-calls.js';

const flushEventLoop = async (count = 10) => {
  for (let tick = 0; tick < count; tick++) await new Promise(setImmediate);
};
const bounds = { ofOne: 2, ofAll: 3, waiting: 3, waitMs: 60_000 };

/** Begins calls in order, and records which ones started. */
function record(calls: ConcurrentCalls) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (name: string) =>
    calls.begin(name.charAt(0)).then((end) => {
      started.push(name);
      ends.set(name, end);
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await flushEventLoop();
  };
  return { started, begin, end };
}

it("calls beyond an organization's limit wait, and others pass them", async () => {
  const { started, begin, end } = record(new ConcurrentCalls(bounds));
  const all = ['a1', 'a2', 'a3', 'a4', 'b1'].map(begin);
  await flushEventLoop();
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('b1');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  await end('a1');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
  await end('a2');
  await Promise.all(all);
  expect(started.at(-1)).toBe('a4');
});

it('organizations with waiting calls are served round-robin', async () => {
  const { started, begin, end } = record(new ConcurrentCalls({ ...bounds, ofOne: 1, ofAll: 1 }));
  const all = ['a1', 'a2', 'a3', 'b1', 'b2'].map(begin);
  for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) {
    await flushEventLoop();
    expect(started.at(-1)).toBe(name);
    await end(name);
  }
  await Promise.all(all);
});

it('a full queue answers 429, and a stuck one 503', async () => {
  const calls = new ConcurrentCalls({ ...bounds, waiting: 1, waitMs: 20 });
  const [end] = [await calls.begin('a'), await calls.begin('a')];
  const late = calls.begin('a');
  await expect(calls.begin('a')).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
  await expect(late).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  end();
  await expect(calls.begin('a')).resolves.toBeInstanceOf(Function);
});

it('one call begins per event loop iteration, even if each ends at once', async () => {
  const calls = new ConcurrentCalls({ ...bounds, ofOne: 10, ofAll: 10, waiting: 10 });
  let begun = 0;
  const all = Array.from({ length: 8 }, () =>
    calls.begin('a').then((end) => {
      begun++;
      end();
    }),
  );
  for (let tick = 0; begun < 8; tick++) {
    expect(begun).toBeLessThanOrEqual(tick + 1);
    await new Promise(setImmediate);
  }
  await Promise.all(all);
});

it('retains nothing after the last call', async () => {
  const calls = new ConcurrentCalls(bounds);
  for (let index = 0; index < 100; index++) (await calls.begin(`organization ${index}`))();
  expect(calls).toMatchObject({ underWay: new Map(), lines: new Map(), all: 0 });
});
