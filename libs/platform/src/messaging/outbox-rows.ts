import { messages as contracts, type Message, type MessageType } from '@tollgate/contracts';
import { splitActor } from '../database/message-contents.js';

/** A message as the outbox stores it. */
export interface OutboxRow {
  sequence: bigint;
  id: string;
  organization_id: string;
  type: MessageType;
  key: string;
  payload: Message['payload'];
  occurred_at: Date;
  request_id: string | null;
  traceparent: string | null;
}

/** Presents a row as its message. @throws Error for an unknown type, a payload without fields, or no instant */
export function toMessage(row: OutboxRow): Message {
  if (!Object.hasOwn(contracts, row.type)) throw new Error(`There is no message ${row.type}`);
  if (row.payload === null || typeof row.payload !== 'object' || Array.isArray(row.payload))
    throw new Error(`The payload of message ${row.id} is no object`);
  return {
    id: row.id,
    type: row.type,
    organization_id: row.organization_id,
    key: row.key,
    occurred_at: row.occurred_at.toISOString(),
    request_id: row.request_id,
    ...(row.traceparent === null ? {} : { traceparent: row.traceparent }),
    ...splitActor(row.payload),
  };
}

/** The messages of rows up to the first of each key that cannot be presented, in their order. */
export function presentable(rows: readonly OutboxRow[]): { good: [OutboxRow, Message][]; bad: OutboxRow[] } {
  const good: [OutboxRow, Message][] = [];
  const bad = new Map<string, OutboxRow>();
  for (const row of rows) {
    if (bad.has(row.key)) continue;
    try {
      good.push([row, toMessage(row)]);
    } catch {
      bad.set(row.key, row);
    }
  }
  return { good, bad: [...bad.values()] };
}
