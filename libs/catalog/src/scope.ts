import type { TenantTransaction } from '@tollgate/platform';

/** One write: its transaction, whose it is, and the instant at which it happens. */
export interface Scope {
  transaction: TenantTransaction;
  organizationId: string;
  now: Date;
}
