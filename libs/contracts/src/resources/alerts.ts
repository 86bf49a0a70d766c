import { z } from 'zod';
import { decimalString, id, timestamp } from '../http/fields.js';
import { pagination, query } from '../http/query.js';
import { Meta, route } from '../http/route.js';
import { createdAt, described, shape, svcId, texts } from '../http/texts.js';
import { AlertsInput, AlertUpdate } from './alert-input.js';
import { AlertThreshold, subscriptionAlertTypes, walletAlertTypes } from './alert-types.js';
import { BillableMetric } from './billable-metrics.js';
import { bySubscriptionStatus } from './subscription-status.js';

const alertOf = <T extends readonly [string, ...string[]]>(types: T) => ({
  svc_id: svcId(),
  svc_organization_id: described(id(), ...texts.organizationId),
  subscription_external_id: described(z.string().nullable(), 'The same as `external_subscription_id`', 'sub_acme_1'),
  external_subscription_id: described(z.string().nullable(), ...texts.externalSubscriptionId),
  svc_wallet_id: described(id().nullable(), ...texts.walletId),
  wallet_code: described(z.string().nullable(), 'Code of the wallet', 'prepaid'),
  alert_type: described(z.enum(types), 'Watched value', 'current_usage_amount'),
  code: described(z.string(), 'Unique code for calls', 'budget'),
  name: described(z.string().nullable(), 'Display name', 'Budget'),
  direction: described(z.enum(['increasing', 'decreasing']), 'Direction in which thresholds are crossed'),
  previous_value: described(decimalString(), 'Value at the last evaluation', '80.0'),
  last_processed_at: described(timestamp().nullable(), 'Time of the last evaluation; null before the first'),
  thresholds: z.array(AlertThreshold),
  created_at: createdAt(),
  billable_metric: BillableMetric.nullable(),
});

/** An alert on the usage of a subscription (customers, section 8.1). */
export const SubscriptionAlert = shape(
  'An alert on a value of a subscription, which sends a webhook at each threshold',
  {
    ...alertOf(subscriptionAlertTypes),
    created_by_customer: described(z.boolean(), 'Whether the customer set it in its portal, where it sends a mail'),
  },
);
export type SubscriptionAlert = z.infer<typeof SubscriptionAlert>;

/** An alert on the balance of a wallet (wallets, section 7). */
export const WalletAlert = shape(
  'An alert on a balance of a wallet, which sends a webhook at each threshold',
  alertOf(walletAlertTypes),
);
export type WalletAlert = z.infer<typeof WalletAlert>;

/** The webhook payload when a watched value has crossed thresholds (customers, section 8.4). */
export const TriggeredAlert = z.object({
  svc_id: id(),
  svc_organization_id: id(),
  svc_alert_id: id(),
  svc_subscription_id: id().nullable(),
  external_subscription_id: z.string().nullable(),
  svc_wallet_id: id().nullable(),
  external_customer_id: z.string(),
  billable_metric_code: z.string().nullable(),
  alert_name: z.string().nullable(),
  alert_code: z.string(),
  alert_type: z.enum([...subscriptionAlertTypes, ...walletAlertTypes]),
  current_value: decimalString(),
  previous_value: decimalString(),
  crossed_thresholds: z.array(AlertThreshold),
  triggered_at: timestamp(),
  subscription_external_id: z.string().nullable(),
  customer_external_id: z.string(),
});
export type TriggeredAlert = z.infer<typeof TriggeredAlert>;

/** The answer of the call that creates alerts: one or several, as in the request. */
const madeAlerts = <T extends z.ZodObject>(alert: T) => ({
  alert: alert.optional(),
  alerts: z.array(alert).optional(),
});

const ByStatus = query({ ...bySubscriptionStatus });
const onSubscriptions = { service: 'subscription', permission: 'alert' } as const;
const ofSubscription = '/subscriptions/:external_id/alerts' as const;

export const subscriptionAlertRoutes = {
  create: route({
    ...onSubscriptions,
    method: 'POST',
    path: ofSubscription,
    summary: 'Create one or more alerts of a subscription, all or none',
    body: AlertsInput,
    query: ByStatus,
    answer: madeAlerts(SubscriptionAlert),
  }),
  list: route({
    ...onSubscriptions,
    method: 'GET',
    path: ofSubscription,
    summary: 'List the alerts of a subscription, newest first',
    query: query({ ...pagination, ...bySubscriptionStatus }),
    answer: { alerts: z.array(SubscriptionAlert), meta: Meta },
  }),
  removeAll: route({
    ...onSubscriptions,
    method: 'DELETE',
    path: ofSubscription,
    summary: 'Delete all alerts of a subscription',
    query: ByStatus,
    answer: {},
    answerType: 'text/plain',
  }),
  read: route({
    ...onSubscriptions,
    method: 'GET',
    path: `${ofSubscription}/:code`,
    summary: 'Read an alert of a subscription',
    query: ByStatus,
    answer: { alert: SubscriptionAlert },
  }),
  update: route({
    ...onSubscriptions,
    method: 'PUT',
    path: `${ofSubscription}/:code`,
    summary: 'Update an alert of a subscription',
    wrapper: 'alert',
    body: AlertUpdate,
    validates: 'after loading',
    query: ByStatus,
    answer: { alert: SubscriptionAlert },
  }),
  remove: route({
    ...onSubscriptions,
    method: 'DELETE',
    path: `${ofSubscription}/:code`,
    summary: 'Delete an alert of a subscription',
    query: ByStatus,
    answer: { alert: SubscriptionAlert },
  }),
};

const onWallets = { service: 'wallet', permission: 'alert' } as const;
const ofWallet = '/customers/:external_customer_id/wallets/:wallet_code/alerts' as const;

export const walletAlertRoutes = {
  create: route({
    ...onWallets,
    method: 'POST',
    path: ofWallet,
    summary: 'Create one or more alerts of a wallet, all or none',
    body: AlertsInput,
    answer: madeAlerts(WalletAlert),
  }),
  list: route({
    ...onWallets,
    method: 'GET',
    path: ofWallet,
    summary: 'List the alerts of a wallet, newest first',
    query: query(pagination),
    answer: { alerts: z.array(WalletAlert), meta: Meta },
  }),
  removeAll: route({
    ...onWallets,
    method: 'DELETE',
    path: ofWallet,
    summary: 'Delete all alerts of a wallet',
    answer: {},
    answerType: 'text/plain',
  }),
  read: route({
    ...onWallets,
    method: 'GET',
    path: `${ofWallet}/:code`,
    summary: 'Read an alert of a wallet',
    answer: { alert: WalletAlert },
  }),
  update: route({
    ...onWallets,
    method: 'PUT',
    path: `${ofWallet}/:code`,
    summary: 'Update an alert of a wallet',
    wrapper: 'alert',
    body: AlertUpdate,
    validates: 'after loading',
    answer: { alert: WalletAlert },
  }),
  remove: route({
    ...onWallets,
    method: 'DELETE',
    path: `${ofWallet}/:code`,
    summary: 'Delete an alert of a wallet',
    answer: { alert: WalletAlert },
  }),
};
