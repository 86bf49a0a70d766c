import { beforeAll, describe, expect, it } from '@jest/globals';
import type { EventSource, EventSourceRefusal, SourceTrial } from '@tollgate/contracts';
import { Sandbox, storedEvents, validationFailed, waitFor } from '@tollgate/testing';
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
      kafka: {
        brokers: ['127.0.0.1:9'],
        group: expect.stringMatching(/^tollgate\.[\da-f-]{36}\.shown$/),
        auto_offset_reset: 'earliest',
        format: 'json',
        sasl_mechanism: 'plain',
        username: 'u',
        tls: false,
      },
    });
    expect(JSON.stringify(made)).not.toContain('a secret word');
    expect(await sandbox.call('POST', '/event_sources/shown/events', {})).toMatchObject({ status: 404 });
    const { event_source: changed } = await sandbox.ok<{ event_source: EventSource }>('PUT', '/event_sources/shown', {
      event_source: { kafka: { ...unreachable, group: 'g' } },
    });
    expect(changed.kafka).toMatchObject({ group: 'g', sasl_mechanism: null, username: null });
    const again = await sandbox.ok<{ event_source: EventSource }>('PUT', '/event_sources/shown', {
      event_source: { kafka: { ...unreachable, format: 'cloud_events' } },
    });
    expect(again.event_source.kafka).toMatchObject({ group: 'g', format: 'cloud_events' });
    const { event_source_trial: trial } = await sandbox.ok<{ event_source_trial: SourceTrial }>(
      'POST',
      '/event_sources/shown/try',
      { id: 'a', tenant: 's1', gb: 2 },
    );
    expect(trial.inputs).toMatchObject([{ events: [{ transaction_id: 'a:gb', properties: { gb: 2 } }] }]);
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

  it('has the rule for CloudEvents, unless it states others', async () => {
    const { event_source: made } = await sandbox.ok<{ event_source: EventSource }>('POST', '/event_sources', {
      event_source: {
        ...sourceOf('events', { ...unreachable, format: 'cloud_events' }).event_source,
        rules: undefined,
      },
    });
    expect(made.rules).toMatchObject([{ code: 'cloud_event', code_path: 'type', transaction_id: ['source', 'id'] }]);
    await sandbox.ok('DELETE', '/event_sources/events');
  });

  it('is refused beyond the number of an organization', async () => {
    const codes = Array.from({ length: 5 }, (_, place) => `many${place}`);
    for (const code of codes) await create(code, unreachable);
    expect(await sandbox.call('POST', '/event_sources', sourceOf('more', unreachable))).toEqual(
      validationFailed({ base: ['too_many_kafka_sources'] }),
    );
    for (const code of codes) await sandbox.ok('DELETE', `/event_sources/${code}`);
  });

  it('says that its brokers do not answer', async () => {
    await create('lost', unreachable);
    const shown = await waitFor(
      'the fault',
      async () => {
        const source = await read('lost');
        return source.kafka?.error ? source : undefined;
      },
      60_000,
    );
    const [error, at] = ['brokers_unreachable', expect.any(String)];
    expect(shown).toMatchObject({ last_error: error, last_error_at: at, kafka: { error, error_at: at } });
    await sandbox.ok('DELETE', '/event_sources/lost');
  }, 70_000);
});

// A cluster has brokers; a standalone service may read a topic as well, but has none of its own.
const brokers = (process.env['KAFKA_BROKERS'] ?? '').split(',').filter(Boolean);
(brokers.length > 0 ? describe : describe.skip)('the messages of a topic', () => {
  it('become events once, and those that cannot be read are counted', async () => {
    const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING });
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
    expect(await storedEvents(sandbox, 'k249:gb')).toMatchObject([{ code: 'gb', external_subscription_id: 's1' }]);
    const { event_source_refusals: refusals } = await sandbox.ok<{ event_source_refusals: EventSourceRefusal[] }>(
      'GET',
      '/event_sources/read/refusals',
    );
    const place = expect.stringMatching(new RegExp(`^${topic}/[01]/\\d+$`));
    expect(refusals).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ place, rule: null, errors: { base: ['json_is_invalid'] } }),
        expect.objectContaining({ place, rule: 'gb', errors: { external_subscription_id: ['attribute_missing'] } }),
      ]),
    );
    await producer.disconnect();
    await sandbox.ok('DELETE', '/event_sources/read');
  }, 120_000);

  it('are none where the topic is missing, which is not created', async () => {
    const topic = `missing-${Date.now()}`;
    await create('missing', { brokers, topic, tls: false });
    await waitFor('the fault', async () => (await read('missing')).kafka?.error === 'topic_not_found', 60_000);
    await sandbox.ok('DELETE', '/event_sources/missing');
  }, 70_000);

  it('are read from new ones on if the source says so, also while it rests', async () => {
    const topic = `latest-${Date.now()}`;
    const kafka = new Kafka({ brokers, logLevel: logLevel.NOTHING });
    const admin = kafka.admin();
    await admin.connect();
    await admin.createTopics({ topics: [{ topic, numPartitions: 1 }] });
    const producer = kafka.producer();
    await producer.connect();
    const send = (id: string) =>
      producer.send({ topic, messages: [{ value: JSON.stringify({ id, tenant: 's1', gb: 1 }) }] });
    await send('before');
    const { kafka: made } = await create('latest', { brokers, topic, tls: false, auto_offset_reset: 'latest' });
    await waitFor('the group', async () => {
      const [found] = await admin.fetchOffsets({ groupId: made?.group ?? '', topics: [topic] });
      return found?.partitions[0]?.offset === '1' ? found : undefined;
    });
    const change = (enabled: boolean) => sandbox.ok('PUT', '/event_sources/latest', { event_source: { enabled } });
    await change(false);
    await send('meanwhile');
    await change(true);
    await waitFor('the message', async () => ((await read('latest')).taken > 0 ? true : undefined), 60_000);
    const counted = async (id: string) =>
      (await sandbox.ok<{ events: object[] }>('GET', `/events?transaction_id=${id}%3Agb`)).events.length;
    expect([await counted('before'), await counted('meanwhile')]).toEqual([0, 1]);
    await Promise.all([producer.disconnect(), admin.disconnect()]);
    await sandbox.ok('DELETE', '/event_sources/latest');
  }, 120_000);
});
