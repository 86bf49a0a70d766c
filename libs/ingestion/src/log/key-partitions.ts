import { Partitioners, type ICustomPartitioner } from 'kafkajs';
import { LRUCache } from 'lru-cache';

const mostKeys = 50_000;

/**
 * Partitions by the hash of the key, as every Kafka client has it. Hashing a key costs more than all else that is done with a
 * message on its way, and a busy subscription sends with one key again and again: those of late are remembered.
 */
export const keyPartitions: ICustomPartitioner = () => {
  const partitionOf = Partitioners.DefaultPartitioner();
  const partitionOfKey = new LRUCache<string, { partition: number; partitionCount: number }>({ max: mostKeys });
  return (message) => {
    const { key } = message.message;
    if (typeof key !== 'string') return partitionOf(message);
    const partitionCount = message.partitionMetadata.length;
    const cached = partitionOfKey.get(key);
    if (cached?.partitionCount === partitionCount) return cached.partition;
    const partition = partitionOf(message);
    partitionOfKey.set(key, { partition, partitionCount });
    return partition;
  };
};
