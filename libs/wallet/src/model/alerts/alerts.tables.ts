import type { ColumnType } from 'kysely';
import type { AlertThreshold, WalletAlertType } from '@tollgate/contracts';

/** Alerts on wallets that run low. */
export interface AlertsTable {
  id: string;
  organization_id: string;
  wallet_id: string;
  alert_type: WalletAlertType;
  code: string;
  name: string | null;
  /** In request order. */
  thresholds: ColumnType<AlertThreshold[], string, string>;
  /** The value of the last evaluation: numeric, cents or credits. */
  previous_value: string;
  last_processed_at: Date | null;
  created_at: Date;
}
