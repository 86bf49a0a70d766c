import { sql } from 'kysely';
import type { Actor, Message } from '@tollgate/contracts';
import type { Transaction } from './transaction.js';

/** A payload larger than this is stored beside the outbox, and its message carries only the key of it. */
export const largestInlineBytes = 256 * 1024;
/** No payload may be larger than this: whoever has more to tell tells it in several messages. */
export const largestContentBytes = 16 * 1024 * 1024;

/** What a message carries in place of a content that is stored. */
const storedMark = { $content: 'stored' } as const;

/** A message was to be written whose content is beyond every limit. */
export class MessageTooLarge extends Error {
  constructor(type: string, bytes: number) {
    super(
      `A message ${type} of ${bytes} bytes is larger than the ${largestContentBytes} that one message may have: tell it in several`,
    );
  }
}

/** The payload as it goes into the outbox, and apart from it the content, as JSON, where that is too large to travel. */
export interface OutboxPayload {
  payload: object;
  content: string | null;
}

/** @throws MessageTooLarge */
export function outboxPayload(type: string, payload: object): OutboxPayload {
  const text = JSON.stringify(payload);
  // A UTF-16 unit takes at most three bytes: most payloads need not be counted.
  if (text.length * 3 <= largestInlineBytes) return { payload, content: null };
  const bytes = Buffer.byteLength(text);
  if (bytes > largestContentBytes) throw new MessageTooLarge(type, bytes);
  return bytes > largestInlineBytes ? { payload: storedMark, content: text } : { payload, content: null };
}

/** A payload as a row of the outbox has it: beside it who asked for what it tells, until the relay makes a message of both. */
export const withActor = (payload: object, actor: Actor | undefined): object =>
  actor === undefined ? payload : { ...payload, $actor: actor };

/** The two of a row apart. */
export function splitActor(content: Message['payload']): Pick<Message, 'payload' | 'actor'> {
  const { $actor: actor, ...payload } = content as Message['payload'] & { $actor?: Actor };
  return { payload, ...(actor === undefined ? {} : { actor }) };
}

/** Stores the contents of messages in the transaction that writes the messages. */
export async function storeContents(
  transaction: Transaction,
  organizationId: string,
  contents: { id: string; content: string }[],
): Promise<void> {
  for (const { id, content } of contents) {
    await sql`
      insert into platform.message_contents (message_id, organization_id, content) values (${id}, ${organizationId}, ${content}::json)
      on conflict (message_id) do nothing
    `.execute(transaction);
  }
}

export const hasStoredContent = (message: Message): boolean =>
  (message.payload as { $content?: string }).$content === storedMark.$content;

/** A message with its content, which was too large to travel. @throws Error when the content is not there any more */
export async function withContent(transaction: Transaction, message: Message): Promise<Message> {
  const { rows } = await sql<{ content: Message['payload'] }>`
    select content from platform.message_contents where message_id = ${message.id}
  `.execute(transaction);
  const [row] = rows;
  if (!row) throw new Error(`The content of message ${message.id} is gone`);
  return { ...message, payload: row.content };
}
