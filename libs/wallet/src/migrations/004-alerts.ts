import { protectTable, type SchemaMigration } from '@tollgate/platform';

/** Alerts on wallets: one of each type (wallets, section 7). */
export const alerts: SchemaMigration = {
  name: '004_alerts',
  sql: `
    create table wallet.alerts (
      id uuid primary key,
      organization_id uuid not null,
      wallet_id uuid not null references wallet.wallets,
      alert_type text not null,
      code text not null,
      name text,
      thresholds jsonb not null,
      previous_value numeric not null,
      last_processed_at timestamptz,
      created_at timestamptz not null
    );
    create unique index alerts_type on wallet.alerts (wallet_id, alert_type);
    ${protectTable('wallet', 'alerts')}`,
};
