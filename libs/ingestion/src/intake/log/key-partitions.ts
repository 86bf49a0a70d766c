import { Partitioners, type ICustomPartitioner } from 'kafkajs';
import { LRUCache } from 'lru-cache';

const mostKeys = 50_000;

/**
 * Partitions by the hash of the key, as every Kafka client does. Hashing the key dominates the cost of a message, and a
 * busy subscription repeats one key. The partitioner therefore caches recent keys.
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
