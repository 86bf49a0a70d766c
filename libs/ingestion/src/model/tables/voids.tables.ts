/** The author and the time of each voiding of an event; rows are never deleted. */
export interface VoidedEventsTable {
  event_id: string;
  organization_id: string;
  external_subscription_id: string;
  code: string;
  transaction_id: string;
  /** Unix microseconds, as text. */
  timestamp: string;
  /** The event as API answers showed it. */
  event: object;
  /** The corrected event as it is sent in place of it; null where the event was voided alone. */
  replacement: object | null;
  voided_at: Date;
  /** Null when a person voided it. */
  api_key_id: string | null;
  request_id: string | null;
  /** Whether the usage store and the other services know about it. */
  done: boolean;
}
