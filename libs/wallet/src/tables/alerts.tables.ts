import type { ColumnType } from 'kysely';
import type { AlertThreshold, WalletAlertType } from '@tollgate/contracts';

/** What is told of a wallet that runs low. */
export interface AlertsTable {
  id: string;
  organization_id: string;
  wallet_id: string;
  alert_type: WalletAlertType;
  code: string;
  name: string | null;
  /** In the order in which they were given. */
  thresholds: ColumnType<AlertThreshold[], string, string>;
  /** What was watched last: numeric, cents or credits. */
  previous_value: string;
  last_processed_at: Date | null;
  created_at: Date;
}
