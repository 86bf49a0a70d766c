import { z } from 'zod';
import { decimalString } from '../http/fields.js';
import { described, shape, texts } from '../http/texts.js';

/** The values that a subscription alert can watch (customers, section 8.1). */
export const subscriptionAlertTypes = [
  'current_usage_amount',
  'billable_metric_current_usage_amount',
  'billable_metric_current_usage_units',
  'lifetime_usage_amount',
  'billable_metric_lifetime_usage_units',
  'projected_amount',
  'usage_anomaly',
] as const;
export type SubscriptionAlertType = (typeof subscriptionAlertTypes)[number];

/** The values that a wallet alert can watch (wallets, section 7). */
export const walletAlertTypes = [
  'wallet_balance_amount',
  'wallet_credits_balance',
  'wallet_ongoing_balance_amount',
  'wallet_credits_ongoing_balance',
] as const;
export type WalletAlertType = (typeof walletAlertTypes)[number];

const ofMetrics: ReadonlySet<string> = new Set<SubscriptionAlertType>([
  'billable_metric_current_usage_amount',
  'billable_metric_current_usage_units',
  'billable_metric_lifetime_usage_units',
  'usage_anomaly',
]);

/** Whether an alert watches one billable metric, and so requires its code. */
export const watchesMetric = (type: string): boolean => ofMetrics.has(type);

/** A value that triggers an alert; a recurring one, at every further step of that size. */
export const AlertThreshold = shape(
  'A value that triggers an alert; a recurring one also at each further step of that size',
  {
    code: described(z.string().nullable(), ...texts.code),
    value: described(decimalString(), 'Value of the threshold', '100.0'),
    recurring: described(z.boolean(), 'Whether each further step of that size triggers it too'),
  },
);
export type AlertThreshold = z.infer<typeof AlertThreshold>;
