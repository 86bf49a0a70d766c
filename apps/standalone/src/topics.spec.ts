import { describe, expect, it, jest } from '@jest/globals';
import type { ITopicConfig, Kafka } from 'kafkajs';
import { everyTopic, makeTopics } from './topics.js';

function brokersWith(there: string[]) {
  const createTopics = jest.fn(async (_: { topics: ITopicConfig[] }) => true);
  const admin = {
    connect: async () => undefined,
    disconnect: async () => undefined,
    listTopics: async () => there,
    createTopics,
  };
  return { kafka: { admin: () => admin } as unknown as Kafka, createTopics };
}

describe('the topics of an installation', () => {
  it('are one per service with messages, and one for raw events', () => {
    expect(everyTopic()).toEqual(
      expect.arrayContaining(['tollgate.catalog', 'tollgate.subscription', 'usage.events.raw']),
    );
    expect(new Set(everyTopic()).size).toBe(everyTopic().length);
  });

  it('are created as configured, if they are missing', async () => {
    const { kafka, createTopics } = brokersWith(['tollgate.catalog', 'somebody.else']);
    const report = jest.fn();
    await makeTopics(kafka, { KAFKA_PARTITIONS: '12', KAFKA_REPLICATION: '3' }, report);
    const made = everyTopic().filter((topic) => topic !== 'tollgate.catalog');
    expect(createTopics.mock.calls[0]?.[0].topics).toEqual(
      made.map((topic) => ({ topic, numPartitions: 12, replicationFactor: 3 })),
    );
    expect(report).toHaveBeenCalledTimes(made.length);
  });

  it("have six partitions and the brokers' default replication", async () => {
    const { kafka, createTopics } = brokersWith([]);
    await makeTopics(kafka, { KAFKA_PARTITIONS: '' }, () => undefined);
    expect(createTopics.mock.calls[0]?.[0].topics[0]).toMatchObject({ numPartitions: 6, replicationFactor: -1 });
  });

  it('are not created again', async () => {
    const { kafka, createTopics } = brokersWith(everyTopic());
    const report = jest.fn();
    await makeTopics(kafka, {}, report);
    expect(createTopics).not.toHaveBeenCalled();
    expect(report).not.toHaveBeenCalled();
  });

  it('are not created with non-numeric settings', async () => {
    await expect(makeTopics(brokersWith([]).kafka, { KAFKA_PARTITIONS: 'many' }, () => undefined)).rejects.toThrow(
      /KAFKA_PARTITIONS/,
    );
  });
});
