import type { Generated } from 'kysely';

/** The last sequence of each object that webhooks report more than once. */
export interface WebhookSequencesTable {
  organization_id: string;
  object_type: string;
  object_id: string;
  last: number;
}

/** Replays of the webhooks that failed in a span of time: of one endpoint or, without one, of the organization. */
export interface WebhookReplaysTable {
  id: string;
  organization_id: string;
  endpoint_id: string | null;
  failed_since: Date;
  failed_until: Date;
  messages_total: number;
  messages_queued: Generated<number>;
  /** When it last queued messages. */
  fed_at: Generated<Date>;
  created_at: Generated<Date>;
  completed_at: Date | null;
}
