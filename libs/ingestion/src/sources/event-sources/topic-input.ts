import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import {
  EventSourceTopicInput,
  isBlank,
  readBody,
  type EventSourceTopicInput as TopicInput,
  type FieldErrors,
  type RawInput,
} from '@tollgate/contracts';
import { isPrivateUrl } from '@tollgate/platform';
import type { TopicRow } from './topics.repository.js';

/** A topic as a call names it, with its password in the open. */
export interface NamedTopic extends Pick<TopicRow, 'topic' | 'auto_offset_reset' | 'format' | 'tls'> {
  brokers: string[];
  /** Null: the one that the source has, or else one of its own. */
  group: string | null;
  authorities: string | null;
  login: { mechanism: NonNullable<TopicInput['sasl_mechanism']>; username: string; password: string } | null;
}

const topicName = /^[a-zA-Z\d._-]{1,249}$/;
const groupName = /^[\x21-\x7E]{1,255}$/;
const broker = /^(\[[\da-fA-F:.]+\]|[a-zA-Z\d.-]{1,253}):(\d{1,5})$/;

/**
 * Reads the topic of a source (metering, section 2.8).
 * @param allowPrivate whether brokers in private networks are allowed
 * @returns the topic, or errors by their place: `kafka.topic`
 */
export function readTopic(raw: RawInput, allowPrivate: boolean): { topic: NamedTopic } | { errors: FieldErrors } {
  const read = readBody(EventSourceTopicInput, raw);
  if ('errors' in read) return { errors: placed(read.errors) };
  const { input } = read;
  const brokers = (input.brokers ?? []).map((address) => address.trim());
  const group = filled(input.group);
  const authorities = filled(input.ca_certificates);
  const errors: FieldErrors = {};
  if (!brokers.every((address) => isBroker(address, allowPrivate))) errors['brokers'] = ['url_is_invalid'];
  if (!topicName.test(input.topic)) errors['topic'] = ['value_is_invalid'];
  if (group !== null && !groupName.test(group)) errors['group'] = ['value_is_invalid'];
  if (authorities !== null && !areCertificates(authorities)) errors['ca_certificates'] = ['value_is_invalid'];
  if (Object.keys(errors).length > 0) return { errors: placed(errors) };
  const { topic, sasl_mechanism: mechanism, username, password } = input;
  return {
    topic: {
      brokers,
      topic,
      group,
      auto_offset_reset: input.auto_offset_reset ?? 'earliest',
      format: input.format ?? 'json',
      tls: input.tls ?? true,
      authorities,
      login: mechanism ? { mechanism, username: username ?? '', password: password ?? '' } : null,
    },
  };
}

const placed = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, codes]) => [`kafka.${field}`, codes]));

const filled = (text: string | null | undefined): string | null => (isBlank(text) ? null : (text ?? null));

/** `host:port` of a host that is not visibly private; connections check names again. */
function isBroker(address: string, allowPrivate: boolean): boolean {
  const [, host = '', port = ''] = broker.exec(address) ?? [];
  if (host === '' || Number(port) < 1 || Number(port) > 65_535) return false;
  if (host.startsWith('[') && isIP(host.slice(1, -1)) !== 6) return false;
  const url = `https://${host}`;
  return URL.canParse(url) && (allowPrivate || !isPrivateUrl(url));
}

const certificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Whether a text has certificates as PEM, and nothing else. */
function areCertificates(text: string): boolean {
  const found = text.match(certificate) ?? [];
  if (found.length === 0 || text.replace(certificate, '').trim() !== '') return false;
  try {
    return found.every((one) => new X509Certificate(one).serialNumber !== '');
  } catch {
    return false;
  }
}
