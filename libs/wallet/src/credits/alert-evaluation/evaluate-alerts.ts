import type { TriggeredAlert, WalletAlertType } from '@tollgate/contracts';
import { groupBy, isoSeconds, newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { crossedThresholds, Decimal, decimalText } from '@tollgate/rating';
import { readExternalCustomerIds } from '@tollgate/subscription/reader';
import { alertsOfWallets, recordEvaluations, type AlertRow } from '../../model/repositories/alerts.repository.js';
import { reservedOf, type ReservedAmount } from '../../model/repositories/reserved-credits.repository.js';
import type { WalletRow } from '../../model/repositories/wallets.repository.js';

/** A wallet after a change, and the instant of the change. */
export interface ChangedBalance {
  wallet: WalletRow;
  /** Unix milliseconds. */
  now: Instant;
}

interface Evaluation extends ChangedBalance {
  alert: AlertRow;
  value: Decimal;
}

/** An evaluation that crossed thresholds since the previous one. */
interface Trigger extends Evaluation {
  previous: Decimal;
  crossed: TriggeredAlert['crossed_thresholds'];
}

/** The wallet with an amount added to its balance. */
export const withAmount = (wallet: WalletRow, more: ReservedAmount | undefined): WalletRow =>
  more
    ? {
        ...wallet,
        balance_cents: wallet.balance_cents + more.cents,
        credits_balance: more.credits.plus(wallet.credits_balance).toFixed(),
      }
    : wallet;

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

function watchedValue(type: WalletAlertType, wallet: WalletRow): Decimal {
  switch (type) {
    case 'wallet_balance_amount':
      return new Decimal(wallet.balance_cents.toString());
    case 'wallet_credits_balance':
      return new Decimal(wallet.credits_balance);
    case 'wallet_ongoing_balance_amount':
      return new Decimal(wallet.ongoing_balance_cents.toString());
    case 'wallet_credits_ongoing_balance':
      return new Decimal(wallet.credits_ongoing_balance);
  }
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
  const evaluations = changes.flatMap(({ wallet, now }) =>
    (alerts.get(wallet.id) ?? []).map((alert) => {
      const value = watchedValue(alert.alert_type, withAmount(wallet, reserved.get(wallet.id)));
      return { alert, wallet, now, value };
    }),
  );
  const last = new Map<string, Evaluation>();
  const triggers = evaluations.flatMap((evaluation) => {
    const previous = last.get(evaluation.alert.id)?.value ?? new Decimal(evaluation.alert.previous_value);
    last.set(evaluation.alert.id, evaluation);
    const crossed = crossedBy(evaluation.alert, previous, evaluation.value);
    return crossed.length > 0 ? [{ ...evaluation, previous, crossed }] : [];
  });
  await publishTriggers(transaction, triggers);
  await recordEvaluations(
    transaction,
    [...last.values()].map(({ alert: { id }, value, now }) => ({ id, value: value.toFixed(), now })),
  );
}

const crossedBy = (
  { thresholds }: AlertRow,
  previous: Decimal,
  current: Decimal,
): TriggeredAlert['crossed_thresholds'] =>
  crossedThresholds(
    'decreasing',
    thresholds.map((one) => ({ ...one, value: new Decimal(one.value) })),
    { previous, current },
  ).map((one) => ({ ...one, value: decimalText(one.value) }));

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
