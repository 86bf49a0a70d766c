import type { SchemaMigration } from '@tollgate/platform';

/** Connections to GoCardless and Adyen, with the account that each key reaches. */
export const accountsOfConnections: SchemaMigration = {
  name: '015_accounts_of_connections',
  sql: `
    alter table payment.provider_connections drop constraint provider_connections_provider_check;
    alter table payment.provider_connections
      add constraint provider_connections_provider_check
        check (provider in ('sandbox', 'stripe', 'gocardless', 'adyen')),
      add column account_id text,
      add column merchant_account text,
      add column live_prefix text`,
};
