import type { Transaction } from '@tollgate/platform';

/** One write: its transaction, whose it is, and the instant at which it happens. */
export interface Scope {
  transaction: Transaction;
  organizationId: string;
  now: Date;
}
