import { Partitioners, type ICustomPartitioner } from 'kafkajs';
import { LRUCache } from 'lru-cache';

const mostKeys = 50_000;

/**
 * Partitions by the hash of the key, as every Kafka client has it. Hashing a key costs more than all else that is done with a
 * message on its way, and a busy subscription sends with one key again and again: those of late are remembered.
 */
export const keyPartitions: ICustomPartitioner = () => {
  const partitionOf = Partitioners.DefaultPartitioner();
  const known = new LRUCache<string, { partition: number; of: number }>({ max: mostKeys });
  return (message) => {
    const { key } = message.message;
    if (typeof key !== 'string') return partitionOf(message);
    const of = message.partitionMetadata.length;
    const found = known.get(key);
    if (found?.of === of) return found.partition;
    const partition = partitionOf(message);
    known.set(key, { partition, of });
    return partition;
  };
};
