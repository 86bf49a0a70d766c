import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Clock } from './clock.ts';

const hour = 60 * 60 * 1000;

describe('the clock', () => {
  it('runs work in the order of its instants, each at its own', async () => {
    const clock = new Clock();
    clock.freeze();
    const start = clock.now();
    const done: [name: string, at: number][] = [];
    const note = (name: string) => () => done.push([name, clock.now() - start]);
    clock.schedule(start + 3 * hour, note('third'));
    clock.schedule(start + hour, note('first'));
    clock.schedule(start + hour, () => {
      note('second')();
      clock.schedule(start + 2 * hour, note('made meanwhile'));
    });
    clock.schedule(start + 9 * hour, note('later'));
    await clock.advanceBy(4 * hour);
    assert.deepEqual(done, [
      ['first', hour],
      ['second', hour],
      ['made meanwhile', 2 * hour],
      ['third', 3 * hour],
    ]);
    assert.deepEqual([clock.now() - start, clock.waiting], [4 * hour, 1]);
    clock.stop();
  });

  it('waits for work that takes time, and for the step before', async () => {
    const clock = new Clock();
    const done: string[] = [];
    clock.schedule(clock.now() + hour, async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      done.push('slow');
    });
    const first = clock.advanceBy(hour);
    const second = clock.advanceBy(hour).then(() => done.push('second step'));
    await Promise.all([first, second]);
    assert.deepEqual(done, ['slow', 'second step']);
    clock.stop();
  });

  it('runs by itself, and again after it stood still', async () => {
    const clock = new Clock();
    const ran = (delay: number) => new Promise<void>((resolve) => clock.schedule(clock.now() + delay, resolve));
    // The timer of the clock keeps no process alive.
    const alive = setTimeout(() => undefined, 60_000);
    await ran(10);
    clock.freeze();
    await clock.advanceBy(hour);
    clock.run();
    await ran(10);
    clearTimeout(alive);
    await assert.rejects(clock.advanceTo(clock.now() - 1000), /does not go back/);
    clock.stop();
  });

  it('survives work that fails', async () => {
    const clock = new Clock();
    clock.schedule(clock.now() + hour, () => {
      throw new Error('broken');
    });
    await assert.rejects(clock.advanceBy(2 * hour), /broken/);
    await clock.advanceBy(hour);
    clock.stop();
  });
});
