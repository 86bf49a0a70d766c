import type { TriggeredAlert, WalletAlertType } from '@tollgate/contracts';
import type { Instant } from '@tollgate/platform';
import { crossedThresholds, Decimal, decimalText } from '@tollgate/rating';
import type { AlertRow } from '../../model/alerts/alerts.repository.js';
import type { ReservedAmount } from '../../model/reservations/reserved-credits.repository.js';
import type { WalletRow } from '../../model/wallets/wallets.repository.js';

/** A wallet after a change, and the instant of the change. */
export interface ChangedBalance {
  wallet: WalletRow;
  /** Unix milliseconds. */
  now: Instant;
}

/** The value of an alert after a change. */
export interface Evaluation extends ChangedBalance {
  alert: AlertRow;
  value: Decimal;
}

/** An evaluation that crossed thresholds since the previous one. */
export interface Trigger extends Evaluation {
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

/** The value that an alert on a wallet compares: cents, or credits (wallets, section 7). */
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

/** The evaluations of alerts after changes. */
export interface Evaluations {
  /** Those that crossed thresholds, in the order of changes. */
  triggers: Trigger[];
  /** The last one of each alert. */
  last: Evaluation[];
}

/**
 * Evaluates alerts after changes (wallets, section 7). Compares each change of a wallet with the change before it, and
 * the first one with the stored value.
 * @param alerts by wallet
 * @param reserved the reserved credits by wallet, which still count as available
 */
export function evaluationsOf(
  alerts: ReadonlyMap<string, AlertRow[]>,
  changes: readonly ChangedBalance[],
  reserved: ReadonlyMap<string, ReservedAmount>,
): Evaluations {
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
  return { triggers, last: [...last.values()] };
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
