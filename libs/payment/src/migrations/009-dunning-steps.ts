import type { SchemaMigration } from '@tollgate/platform';

/** The attempt of its campaign that a payment request is: its mail says whether it is the first or the last. */
export const dunningSteps: SchemaMigration = {
  name: '009_dunning_steps',
  sql: 'alter table payment.payment_requests add column dunning_attempt integer',
};
