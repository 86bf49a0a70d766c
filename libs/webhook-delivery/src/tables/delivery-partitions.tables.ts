import type { Generated } from 'kysely';

/** The attempts of one endpoint, as the dispatcher sees them. A partition without a row, or with `due_at` null, owes nothing. */
export interface DeliveryPartitionsTable {
  endpoint_id: string;
  organization_id: string;
  /** When somebody should look at the partition next: its earliest attempt, the end of its lease or of its pause. */
  due_at: Date | null;
  /** The process that works on it. */
  holder: string | null;
  leased_until: Date | null;
  /** Attempts in a row that the receiver left hanging. */
  hung: Generated<number>;
  paused_until: Date | null;
  pause_reason: string | null;
}
