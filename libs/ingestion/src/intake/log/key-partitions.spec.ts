import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Partitioners } from 'kafkajs';
import { keyPartitions } from './key-partitions.js';

const partitions = (count: number) =>
  Array.from({ length: count }, (_, partitionId) => ({
    partitionErrorCode: 0,
    partitionId,
    leader: 0,
    replicas: [0],
    isr: [0],
  }));

describe('the partition of a key', () => {
  it('matches every Kafka client, also for repeated keys and after partitions were added', () => {
    const cachedPartitioner = keyPartitions();
    const usual = Partitioners.DefaultPartitioner();
    const keyAndCount = fc.record({
      key: fc.constantFrom('a', 'b/ü', 'organization/subscription', ''),
      count: fc.integer({ min: 1, max: 24 }),
    });
    fc.assert(
      fc.property(fc.array(keyAndCount, { minLength: 1, maxLength: 50 }), (calls) => {
        for (const { key, count } of calls) {
          const args = { topic: 't', partitionMetadata: partitions(count), message: { key, value: null } };
          expect(cachedPartitioner(args)).toBe(usual(args));
        }
      }),
    );
  });
});
