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

/** A topic as a call names it, with its password in the open. */
export interface NamedTopic {
  brokers: string[];
  topic: string;
  group: string;
  tls: boolean;
  mechanism: NonNullable<TopicInput['sasl_mechanism']> | null;
  username: string | null;
  password: string | null;
}

const topicName = /^[a-zA-Z\d._-]{1,249}$/;
const groupName = /^[\x21-\x7E]{1,200}$/;
const broker = /^(\[[\da-fA-F:.]+\]|[a-zA-Z\d.-]{1,253}):(\d{1,5})$/;

/**
 * Reads the topic of a source.
 * @param code of the source, for the name of its group
 * @param allowPrivate whether brokers in private networks are allowed
 * @returns the topic, or errors by their place: `kafka.topic`
 */
export function readTopic(
  raw: RawInput,
  code: string,
  allowPrivate: boolean,
): { topic: NamedTopic } | { errors: FieldErrors } {
  const read = readBody(EventSourceTopicInput, raw);
  if ('errors' in read) return { errors: placed(read.errors) };
  const input = read.input as TopicInput;
  const errors: FieldErrors = {};
  const brokers = (input.brokers ?? []).map((address) => address.trim());
  if (!brokers.every((address) => isBroker(address, allowPrivate))) errors['brokers'] = ['url_is_invalid'];
  if (!topicName.test(input.topic)) errors['topic'] = ['value_is_invalid'];
  const group = isBlank(input.group) ? `tollgate.${code}` : (input.group ?? '');
  if (!groupName.test(group)) errors['group'] = ['value_is_invalid'];
  if (Object.keys(errors).length > 0) return { errors: placed(errors) };
  const { topic, tls, sasl_mechanism: mechanism = null } = input;
  return {
    topic: {
      brokers,
      topic,
      group,
      tls: tls ?? true,
      mechanism,
      username: mechanism === null ? null : (input.username ?? null),
      password: mechanism === null ? null : (input.password ?? null),
    },
  };
}

const placed = (errors: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(errors).map(([field, codes]) => [`kafka.${field}`, codes]));

/** `host:port` of a host that is not visibly private; connections check names again. */
function isBroker(address: string, allowPrivate: boolean): boolean {
  const [, host = '', port = ''] = broker.exec(address) ?? [];
  if (host === '' || Number(port) < 1 || Number(port) > 65_535) return false;
  if (host.startsWith('[') && isIP(host.slice(1, -1)) !== 6) return false;
  return allowPrivate || !isPrivateUrl(`https://${host}`);
}
