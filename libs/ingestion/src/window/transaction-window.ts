import type { AcceptedEvent } from '../events/accepted-event.js';

/** What is known of an event's transaction id. */
export type Seen =
  /** Not seen before; now reserved for this event. */
  | { state: 'new' }
  /** Reserved by an attempt whose outcome is not known; `timestamp` (µs) is the one that it stamped. */
  | { state: 'pending'; timestamp: number }
  /** Stored. */
  | { state: 'stored' };

/**
 * Remembers for a while which transaction ids were stored, so that a repeated event is refused at once. What slips
 * past it is deduplicated in the store. An id is reserved before its event is written and confirmed after: if the
 * outcome of a write stays unknown, a repetition is let through with the timestamp of the first attempt, so that both
 * are the same event to the store.
 */
export abstract class TransactionWindow {
  abstract reserve(events: AcceptedEvent[]): Promise<Seen[]>;
  abstract confirm(events: AcceptedEvent[]): Promise<void>;
  /** Takes reservations back, of events that were refused before anything was written. */
  abstract release(events: AcceptedEvent[]): Promise<void>;
}

export const windowKey = (event: Pick<AcceptedEvent, 'organization_id' | 'external_subscription_id' | 'transaction_id'>): string =>
  `${event.organization_id}/${event.external_subscription_id}/${event.transaction_id}`;

/** How long the reservation of a write with unknown outcome is remembered. */
export const pendingSeconds = 600;
