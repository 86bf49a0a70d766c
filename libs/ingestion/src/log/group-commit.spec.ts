import { describe, expect, it } from '@jest/globals';
import { GroupCommit } from './group-commit.js';

const soon = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('group commit', () => {
  it('writes together what arrives while a write is under way, in the order of arrival', async () => {
    const writes: number[][] = [];
    const commit = new GroupCommit<number>(async (items) => {
      writes.push(items);
      await soon();
    }, 100);
    const first = commit.append([1]);
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([first, commit.append([2]), commit.append([3, 4])]);
    expect(writes).toEqual([[1], [2, 3, 4]]);
  });

  it('never splits the items of one caller, and starts another write at the maximum', async () => {
    const sizes: number[] = [];
    const commit = new GroupCommit<number>(async (items) => void sizes.push(items.length), 3);
    await Promise.all([commit.append([1, 2]), commit.append([3, 4]), commit.append([5, 6, 7, 8])]);
    expect(sizes).toEqual([2, 2, 4]);
  });

  it('fails those whose write failed, and only them', async () => {
    const commit = new GroupCommit<number>(async (items) => {
      if (items.includes(1)) throw new Error('away');
    }, 1);
    const results = await Promise.allSettled([commit.append([1]), commit.append([2])]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    await commit.flushed();
  });
});
