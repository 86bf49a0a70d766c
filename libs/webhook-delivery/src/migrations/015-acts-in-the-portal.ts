import type { SchemaMigration } from '@tollgate/platform';

/** The customer in whose portal an activity was made: an erasure removes the address of its person. */
export const actsInThePortal: SchemaMigration = {
  name: '015_acts_in_the_portal',
  sql: `alter table webhook_delivery.activity_logs add column portal_customer_id uuid`,
};
