import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { GatheredBlocks } from './gathered-blocks.js';

const events = (...ids: string[]) => ids.map((id) => ({ id }) as AcceptedEvent);
const always = () => true;

function gathering({ largestBlock = 4, everyMs = 60_000, lastsMs = 5 } = {}) {
  const blocks: string[][] = [];
  const gathered = new GatheredBlocks(
    async (some, goesOn) => {
      blocks.push(some.map(({ id }) => id));
      await sleep(lastsMs);
      if (some.some(({ id }) => id === 'bad')) throw new Error('bad');
      return goesOn();
    },
    { largestBlock, everyMs },
  );
  return { blocks, gathered };
}

describe('blocks of several partitions', () => {
  it('combine what arrives together, at once after a pause', async () => {
    const { blocks, gathered } = gathering();
    const added = [gathered.add(events('a', 'b'), always), gathered.add(events('c'), always)];
    expect(await Promise.all(added)).toEqual([true, true]);
    expect(blocks).toEqual([['a', 'b', 'c']]);
  });

  it('wait for their interval, their size, or a reader in a hurry', async () => {
    const { blocks, gathered } = gathering();
    await gathered.add(events('a'), always);
    const small = gathered.add(events('b'), always);
    await sleep(30);
    expect(blocks).toEqual([['a']]);
    gathered.hurry();
    await small;
    expect(blocks).toEqual([['a'], ['b']]);
    const parts = ['c', 'd', 'e', 'f', 'g'].map((id) => gathered.add(events(id), always));
    await Promise.all(parts.slice(0, 4));
    gathered.hurry();
    await Promise.all(parts);
    expect(blocks.slice(2)).toEqual([['c', 'd', 'e', 'f'], ['g']]);
    const timed = gathering({ everyMs: 20 });
    await timed.gathered.add(events('a'), always);
    await timed.gathered.add(events('b'), always);
    expect(timed.blocks).toEqual([['a'], ['b']]);
  });

  it('take a larger part whole', async () => {
    const { blocks, gathered } = gathering();
    await Promise.all([
      gathered.add(events('a', 'b', 'c', 'd', 'e', 'f'), always),
      gathered.add(events('g', 'h', 'i', 'j'), always),
    ]);
    expect(blocks).toEqual([
      ['a', 'b', 'c', 'd', 'e', 'f'],
      ['g', 'h', 'i', 'j'],
    ]);
  });

  it('end when every partition stops, and fail only their own parts', async () => {
    const { gathered } = gathering({ everyMs: 1 });
    const ended = [gathered.add(events('a'), () => false), gathered.add(events('b'), () => false)];
    expect(await Promise.all(ended)).toEqual([false, false]);
    await expect(gathered.add(events('bad'), always)).rejects.toThrow('bad');
    expect(await gathered.add(events('c'), always)).toBe(true);
  });
});
