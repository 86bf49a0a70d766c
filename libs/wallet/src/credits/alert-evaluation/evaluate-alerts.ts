import type { TriggeredAlert, WalletAlertType } from '@tollgate/contracts';
import { groupBy, isoSeconds, newId, type TenantTransaction } from '@tollgate/platform';
import { decimalText, type Decimal } from '@tollgate/rating';
import { readExternalCustomerIds } from '@tollgate/subscription/reader';
import { alertsOfWallets, recordEvaluations } from '../../model/alerts/alerts.repository.js';
import { reservedOf, type ReservedAmount } from '../../model/reservations/reserved-credits.repository.js';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';
import {
  evaluationsOf,
  watchedValue,
  withAmount,
  type ChangedBalance,
  type Trigger,
} from './alert-evaluations.rules.js';

/**
 * Reserved credits count as available before the write of their invoice or credit note, so alerts ignore reservations.
 */
const reservedFrom = (transaction: TenantTransaction, wallets: WalletRow[]): Promise<Map<string, ReservedAmount>> =>
  reservedOf(
    transaction,
    wallets.map(({ id }) => id),
    wallets.map(({ customer_id: customerId }) => customerId),
  );

/**
 * Reads the value that an alert on a wallet compares now: cents, or credits (wallets, section 7). The caller holds the
 * wallet.
 */
export async function presentValue(
  transaction: TenantTransaction,
  type: WalletAlertType,
  wallet: WalletRow,
): Promise<Decimal> {
  const reserved = await reservedFrom(transaction, [wallet]);
  return watchedValue(type, withAmount(wallet, reserved.get(wallet.id)));
}

/**
 * Evaluates the alerts of changed wallets and publishes the crossed thresholds (wallets, section 7). The caller's
 * transaction holds the wallets. Evaluates changes of one wallet in order.
 */
export async function evaluateAlerts(transaction: TenantTransaction, changes: ChangedBalance[]): Promise<void> {
  if (changes.length === 0) return;
  const wallets = [...new Map(changes.map(({ wallet }) => [wallet.id, wallet])).values()];
  const alertRows = await alertsOfWallets(
    transaction,
    wallets.map(({ id }) => id),
  );
  if (alertRows.length === 0) return;
  const alerts = groupBy(alertRows, (alert) => alert.wallet_id);
  const reserved = await reservedFrom(transaction, wallets);
  const { triggers, last } = evaluationsOf(alerts, changes, reserved);
  await publishTriggers(transaction, triggers);
  await recordEvaluations(
    transaction,
    last.map(({ alert: { id }, value, now }) => ({ id, value: value.toFixed(), now })),
  );
}

async function publishTriggers(transaction: TenantTransaction, triggers: Trigger[]): Promise<void> {
  if (triggers.length === 0) return;
  const customers = await readExternalCustomerIds(
    transaction,
    triggers.map(({ wallet }) => wallet.customer_id),
  );
  await transaction.appendAll(
    'wallet.alert_triggered',
    triggers.map((trigger) => ({
      id: newId(),
      key: trigger.wallet.customer_id,
      occurredAt: trigger.now,
      payload: { triggered_alert: presentTrigger(trigger, customers.get(trigger.wallet.customer_id) ?? '') },
    })),
  );
}

const presentTrigger = (
  { alert, wallet, now, value, previous, crossed }: Trigger,
  externalCustomerId: string,
): TriggeredAlert => ({
  svc_id: newId(),
  svc_organization_id: alert.organization_id,
  svc_alert_id: alert.id,
  svc_subscription_id: null,
  external_subscription_id: null,
  svc_wallet_id: wallet.id,
  external_customer_id: externalCustomerId,
  billable_metric_code: null,
  alert_name: alert.name,
  alert_code: alert.code,
  alert_type: alert.alert_type,
  current_value: decimalText(value),
  previous_value: decimalText(previous),
  crossed_thresholds: crossed,
  triggered_at: isoSeconds(now),
  subscription_external_id: null,
  customer_external_id: externalCustomerId,
});
