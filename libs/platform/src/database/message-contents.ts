import { sql } from 'kysely';
import type { Actor, Message } from '@tollgate/contracts';
import type { Transaction } from './transaction.js';

/** Larger payloads are stored separately from the outbox, and their message carries only the key. */
export const largestInlineBytes = 256 * 1024;
/** Maximum payload: producers split larger content into several messages. */
export const largestContentBytes = 16 * 1024 * 1024;

/** The payload of a message whose content is stored separately. */
const storedMark = { $content: 'stored' } as const;

/** The content of a new message exceeds the maximum. */
export class MessageTooLarge extends Error {
  constructor(type: string, bytes: number) {
    super(`A message ${type} of ${bytes} bytes exceeds the limit of ${largestContentBytes} bytes: split it`);
  }
}

/** The outbox payload, and the content as JSON when it is too large to travel. */
export interface OutboxPayload {
  payload: object;
  content: string | null;
}

/** @throws MessageTooLarge */
export function outboxPayload(type: string, payload: object): OutboxPayload {
  const text = JSON.stringify(payload);
  // A UTF-16 unit takes at most three bytes, so most payloads need no exact count.
  if (text.length * 3 <= largestInlineBytes) return { payload, content: null };
  const bytes = Buffer.byteLength(text);
  if (bytes > largestContentBytes) throw new MessageTooLarge(type, bytes);
  return bytes > largestInlineBytes ? { payload: storedMark, content: text } : { payload, content: null };
}

/** The outbox payload includes the actor, until the relay separates them in the message. */
export const withActor = (payload: object, actor: Actor | undefined): object =>
  actor === undefined ? payload : { ...payload, $actor: actor };

/** Separates the payload and the actor of a row. */
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

/** Loads the separate content of a message. @throws Error when the content no longer exists */
export async function withContent(transaction: Transaction, message: Message): Promise<Message> {
  const { rows } = await sql<{ content: Message['payload'] }>`
    select content from platform.message_contents where message_id = ${message.id}
  `.execute(transaction);
  const [row] = rows;
  if (!row) throw new Error(`The content of message ${message.id} is gone`);
  return { ...message, payload: row.content };
}
