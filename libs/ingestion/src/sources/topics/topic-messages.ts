import { topicBounds, type TopicFormat } from '@tollgate/contracts';
import { BadRequest, withExactNumbers } from '@tollgate/platform';
import type { KafkaMessage } from 'kafkajs';
import type { UnreadRecord } from '../doors/source-records.js';
import { readJsonRecords } from '../kinds/json-records.js';
import type { SourceInput } from '../rules/source-input.js';
import { cloudEventOf } from './cloud-event-messages.js';

/** A message of a topic. */
export type TopicMessage = Pick<KafkaMessage, 'offset' | 'value'> & Partial<Pick<KafkaMessage, 'headers'>>;

/** The inputs of messages, and why some messages have none. */
export interface ReadMessages {
  inputs: SourceInput[];
  unread: UnreadRecord[];
}

/** Where messages come from, and what they are. */
export interface MessagePlace {
  topic: string;
  partition: number;
  format: TopicFormat;
}

export const placeOf = ({ topic, partition }: Pick<MessagePlace, 'topic' | 'partition'>, offset: string): string =>
  `${topic}/${partition}/${offset}`;

/**
 * Reads messages (metering, section 2.8). A record without an identifier gets one of topic, partition and offset, so a
 * message that is read twice counts once. A message without content marks a deletion, and makes nothing.
 */
export function readMessages(from: MessagePlace, messages: readonly TopicMessage[]): ReadMessages {
  const read: ReadMessages = { inputs: [], unread: [] };
  for (const message of messages) {
    const place = placeOf(from, message.offset);
    const inputs = inputsOf(message, from.format);
    if (typeof inputs === 'string') read.unread.push({ place, reason: inputs });
    else
      for (const [index, input] of inputs.entries())
        read.inputs.push({ ...input, place, id: input.id ?? (inputs.length === 1 ? place : `${place}/${index + 1}`) });
  }
  return read;
}

/** The records of a message, or why it has none. */
function inputsOf({ value, headers = {} }: TopicMessage, format: TopicFormat): SourceInput[] | string {
  if (value !== null && value.length > topicBounds.messageBytes) return 'message_is_too_long';
  try {
    const content = value === null || value.length === 0 ? undefined : jsonOf(value);
    if (format === 'cloud_events') {
      const event = cloudEventOf(headers, content);
      return event === undefined ? [] : typeof event === 'string' ? event : readJsonRecords(event, 'id');
    }
    return content === undefined ? [] : readJsonRecords(content, 'id');
  } catch (error) {
    if (error instanceof BadRequest) return 'record_is_invalid';
    if (error instanceof SyntaxError) return 'json_is_invalid';
    throw error;
  }
}

const jsonOf = (value: Buffer): unknown => JSON.parse(withExactNumbers(value.toString()));
