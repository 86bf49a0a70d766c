import type { WalletAlert } from '@tollgate/contracts';
import { isoSeconds } from '@tollgate/platform';
import { Decimal, decimalText } from '@tollgate/rating';
import type { AlertRow } from '../../model/alerts/alerts.repository.js';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';

const numberText = (value: string): string => decimalText(new Decimal(value));

/** An alert on a wallet, as its answers show it (customers, section 8.1). */
export const presentAlert = (row: AlertRow, wallet: WalletRow): WalletAlert => ({
  svc_id: row.id,
  svc_organization_id: row.organization_id,
  subscription_external_id: null,
  external_subscription_id: null,
  svc_wallet_id: wallet.id,
  wallet_code: wallet.code,
  alert_type: row.alert_type,
  code: row.code,
  name: row.name,
  direction: 'decreasing',
  previous_value: numberText(row.previous_value),
  last_processed_at: row.last_processed_at && isoSeconds(row.last_processed_at),
  thresholds: row.thresholds.map((threshold) => ({ ...threshold, value: numberText(threshold.value) })),
  created_at: isoSeconds(row.created_at),
  billable_metric: null,
});
