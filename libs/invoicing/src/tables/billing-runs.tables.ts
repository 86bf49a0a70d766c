import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { BillingRunRequest } from '@tollgate/contracts';

/** Runs of a customer that are not done yet; done in the order of their sequence. */
export interface BillingRunsTable {
  sequence: GeneratedAlways<bigint>;
  id: string;
  organization_id: string;
  customer_id: string;
  /** Customers of one lane are billed together. */
  lane: number;
  request: ColumnType<BillingRunRequest, string, string>;
  /** Failures that nobody foresaw, and what was wrong at the last. */
  attempts: Generated<number>;
  error: string | null;
  /** In real time. */
  queued_at: Generated<Date>;
}
