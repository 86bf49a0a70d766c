import type { SchemaMigration } from '@tollgate/platform';

/** By which methods wallets, top-up rules and transactions are paid, and which transactions say so themselves. */
export const paymentMethods: SchemaMigration = {
  name: '007_payment_methods',
  sql: `
    alter table wallet.wallets add column payment_method_id uuid;
    alter table wallet.recurring_rules add column payment_method_id uuid;
    alter table wallet.transactions add column payment_method_id uuid,
      add column payment_method_given boolean not null default false`,
};
