import type { Instant } from '../time/clock.js';
import type { Kysely } from 'kysely';
import type { MessagePayload, MessageType } from '@tollgate/contracts';

/** A message that brings its own id: written again under the same id, it is the same message. */
export interface IdentifiedEntry<P = object> {
  id: string;
  key: string;
  payload: P;
  /** Unix milliseconds. */
  occurredAt: Instant;
  /** The trace that it continues, where that is another than that of who writes it. */
  traceparent?: string | null;
}

/** A transaction of any service, as readers take it: they know their own tables. It may see all organizations. */
export type Transaction = Kysely<Record<never, never>>;

/**
 * The transaction of one organization, and which one: what takes it reads and writes rows of nobody else, and cannot be
 * given a transaction over all organizations by mistake.
 */
export interface TenantTransaction extends Transaction {
  /** Whose it is: that which row-level security holds it to. */
  readonly organizationId: string;

  /** Writes a message in the transaction of the change that it is about; the relay publishes it after the commit. */
  append<T extends MessageType>(type: T, key: string, payload: MessagePayload<T>, occurredAt: Instant): Promise<void>;

  /** Writes many messages of one type in their order; those of an id that was written before are not written again. */
  appendAll<T extends MessageType>(type: T, entries: IdentifiedEntry<MessagePayload<T>>[]): Promise<void>;
}

/** The same transaction, seen with the tables that a reader or repository knows. */
export const tablesOf = <Tables>(transaction: Transaction): Kysely<Tables> => transaction as unknown as Kysely<Tables>;
