import { z } from 'zod';
import type { ITopicConfig, Kafka } from 'kafkajs';
import { messages, rawEventsTopic, topicOf } from '@tollgate/contracts';

const settings = z.object({
  KAFKA_PARTITIONS: z.coerce.number().int().min(1).default(6),
  /** Absent: the brokers' own default. */
  KAFKA_REPLICATION: z.coerce.number().int().min(1).default(-1),
});

/** Every topic of the installation: one per service with messages, and one for raw events. */
export const everyTopic = (): string[] => [
  ...new Set([...Object.values(messages).map(({ producer }) => topicOf(producer)), rawEventsTopic]),
];

/**
 * Creates missing topics. The brokers do not create topics themselves, so each has its final number of partitions from
 * the start. A later change would break the order of a subscription's events.
 * @throws Error when KAFKA_PARTITIONS or KAFKA_REPLICATION is not a number, or the brokers refuse
 */
export async function makeTopics(kafka: Kafka, env: NodeJS.ProcessEnv, report: (line: string) => void): Promise<void> {
  const { KAFKA_PARTITIONS: numPartitions, KAFKA_REPLICATION: replicationFactor } = readSettings(env);
  const admin = kafka.admin();
  await admin.connect();
  try {
    const there = new Set(await admin.listTopics());
    const missing = everyTopic().filter((topic) => !there.has(topic));
    if (missing.length === 0) return;
    const topics: ITopicConfig[] = missing.map((topic) => ({ topic, numPartitions, replicationFactor }));
    // Returns false when another run created them meanwhile.
    if (await admin.createTopics({ topics, waitForLeaders: true }))
      for (const topic of missing) report(`kafka: ${topic}, ${numPartitions} partitions`);
  } finally {
    await admin.disconnect();
  }
}

function readSettings(env: NodeJS.ProcessEnv) {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = settings.safeParse(set);
  if (read.success) return read.data;
  throw new Error(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
}
