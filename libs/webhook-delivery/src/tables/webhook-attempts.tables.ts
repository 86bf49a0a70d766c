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
  duration_ms: number;
  finished_at: Generated<Date>;
}
