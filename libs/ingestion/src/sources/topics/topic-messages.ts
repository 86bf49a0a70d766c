import { topicBounds } from '@tollgate/contracts';
import { BadRequest, withExactNumbers } from '@tollgate/platform';
import type { SourceKind } from '../kinds/source-kind.js';
import type { SourceInput } from '../rules/source-input.js';

/** A message of a topic. */
export interface TopicMessage {
  partition: number;
  offset: string;
  value: Buffer | null;
}

/** The inputs of messages, and why some messages have none. */
export interface ReadMessages {
  inputs: SourceInput[];
  faults: string[];
}

/**
 * Reads messages as bodies of calls. A record without an identifier gets one of topic, partition and offset, so a message
 * that is read twice counts once. A message without a value marks a deletion, and makes nothing.
 */
export function readMessages(
  topic: string,
  messages: readonly TopicMessage[],
  { readInputs }: Pick<SourceKind, 'readInputs'>,
): ReadMessages {
  const read: ReadMessages = { inputs: [], faults: [] };
  for (const { partition, offset, value } of messages) {
    if (value === null) continue;
    const place = `${topic}/${partition}/${offset}`;
    const inputs = inputsOf(value, readInputs);
    if (typeof inputs === 'string') read.faults.push(`${place}: ${inputs}`);
    else
      for (const [index, input] of inputs.entries())
        read.inputs.push({ ...input, id: input.id ?? (inputs.length === 1 ? place : `${place}/${index + 1}`) });
  }
  return read;
}

function inputsOf(value: Buffer, readInputs: SourceKind['readInputs']): SourceInput[] | string {
  if (value.length > topicBounds.messageBytes) return 'the message is too long';
  try {
    return readInputs(JSON.parse(withExactNumbers(value.toString())));
  } catch (error) {
    if (error instanceof BadRequest) return error.message.replace(/^BadRequest: /, '');
    if (error instanceof SyntaxError) return 'the message is not JSON';
    throw error;
  }
}
