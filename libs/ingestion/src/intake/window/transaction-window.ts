import { hash } from 'node:crypto';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';

/** The state of an event's transaction id in the window. */
export type Seen =
  /** Unknown; now reserved for this event. */
  | { state: 'new' }
  /** Reserved by an attempt of unknown outcome; `timestamp` (µs) is the one that this attempt assigned. */
  | { state: 'pending'; timestamp: number }
  /** Stored. */
  | { state: 'stored' };

/**
 * Remembers the transaction ids of stored events, to refuse repeated events at once. For ids that it may not know,
 * callers query the store (`doubtful`). A call reserves an id before it writes the event and confirms the id after. If
 * the outcome of a write stays unknown, a repetition passes with the timestamp of the first attempt. Both attempts are
 * then the same event to the store.
 */
export abstract class TransactionWindow {
  /** The last of several attempts at one id holds the reservation. */
  abstract reserve(events: AcceptedEvent[]): Promise<Seen[]>;
  abstract confirm(events: AcceptedEvent[]): Promise<void>;
  /** Drops the reservations of events that were refused before any write, unless another attempt holds them. */
  abstract release(events: AcceptedEvent[]): Promise<void>;
  /** The events new to the window that may be in the store all the same, as of the last reservation. */
  abstract doubtful(events: AcceptedEvent[]): AcceptedEvent[];
  /** Whether the window lost its contents a moment ago; unknown events may then be on their way to the store. */
  abstract isLost(): boolean;
  /** The instant (Unix milliseconds) before which the window lacks received ids, or soon will. */
  abstract holdsFrom(): number;
}

export type EventKey = Pick<AcceptedEvent, 'organization_id' | 'external_subscription_id' | 'transaction_id'>;

const cachedKey = Symbol('window key');

/**
 * Names an event by the 32 bytes of a hash as characters, whatever its ids contain. Reserving and confirming an id both
 * need the name, so the event caches it.
 */
export const windowKey = (event: EventKey & { [cachedKey]?: string }): string => (event[cachedKey] ??= keyOf(event));

/** Text that JSON leaves unescaped. */
const plain = /^[ !#-[\]-~]*$/;

function keyOf({ organization_id, external_subscription_id, transaction_id }: EventKey): string {
  const json =
    plain.test(external_subscription_id) && plain.test(transaction_id)
      ? `["${organization_id}","${external_subscription_id}","${transaction_id}"]`
      : JSON.stringify([organization_id, external_subscription_id, transaction_id]);
  return hash('sha256', json, 'binary');
}
