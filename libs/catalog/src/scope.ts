import type { TenantTransaction } from '@tollgate/platform';

/** One write: its transaction, and the instant at which it happens. */
export interface Scope {
  transaction: TenantTransaction;
  now: Date;
}
