import { z } from 'zod';
import { bodyOf, type BodyInput } from '../http/body.js';
import { choice, flag, isBlank, mandatoryText, text, textList, timestamp } from '../http/fields.js';
import { described, shape } from '../http/texts.js';

/** How a client proves to a broker who it is. */
export const kafkaMechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;
export type KafkaMechanism = (typeof kafkaMechanisms)[number];

/** The contents of messages: any JSON, or a CloudEvent in its binary or structured form. */
export const topicFormats = ['json', 'cloud_events'] as const;
export type TopicFormat = (typeof topicFormats)[number];

/** Where a group begins that has committed no offsets, in Kafka's own words. */
export const offsetResets = ['earliest', 'latest'] as const;
export type OffsetReset = (typeof offsetResets)[number];

/** The limits of sources with a topic (metering, section 2.8). */
export const topicBounds = {
  brokers: 10,
  /** Sources with a topic of an organization. */
  sourcesOfOrganization: 5,
  /** Sources with a topic of all organizations: each process has connections for each of them. */
  sources: 100,
  /** Bytes of a message. */
  messageBytes: 256 * 1024,
  /** Characters of the certificates of authorities. */
  certificates: 64 * 1024,
} as const;

/** The topic of Kafka from which a source takes its records. */
export const EventSourceTopic = shape('A topic of Kafka, from which an event source takes its records', {
  brokers: described(z.array(z.string()), 'Addresses of brokers', 'kafka.acme.example:9093'),
  topic: described(z.string(), 'Name of the topic', 'usage'),
  group: described(
    z.string(),
    'Name of the group of consumers; by default with the organization and the code of the source',
    'tollgate-usage',
  ),
  auto_offset_reset: described(z.enum(offsetResets), 'Where a group without offsets begins', 'earliest'),
  format: described(z.enum(topicFormats), 'What a message is', 'json'),
  tls: described(z.boolean(), 'Whether connections are encrypted', true),
  ca_certificates: described(
    z.string().nullable(),
    'Authorities that may have signed the certificates of brokers, as PEM; null: the usual ones',
    '-----BEGIN CERTIFICATE-----\nMIIB…\n-----END CERTIFICATE-----',
  ),
  sasl_mechanism: described(
    z.enum(kafkaMechanisms).nullable(),
    'How the consumer proves who it is; null: not at all',
    'scram-sha-512',
  ),
  username: described(z.string().nullable(), 'Name of the login; null without one', 'tollgate'),
  error: described(z.string().nullable(), 'Why no messages are read now; null while they are', 'brokers_unreachable'),
  error_at: described(timestamp().nullable(), 'Since when no messages are read; null while they are'),
});
export type EventSourceTopic = z.infer<typeof EventSourceTopic>;

export const EventSourceTopicInput = bodyOf(
  EventSourceTopic,
  {
    brokers: textList(),
    topic: mandatoryText(),
    group: text(),
    auto_offset_reset: choice(offsetResets),
    format: choice(topicFormats),
    tls: flag(),
    ca_certificates: text(topicBounds.certificates),
    sasl_mechanism: choice(kafkaMechanisms),
    username: text(),
    password: described(text(), 'Password of the login; no answer shows it', 'correct horse'),
  },
  ({ brokers, tls, ca_certificates: authorities, sasl_mechanism: mechanism, username, password }, add) => {
    if (!brokers?.length) add('brokers', 'value_is_mandatory');
    else if (brokers.length > topicBounds.brokers) add('brokers', 'too_many_brokers');
    if (tls === false && !isBlank(authorities)) add('ca_certificates', 'value_is_invalid');
    for (const [field, value] of [
      ['username', username],
      ['password', password],
    ] as const) {
      if (mechanism && isBlank(value)) add(field, 'value_is_mandatory');
      if (!mechanism && !isBlank(value)) add(field, 'value_is_invalid');
    }
  },
);
export type EventSourceTopicInput = BodyInput<typeof EventSourceTopicInput>;
