import type { Generated } from 'kysely';

/** Customers with failed due work: it waits for the next try or, without an end, for an operator. */
export interface DueFailuresTable {
  organization_id: string;
  customer_id: string;
  tries: Generated<number>;
  retry_at: Date;
}
