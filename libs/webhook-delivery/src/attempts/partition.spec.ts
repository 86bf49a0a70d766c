import { expect, it } from '@jest/globals';
import type { DueDelivery } from '../messages/webhook-messages.repository.js';
import { Partition, type PartitionWork } from './partition.js';
import type { Attempted } from './webhook-attempts.service.js';

const answered: Attempted = { outcome: { status: 200, response: '', error: null }, durationMs: 5 };
const hanging: Attempted = { outcome: { status: null, response: null, error: 'no answer' }, durationMs: 30_000 };

/** A partition with messages 0 to `count - 1`, and a record of its actions. */
function partitionOf(
  count: number,
  attempt: (id: string) => Promise<Attempted>,
  hung = 0,
  respond: (deliveries: DueDelivery[]) => Promise<DueDelivery[]> = async (deliveries) => deliveries,
  isReported = false,
) {
  const pendingIds = Array.from({ length: count }, (_, i) => String(i));
  const seen = {
    attempted: [] as string[],
    preferences: [] as boolean[],
    mostAtOnce: 0,
    pauses: [] as number[],
    resumed: 0,
  };
  let atOnce = 0;
  const work: PartitionWork = {
    slots: { take: async () => ({ becomeSlow: () => undefined, release: () => undefined }) },
    logger: { warn: () => undefined, info: () => undefined },
    findDue: async (_, { excludedIds, prefersReplayed, limit }) => {
      seen.preferences.push(prefersReplayed);
      return respond(
        pendingIds
          .filter((id) => !excludedIds.includes(id))
          .slice(0, limit)
          .map((id) => ({ id }) as DueDelivery),
      );
    },
    attempt: async ({ id }) => {
      seen.mostAtOnce = Math.max(seen.mostAtOnce, ++atOnce);
      const attempted = await attempt(id);
      atOnce--;
      seen.attempted.push(id);
      pendingIds.splice(pendingIds.indexOf(id), 1);
      return attempted;
    },
    recordHung: async () => undefined,
    pause: async (_, pauseMs) => void seen.pauses.push(pauseMs),
    resume: async () => void seen.resumed++,
  };
  return {
    partition: new Partition({ endpoint_id: 'e', organization_id: 'o', hung, is_reported: isReported }, work),
    seen,
  };
}
const soon = () => new Promise((resolve) => setTimeout(resolve, 2));

it('attempts each due message once, a few concurrently', async () => {
  const { partition, seen } = partitionOf(25, () => soon().then(() => answered));
  await partition.run();
  expect([...seen.attempted].sort((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 25 }, (_, i) => String(i)),
  );
  expect(seen.mostAtOnce).toBe(4);
});

it('does not repeat an attempt that another worker made during the poll', async () => {
  let polls = 0;
  const { partition, seen } = partitionOf(
    6,
    async () => answered,
    0,
    async (deliveries) => {
      if (polls++ % 2 === 1) await soon();
      return deliveries;
    },
  );
  await partition.run();
  expect([...seen.attempted].sort()).toEqual(['0', '1', '2', '3', '4', '5']);
});

it('does nothing when no attempt is due', async () => {
  const { partition, seen } = partitionOf(0, async () => answered);
  await partition.run();
  expect(seen.attempted).toEqual([]);
});

it('is paused by three hanging attempts, and leaves the rest for later', async () => {
  const { partition, seen } = partitionOf(25, () => soon().then(() => hanging));
  await partition.run();
  expect(seen.pauses).toEqual([30_000]);
  expect(seen.attempted.length).toBeLessThanOrEqual(8);
});

it('makes one attempt after a pause; a hanging one extends the pause, any answer ends it', async () => {
  const still = partitionOf(5, () => soon().then(() => hanging), 4);
  await still.partition.run();
  expect(still.seen).toMatchObject({ attempted: ['0'], pauses: [120_000], mostAtOnce: 1 });
  const better = partitionOf(5, () => soon().then(() => answered), 4);
  await better.partition.run();
  expect(better.seen).toMatchObject({ pauses: [], resumed: 1 });
  expect(better.seen.attempted).toHaveLength(5);
});

it('reports an answer once to an organization that was told of the pause, also when an operator ended it', async () => {
  const { partition, seen } = partitionOf(3, async () => answered, 0, undefined, true);
  await partition.run();
  expect(seen.resumed).toBe(1);
});

it('prefers replayed messages in one of four attempts', async () => {
  const { partition, seen } = partitionOf(40, async () => answered);
  await partition.run();
  const share = seen.preferences.filter(Boolean).length / seen.preferences.length;
  expect(share).toBeGreaterThan(0.15);
  expect(share).toBeLessThan(0.35);
});

it('ends with the error when its work fails, after the attempts under way', async () => {
  const { partition, seen } = partitionOf(6, async (id) => {
    await soon();
    if (id === '1') throw new Error('the database is away');
    return answered;
  });
  await expect(partition.run()).rejects.toThrow('the database is away');
  expect(seen.attempted).toContain('0');
});
