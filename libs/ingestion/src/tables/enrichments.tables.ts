/**
 * By which field the events of a code were looked through last, or are being: `position` is the last event of the part that is done.
 * It is the debt of a metric that was made or changed.
 */
export interface EnrichmentsTable {
  organization_id: string;
  code: string;
  field_name: string | null;
  /** Version of the findings, as text: a `bigint`. */
  version: string;
  position: EnrichmentPosition | null;
  events: number;
  done: boolean;
}

/** Unix microseconds, as text. */
export interface EnrichmentPosition {
  external_subscription_id: string;
  timestamp: string;
}
