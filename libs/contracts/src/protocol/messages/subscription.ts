import { z } from 'zod';
import { TriggeredAlert } from '../../resources/alerts.js';
import { PlanMigration } from '../../resources/plan-migrations.js';
import { ViesCheck } from '../../resources/vat-checks.js';
import { toWebhooks, type MessageContract } from '../message-contract.js';
import { BillingRunRequest } from '../message-payloads.js';

const ofSubscription = z.object({ subscription_id: z.uuid() });

/** The messages that the subscription service publishes, by type. */
export const subscriptionMessages = {
  /** Every subscription of a deleted plan has ended, so the plan can be removed. */
  'plan.subscriptions_ended': {
    producer: 'subscription',
    consumers: ['catalog', 'invoicing'],
    payload: z.object({ plan_id: z.uuid() }),
  },
  /** Subscriptions of a plan moved between its versions, so their drafts have other prices. */
  'plan.subscriptions_moved': {
    producer: 'subscription',
    consumers: ['invoicing'],
    payload: z.object({ plan_id: z.uuid() }),
  },
  /** A migration between versions of a plan has ended: it is complete, it failed, or it stopped. */
  'plan_migration.completed': {
    producer: 'subscription',
    consumers: toWebhooks,
    payload: z.object({ plan_migration_id: z.uuid(), plan_migration: PlanMigration }),
  },
  'customer.created': {
    producer: 'subscription',
    consumers: ['webhook-delivery', 'payment', 'invoicing', 'document'],
    payload: z.object({ customer_id: z.uuid() }),
  },
  'customer.updated': {
    producer: 'subscription',
    consumers: ['webhook-delivery', 'invoicing', 'wallet', 'payment', 'document'],
    payload: z.object({ customer_id: z.uuid() }),
  },
  /** The VAT number of a customer was checked, or is invalid; its taxes may change. */
  'customer.vies_check': {
    producer: 'subscription',
    consumers: ['webhook-delivery', 'invoicing'],
    payload: z.object({ customer_id: z.uuid(), vies_check: ViesCheck }),
  },
  'customer.deleted': {
    producer: 'subscription',
    consumers: ['invoicing', 'wallet', 'webhook-delivery', 'document'],
    payload: z.object({ customer_id: z.uuid() }),
  },
  'subscription.started': { producer: 'subscription', consumers: toWebhooks, payload: ofSubscription },
  'subscription.updated': { producer: 'subscription', consumers: toWebhooks, payload: ofSubscription },
  'subscription.terminated': {
    producer: 'subscription',
    consumers: ['webhook-delivery', 'invoicing'],
    payload: ofSubscription,
  },
  /** A start waits for its payment, or was given up (subscriptions, section 3.5). */
  'subscription.incomplete': { producer: 'subscription', consumers: toWebhooks, payload: ofSubscription },
  'subscription.canceled': { producer: 'subscription', consumers: toWebhooks, payload: ofSubscription },
  /**
   * A start shall wait no longer for its payment: its time is up, or its customer or plan is deleted. The invoice
   * decides whether the payment came first.
   */
  'activation.called_off': {
    producer: 'subscription',
    consumers: ['invoicing'],
    payload: z.object({
      subscription_id: z.uuid(),
      customer_id: z.uuid(),
      reason: z.enum(['timeout', 'ended']),
    }),
  },
  /** An alert of an active subscription was created or changed: its watched usage needs a snapshot. */
  'subscription.alerts_changed': {
    producer: 'subscription',
    consumers: ['invoicing'],
    payload: z.object({ external_subscription_id: z.string() }),
  },
  /** An alert's watched value has crossed thresholds. */
  'alert.triggered': {
    producer: 'subscription',
    consumers: toWebhooks,
    payload: z.object({ triggered_alert: TriggeredAlert }),
  },
  /** An alert that a customer set in its portal has crossed its value: the customer receives a mail, and no webhook. */
  'customer.alert_triggered': {
    producer: 'subscription',
    consumers: ['document'],
    payload: z.object({ customer_id: z.uuid(), triggered_alert: TriggeredAlert }),
  },
  'subscription.thresholds_changed': { producer: 'subscription', consumers: ['invoicing'], payload: ofSubscription },
  'subscription.trial_ended': { producer: 'subscription', consumers: toWebhooks, payload: ofSubscription },
  'subscription.termination_alert': { producer: 'subscription', consumers: toWebhooks, payload: ofSubscription },
  /** One invoice run of a customer. */
  'billing.due': { producer: 'subscription', consumers: ['invoicing'], payload: BillingRunRequest },
} as const satisfies Record<string, MessageContract>;
