import type { SchemaMigration } from '@tollgate/platform';

/** Wallets by balance. An installation with many rows can create them beforehand without a lock (docs/contribute/migrations.md). */
export const walletListIndex: SchemaMigration = {
  name: '009_wallet_list_index',
  sql: `
    create index if not exists wallets_balance on wallet.wallets (organization_id, balance_cents, id);`,
};
