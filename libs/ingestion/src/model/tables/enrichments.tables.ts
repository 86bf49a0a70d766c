/**
 * The field by which the events of a code were enriched last, or are being enriched. `position` is the last event of
 * the finished part. A new or changed metric leaves such a row.
 */
export interface EnrichmentsTable {
  organization_id: string;
  code: string;
  field_name: string | null;
  /** Version of the enrichment, as text: a `bigint`. */
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
