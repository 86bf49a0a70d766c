import type { Generated } from 'kysely';

/** Customers whose due work could not be done: it waits until it is tried again, or, without end, for an operator. */
export interface DueFailuresTable {
  organization_id: string;
  customer_id: string;
  tries: Generated<number>;
  retry_at: Date;
}
