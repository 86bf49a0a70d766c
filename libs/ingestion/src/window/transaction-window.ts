import { hash } from 'node:crypto';
import type { AcceptedEvent } from '../accepted-events/accepted-event.js';

/** What is known of an event's transaction id. */
export type Seen =
  /** Not known; now reserved for this event. */
  | { state: 'new' }
  /** Reserved by an attempt whose outcome is not known; `timestamp` (µs) is the one that it stamped. */
  | { state: 'pending'; timestamp: number }
  /** Stored. */
  | { state: 'stored' };

/**
 * Remembers which transaction ids were stored, so that a repeated event is refused at once; of what it may not know the store
 * is asked (`doubtful`). An id is reserved before its event is written and confirmed after: if the outcome of a write stays
 * unknown, a repetition is let through with the timestamp of the first attempt, so that both are the same event to the store.
 */
export abstract class TransactionWindow {
  /** Of several attempts at one id the last holds the reservation. */
  abstract reserve(events: AcceptedEvent[]): Promise<Seen[]>;
  abstract confirm(events: AcceptedEvent[]): Promise<void>;
  /** Takes reservations back, of events that were refused before anything was written; only those that they still hold. */
  abstract release(events: AcceptedEvent[]): Promise<void>;
  /** Of events that are new to the window those that may be in the store all the same, as of the last reservation. */
  abstract doubtful(events: AcceptedEvent[]): AcceptedEvent[];
  /** Whether what it held was lost a moment ago: then what it does not know may still be on its way into the store. */
  abstract isLost(): boolean;
  /** Before this instant (Unix milliseconds) events were received whose ids it does not hold, or soon will not. */
  abstract holdsFrom(): number;
}

export type EventKey = Pick<AcceptedEvent, 'organization_id' | 'external_subscription_id' | 'transaction_id'>;

const cachedKey = Symbol('window key');

/**
 * Names an event, by the 32 bytes of a hash as characters, whatever its ids are. It is asked for when an id is reserved and when it is
 * confirmed.
 */
export const windowKey = (event: EventKey & { [cachedKey]?: string }): string => (event[cachedKey] ??= keyOf(event));

/** Reads the same in JSON as it is. */
const plain = /^[ !#-[\]-~]*$/;

function keyOf({ organization_id, external_subscription_id, transaction_id }: EventKey): string {
  const json =
    plain.test(external_subscription_id) && plain.test(transaction_id)
      ? `["${organization_id}","${external_subscription_id}","${transaction_id}"]`
      : JSON.stringify([organization_id, external_subscription_id, transaction_id]);
  return hash('sha256', json, 'binary');
}
