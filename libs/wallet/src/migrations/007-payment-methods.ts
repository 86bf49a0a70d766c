import type { SchemaMigration } from '@tollgate/platform';

/** The payment methods of wallets, top-up rules and transactions, and whether a transaction names its own. */
export const paymentMethods: SchemaMigration = {
  name: '007_payment_methods',
  sql: `
    alter table wallet.wallets add column payment_method_id uuid;
    alter table wallet.recurring_rules add column payment_method_id uuid;
    alter table wallet.transactions add column payment_method_id uuid,
      add column payment_method_given boolean not null default false`,
};
