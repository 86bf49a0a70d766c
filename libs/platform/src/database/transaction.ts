import type { Instant } from '../time/clock.js';
import type { Kysely } from 'kysely';
import type { MessagePayload, MessageType } from '@tollgate/contracts';

/** A message with an id of its own: writing the id again writes the same message. */
export interface IdentifiedEntry<P = object> {
  id: string;
  key: string;
  payload: P;
  /** Unix milliseconds. */
  occurredAt: Instant;
  /** The trace that it continues, if it differs from the writer's. */
  traceparent?: string | null;
}

/** A transaction of any service, as readers accept it: they know their own tables. It may span all organizations. */
export type Transaction = Kysely<Record<never, never>>;

/**
 * A transaction with its organization: functions that accept it touch only that organization's rows. The type rejects a
 * transaction over all organizations.
 */
export interface TenantTransaction extends Transaction {
  /** The organization that row-level security enforces. */
  readonly organizationId: string;

  /** Writes a message in the transaction of its change; the relay publishes it after the commit. */
  append<T extends MessageType>(type: T, key: string, payload: MessagePayload<T>, occurredAt: Instant): Promise<void>;

  /** Writes many messages of one type in order; it skips ids that were written before. */
  appendAll<T extends MessageType>(type: T, entries: IdentifiedEntry<MessagePayload<T>>[]): Promise<void>;
}

/** The same transaction, typed with the tables of a reader or repository. */
export const tablesOf = <Tables>(transaction: Transaction): Kysely<Tables> => transaction as unknown as Kysely<Tables>;
