import type { Generated } from 'kysely';

/** A finished attempt to deliver a webhook. */
export interface WebhookAttemptsTable {
  organization_id: string;
  message_id: string;
  /** From 1. */
  attempt: number;
  webhook_url: string;
  http_status: number | null;
  /** Why there was no answer; null when there was one. */
  error: string | null;
  /** The beginning of the answer's body; null without an answer. */
  response: string | null;
  duration_ms: number;
  /** Null for attempts of an earlier version. */
  started_at: Date | null;
  finished_at: Generated<Date>;
}
