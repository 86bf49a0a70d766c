import { readPassedThreshold } from '@tollgate/invoicing/reader';
import {
  readEntitlementResources,
  readSubscriptionWebhookResource,
  readThresholdResources,
} from '@tollgate/subscription/reader';
import { resource, type Read } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

/** Reads a started or changed subscription with its entitlements (webhooks, section 4). */
const readEntitledSubscription: Read = async (transaction, id, at) => ({
  ...(await readSubscriptionWebhookResource(transaction, id, at)),
  entitlements: await readEntitlementResources(transaction, id),
});

/** Payloads of webhooks about `subscription` (webhooks, section 4). */
export const subscriptionPayloads: PayloadsOf<'subscription'> = {
  'subscription.started': resource('subscription_id', readEntitledSubscription),
  'subscription.updated': resource('subscription_id', readEntitledSubscription),
  'subscription.incomplete': resource('subscription_id', readSubscriptionWebhookResource),
  'subscription.canceled': resource('subscription_id', readSubscriptionWebhookResource),
  'subscription.terminated': resource('subscription_id', readSubscriptionWebhookResource),
  'subscription.trial_ended': resource('subscription_id', readSubscriptionWebhookResource),
  'subscription.termination_alert': resource('subscription_id', readSubscriptionWebhookResource),
  'subscription.usage_threshold_reached': {
    idOf: ({ subscription_id: id }) => id,
    load: async (transaction, { subscription_id: id, applied_usage_threshold_id: thresholdId }, at) => ({
      ...(await readSubscriptionWebhookResource(transaction, id, at)),
      usage_threshold: await readPassedThreshold(transaction, thresholdId),
      applicable_usage_thresholds: await readThresholdResources(transaction, id),
    }),
  },
};
