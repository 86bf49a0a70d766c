import type { SchemaMigration } from '@tollgate/platform';

/**
 * The list of payments in states that few of many have. An installation with many rows can create the index beforehand
 * without a lock (docs/contribute/migrations.md).
 */
export const rareStatesOfPayments: SchemaMigration = {
  name: '021_rare_states_of_payments',
  sql: `create index if not exists payments_not_succeeded on payment.payments (organization_id, created_at desc, id desc)
    where payment_status <> 'succeeded'`,
};
