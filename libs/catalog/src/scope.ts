import type { TenantTransaction } from '@tollgate/platform';

/** One write: its transaction and its instant. */
export interface Scope {
  transaction: TenantTransaction;
  now: Date;
}
