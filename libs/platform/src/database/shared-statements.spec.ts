import { describe, expect, it } from '@jest/globals';
import { mapConcurrent, sharedByKeys, sharedStatement } from './shared-statements.js';
import type { Transaction } from './transaction.js';

const transaction = () => ({}) as Transaction;
const soon = async () => new Promise((resolve) => setTimeout(resolve, 1));

describe('a shared statement', () => {
  it('batches concurrent requests of one transaction, and answers each one', async () => {
    const calls: number[][] = [];
    const times10 = sharedStatement(async (_: Transaction, requests: number[]) => {
      calls.push(requests);
      await soon();
      return requests.map((one) => one * 10);
    });
    const [one, other] = [transaction(), transaction()];
    const answers = await Promise.all([
      mapConcurrent([1, 2, 3], async (item) => {
        const first = await times10(one, item);
        // A caller that runs more code in between, without waiting, still joins the batch.
        for (let more = 0; more < item; more++) await Promise.resolve();
        return times10(one, first);
      }),
      times10(other, 4),
    ]);
    expect(answers).toEqual([[100, 200, 300], 40]);
    expect(calls).toEqual([[1, 2, 3], [4], [10, 20, 30]]);
  });

  it('loads a key once for several requests', async () => {
    const calls: string[][] = [];
    const find = sharedByKeys(async (_: Transaction, keys: string[]) => {
      calls.push(keys);
      return new Map(keys.map((key) => [key, key.toUpperCase()]));
    });
    const within = transaction();
    const found = await mapConcurrent([['a'], ['a', 'b']], async (keys) => {
      const all = await find(within, keys);
      return keys.map((key) => all.get(key));
    });
    expect([found, calls]).toEqual([[['A'], ['A', 'B']], [['a', 'b']]]);
  });

  it('fails for all requests that share it, after all work has ended', async () => {
    const ended: number[] = [];
    const fails = sharedStatement(async (_: Transaction, requests: number[]): Promise<number[]> => {
      await soon();
      throw new Error(`none of ${requests.length}`);
    });
    const within = transaction();
    const work = mapConcurrent([1, 2], async (item) => {
      await fails(within, item).catch(async (error: unknown) => {
        if (item === 2) await soon();
        ended.push(item);
        throw error;
      });
    });
    await expect(work).rejects.toThrow('none of 2');
    expect(ended).toEqual([1, 2]);
  });
});
