import type { Generated } from 'kysely';

/**
 * The last change of a metric, by which the stored events of its code are judged. Then `faulty_events` has the faulty ones
 * among those that were received from `received_from` on.
 */
export interface JudgementsTable {
  /** Names the job. */
  id: string;
  organization_id: string;
  code: string;
  /** The change, by the organization's clock. */
  changed_at: Date;
  /** From then on it may run: every process has the changed metric. */
  due_at: Date;
  /** Null until it is done, and if too many events are faulty to record them. */
  received_from: Date | null;
  /** Of the metric by which the events were judged; null like `received_from`. */
  metric_hash: string | null;
  done: Generated<boolean>;
}
