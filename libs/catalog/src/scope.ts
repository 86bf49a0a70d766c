import type { TenantTransaction } from '@tollgate/platform';

/** One write: its transaction and its instant. */
export interface Scope {
  transaction: TenantTransaction;
  now: Date;
}

/** The owner and the instant of rows that a check prepares. */
export interface Stamp {
  organizationId: string;
  now: Date;
}

/** The stamp of a write. */
export const stampOf = ({ transaction, now }: Scope): Stamp => ({ organizationId: transaction.organizationId, now });
