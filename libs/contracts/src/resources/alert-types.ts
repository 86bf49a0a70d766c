import { z } from 'zod';
import { decimalString } from '../http/fields.js';

/** The values that a subscription alert can watch (customers, section 8.1). */
export const subscriptionAlertTypes = [
  'current_usage_amount',
  'billable_metric_current_usage_amount',
  'billable_metric_current_usage_units',
  'lifetime_usage_amount',
  'billable_metric_lifetime_usage_units',
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

/** Whether an alert watches one billable metric, and so requires its code. */
export const watchesMetric = (type: string): boolean => type.startsWith('billable_metric_');

/** A value that triggers an alert; a recurring one, at every further step of that size. */
export const AlertThreshold = z.object({ code: z.string().nullable(), value: decimalString(), recurring: z.boolean() });
export type AlertThreshold = z.infer<typeof AlertThreshold>;
