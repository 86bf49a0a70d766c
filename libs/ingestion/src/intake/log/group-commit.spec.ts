import { describe, expect, it } from '@jest/globals';
import { Unavailable } from '@tollgate/platform';
import { GroupCommit, type CommitBounds } from './group-commit.js';

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 5));
const unbounded: CommitBounds = { items: 100, bytes: 1e9, waitingItems: 1e9, waitingBytes: 1e9 };
const commitOf = (write: (items: number[]) => Promise<void>, bounds: Partial<CommitBounds> = {}) =>
  new GroupCommit<number>(write, { ...unbounded, ...bounds }, (item) => item);

describe('group commit', () => {
  it('batches callers that arrive during a write, in order of arrival', async () => {
    const writes: number[][] = [];
    const commit = commitOf(async (items) => {
      writes.push(items);
      await soon();
    });
    const first = commit.append([1]);
    await new Promise((resolve) => setImmediate(resolve));
    await Promise.all([first, commit.append([2]), commit.append([3, 4])]);
    expect(writes).toEqual([[1], [2, 3, 4]]);
  });

  it('never splits the items of one caller, and starts another write at the maximum', async () => {
    const sizes: number[] = [];
    const commit = commitOf(async (items) => void sizes.push(items.length), { items: 3 });
    await Promise.all([commit.append([1, 2]), commit.append([3, 4]), commit.append([5, 6, 7, 8])]);
    expect(sizes).toEqual([2, 2, 4]);
  });

  it('starts another write at the maximum of bytes', async () => {
    const writes: number[][] = [];
    const commit = commitOf(async (items) => void writes.push(items), { bytes: 10 });
    await Promise.all([commit.append([6]), commit.append([4]), commit.append([1]), commit.append([20])]);
    expect(writes).toEqual([[6, 4], [1], [20]]);
  });

  it('accepts no more than its bounds allow, and continues once there is room', async () => {
    const commit = commitOf(soon, { waitingItems: 2, waitingBytes: 10 });
    const full = await Promise.allSettled([commit.append([1]), commit.append([2]), commit.append([3])]);
    expect(full.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await expect(Promise.all([commit.append([9]), commit.append([2])])).rejects.toBeInstanceOf(Unavailable);
    await commit.flushed();
    await commit.append([9]);
  });

  it('reports when earlier items are written, regardless of later ones', async () => {
    const commit = commitOf(soon);
    const first = commit.append([1]);
    const { target } = commit;
    expect(commit.isWritten(target)).toBe(false);
    await first;
    const second = commit.append([2]);
    expect(commit.isWritten(target)).toBe(true);
    expect(commit.isWritten(commit.target)).toBe(false);
    await second;
  });

  it('rejects only the callers whose write failed', async () => {
    const commit = commitOf(
      async (items) => {
        if (items.includes(1)) throw new Error('away');
      },
      { items: 1 },
    );
    const results = await Promise.allSettled([commit.append([1]), commit.append([2])]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    await commit.flushed();
  });
});
