import { type TriggeredAlert, type WalletAlertType } from '@tollgate/contracts';
import { isoSeconds, newId, type TenantTransaction, type Instant } from '@tollgate/platform';
import { crossedThresholds, Decimal, decimalText } from '@tollgate/rating';
import { readExternalCustomerIds } from '@tollgate/subscription/reader';
import { alertsOfWallets, recordLooks, type AlertRow } from '../rows/alerts.repository.js';
import { reservedOf, type ReservedAmount } from '../rows/reserved-credits.repository.js';
import type { WalletRow } from '../rows/wallets.repository.js';

/** What an alert on a wallet watches: cents, or credits (wallets, section 7). */
export function watchedValue(type: WalletAlertType, wallet: WalletRow): Decimal {
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

/** Wallets with all that is reserved of them: of its use nobody is told before the document is written. The caller holds them. */
export async function unreserved(transaction: TenantTransaction, wallets: WalletRow[]): Promise<WalletRow[]> {
  const reserved = await reservedOf(
    transaction,
    wallets.map(({ id }) => id),
    wallets.map(({ customer_id: customerId }) => customerId),
  );
  return wallets.map((wallet) => withAmount(wallet, reserved.get(wallet.id)));
}

/** A wallet as if it had an amount more. */
export const withAmount = (wallet: WalletRow, more: ReservedAmount | undefined): WalletRow =>
  more
    ? {
        ...wallet,
        balance_cents: wallet.balance_cents + more.cents,
        credits_balance: more.credits.plus(wallet.credits_balance).toFixed(),
      }
    : wallet;

/**
 * Holds what wallets have now against the thresholds of their alerts, and tells what was crossed (wallets, section 7). Called
 * in the transaction of each change of a balance, which holds the wallets.
 * @param wallets as they are behind the change
 * @param now Unix ms
 */
export async function lookAtAlerts(transaction: TenantTransaction, wallets: WalletRow[], now: Instant): Promise<void> {
  const alerts = await alertsOfWallets(
    transaction,
    wallets.map(({ id }) => id),
  );
  if (alerts.length === 0) return;
  const byId = new Map((await unreserved(transaction, wallets)).map((wallet) => [wallet.id, wallet]));
  const looks = alerts.flatMap((alert) => {
    const wallet = byId.get(alert.wallet_id);
    return wallet ? [{ alert, wallet, value: watchedValue(alert.alert_type, wallet) }] : [];
  });
  const triggered = looks.flatMap((look) => {
    const crossed = crossedBy(look.alert, look.value);
    return crossed.length > 0 ? [{ ...look, crossed }] : [];
  });
  const customers = await readExternalCustomerIds(
    transaction,
    triggered.map(({ wallet }) => wallet.customer_id),
  );
  for (const { alert, wallet, value, crossed } of triggered) {
    const externalCustomerId = customers.get(wallet.customer_id) ?? '';
    const told: TriggeredAlert = {
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
      previous_value: decimalText(new Decimal(alert.previous_value)),
      crossed_thresholds: crossed.map((one) => ({ ...one, value: decimalText(one.value) })),
      triggered_at: isoSeconds(now),
      subscription_external_id: null,
      customer_external_id: externalCustomerId,
    };
    await transaction.append('wallet.alert_triggered', wallet.customer_id, { triggered_alert: told }, now);
  }
  await recordLooks(
    transaction,
    looks.map(({ alert: { id }, value }) => ({ id, value: value.toFixed() })),
    now,
  );
}

const crossedBy = ({ thresholds, previous_value: previous }: AlertRow, current: Decimal) =>
  crossedThresholds(
    'decreasing',
    thresholds.map((one) => ({ ...one, value: new Decimal(one.value) })),
    { previous: new Decimal(previous), current },
  );
