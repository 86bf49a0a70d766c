import { beforeAll, describe, expect, it } from '@jest/globals';
import type { EventSource } from '@tollgate/contracts';
import { Sandbox, validationFailed, waitFor } from '@tollgate/testing';
import { Kafka, logLevel } from 'kafkajs';

let sandbox: Sandbox;
beforeAll(async () => (sandbox = await Sandbox.create()));

const rules = [{ code: 'gb', subscription: 'tenant', properties: [{ name: 'gb', path: 'gb' }] }];
const sourceOf = (code: string, kafka: object) => ({
  event_source: { code, name: code, kind: 'kafka', rules, kafka },
});
const create = async (code: string, kafka: object) =>
  (await sandbox.ok<{ event_source: EventSource }>('POST', '/event_sources', sourceOf(code, kafka))).event_source;
const read = async (code: string) =>
  (await sandbox.ok<{ event_source: EventSource }>('GET', `/event_sources/${code}`)).event_source;
const unreachable = { brokers: ['127.0.0.1:9'], topic: 'usage', tls: false };

describe('a source with a topic', () => {
  it('shows its settings without the password, and takes no calls', async () => {
    const login = { sasl_mechanism: 'plain', username: 'u', password: 'a secret word' };
    const made = await create('shown', { ...unreachable, ...login });
    expect(made).toMatchObject({
      paths: [],
      kafka: { brokers: ['127.0.0.1:9'], group: 'tollgate.shown', sasl_mechanism: 'plain', username: 'u', tls: false },
    });
    expect(JSON.stringify(made)).not.toContain('a secret word');
    expect(await sandbox.call('POST', '/event_sources/shown/events', {})).toMatchObject({ status: 404 });
    const { event_source: changed } = await sandbox.ok<{ event_source: EventSource }>('PUT', '/event_sources/shown', {
      event_source: { kafka: { ...unreachable, group: 'g' } },
    });
    expect(changed.kafka).toMatchObject({ group: 'g', sasl_mechanism: null, username: null });
    await sandbox.ok('DELETE', '/event_sources/shown');
  });

  it('is refused without one, with a wrong one, and for another kind', async () => {
    const refused = (input: object) =>
      sandbox.call('POST', '/event_sources', { event_source: { ...sourceOf('r', {}).event_source, ...input } });
    expect(await refused({ kafka: undefined })).toEqual(validationFailed({ kafka: ['value_is_mandatory'] }));
    expect(await refused({ kafka: {} })).toEqual(
      validationFailed({ 'kafka.brokers': ['value_is_mandatory'], 'kafka.topic': ['value_is_mandatory'] }),
    );
    expect(await refused({ kind: 'webhook', kafka: unreachable })).toEqual(
      validationFailed({ kafka: ['value_is_invalid'] }),
    );
  });

  it('says that its brokers do not answer', async () => {
    await create('lost', unreachable);
    const shown = await waitFor(
      'the fault',
      async () => {
        const { kafka } = await read('lost');
        return kafka?.error ? kafka : undefined;
      },
      60_000,
    );
    expect(shown).toMatchObject({ error: 'brokers_unreachable', error_at: expect.any(String) });
    await sandbox.ok('DELETE', '/event_sources/lost');
  }, 70_000);
});

// A cluster has brokers; a standalone service may read a topic as well, but has none of its own.
const brokers = process.env['KAFKA_BROKERS']?.split(',');
(brokers ? describe : describe.skip)('the messages of a topic', () => {
  it('become events once, and those that cannot be read are counted', async () => {
    const kafka = new Kafka({ brokers: brokers ?? [], logLevel: logLevel.NOTHING });
    const topic = `usage-${Date.now()}`;
    const admin = kafka.admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic, numPartitions: 2 }] });
    await admin.disconnect();
    const producer = kafka.producer();
    await producer.connect();
    const send = (...values: string[]) => producer.send({ topic, messages: values.map((value) => ({ value })) });
    const records = Array.from({ length: 250 }, (_, place) => JSON.stringify({ id: `k${place}`, tenant: 's1', gb: 1 }));
    await send(...records.slice(0, 200), '{');
    await create('read', { brokers, topic, tls: false });
    await send(...records.slice(150), JSON.stringify({ gb: 2 }));
    const counted = await waitFor(
      'all messages',
      async () => {
        const source = await read('read');
        return source.taken + source.repeated === 300 && source.refused === 2 ? source : undefined;
      },
      60_000,
    );
    expect(counted).toMatchObject({ taken: 250, repeated: 50, refused: 2, kafka: { error: null } });
    const { events } = await sandbox.ok<{ events: object[] }>('GET', '/events?transaction_id=k249%3Agb');
    expect(events).toMatchObject([{ code: 'gb', external_subscription_id: 's1' }]);
    await producer.disconnect();
    await sandbox.ok('DELETE', '/event_sources/read');
  }, 120_000);
});
