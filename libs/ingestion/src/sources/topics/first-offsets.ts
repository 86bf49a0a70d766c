import type { Kafka } from 'kafkajs';

/** A topic that its brokers do not list, or not for this login. */
class TopicNotFound extends Error {
  readonly type = 'UNKNOWN_TOPIC_OR_PARTITION';
}

/**
 * Makes a group without offsets begin behind the messages that are there. The offsets are committed before the group
 * reads, so messages that arrive while nothing reads are not passed over.
 * @throws Error of the client
 */
export async function beginAtLatest(
  kafka: Pick<Kafka, 'admin'>,
  { topic, group }: { topic: string; group: string },
): Promise<void> {
  const admin = kafka.admin();
  const committed = async () => {
    const [found] = await admin.fetchOffsets({ groupId: group, topics: [topic] });
    return found?.partitions.some(({ offset }) => BigInt(offset) >= 0n) ?? false;
  };
  try {
    await admin.connect();
    // A request for the offsets of a topic may create it, and one for the list does not.
    if (!(await admin.listTopics()).includes(topic)) throw new TopicNotFound(`no topic ${topic}`);
    if (await committed()) return;
    const partitions = (await admin.fetchTopicOffsets(topic)).map(({ partition, high }) => ({
      partition,
      offset: high,
    }));
    await admin.setOffsets({ groupId: group, topic, partitions }).catch(async (error: unknown) => {
      // Another process was faster, and reads already.
      if (!(await committed())) throw error;
    });
  } finally {
    await admin.disconnect().catch(() => undefined);
  }
}
