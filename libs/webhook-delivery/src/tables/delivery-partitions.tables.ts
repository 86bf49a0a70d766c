import type { Generated } from 'kysely';

/**
 * Partitions: the attempts of one endpoint, for the dispatcher. Without a row, or with `due_at` null, no attempt waits.
 */
export interface DeliveryPartitionsTable {
  endpoint_id: string;
  organization_id: string;
  /** The next due instant: its earliest attempt, or the end of its lease or pause. */
  due_at: Date | null;
  /** The process that holds its lease. */
  holder: string | null;
  leased_until: Date | null;
  /** The number of consecutive hanging attempts. */
  hung: Generated<number>;
  paused_until: Date | null;
  pause_reason: string | null;
  /** When the pause began that the failed probes continue. */
  paused_since: Date | null;
  /** When it was published; null until then, and again when the endpoint answers. */
  reported_at: Date | null;
  /** When the organization itself paused the endpoint. */
  stopped_at: Date | null;
}
