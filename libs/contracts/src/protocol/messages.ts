import { z } from 'zod';
import { TriggeredAlert } from '../resources/alerts.js';
import { ViesCheck } from '../resources/vat-checks.js';
import type { ServiceName } from '../services.js';
import type { Actor } from './actors.js';
import { logMessages } from './log-messages.js';
import { toWebhooks, type MessageContract } from './message-contract.js';
import {
  BillingRunRequest,
  ChangedUnits,
  EventInAdvance,
  FinishedDunning,
  IssuedToPay,
  StoredFile,
  UsageSnapshot,
  RecordedPayment,
  ShownCoupon,
  ShownEntity,
  SoldCredits,
  TakenCredits,
  TopUpRequest,
  UnbilledUsage,
  UsedCredits,
} from './message-payloads.js';

const ofWallet = z.object({ wallet_id: z.uuid() });
const ofSubscription = z.object({ subscription_id: z.uuid() });
const ofInvoice = z.object({ invoice_id: z.uuid() });

/** Every message between services, by its type. */
export const messages = {
  ...logMessages,
  'billable_metric.created': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'ingestion'],
    payload: z.object({ billable_metric_id: z.uuid() }),
  },
  'billable_metric.updated': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'ingestion', 'invoicing'],
    payload: z.object({ billable_metric_id: z.uuid() }),
  },
  'billable_metric.deleted': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'invoicing'],
    payload: z.object({ billable_metric_id: z.uuid() }),
  },
  'plan.created': { producer: 'catalog', consumers: toWebhooks, payload: z.object({ plan_id: z.uuid() }) },
  'plan.updated': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'subscription', 'invoicing'],
    payload: z.object({
      plan_id: z.uuid(),
      amount_changed: z.boolean(),
      repriced_copies: z.array(z.uuid()).optional(),
    }),
  },
  'feature.created': { producer: 'catalog', consumers: toWebhooks, payload: z.object({ feature_id: z.uuid() }) },
  'feature.updated': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'subscription'],
    payload: z.object({ feature_id: z.uuid() }),
  },
  'feature.deleted': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'subscription'],
    payload: z.object({ feature_id: z.uuid() }),
  },
  /** A charge or fixed charge of a plan was added, changed or removed individually; it has no webhook. */
  'plan.charges_changed': { producer: 'catalog', consumers: ['invoicing'], payload: z.object({ plan_id: z.uuid() }) },
  'plan.deleted': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'subscription'],
    payload: z.object({ plan_id: z.uuid() }),
  },
  /** Fixed charges of a plan, and of its override plans, have new units. */
  'fixed_charges.units_changed': {
    producer: 'catalog',
    consumers: ['subscription'],
    payload: z.object({ plan_id: z.uuid(), changes: z.array(ChangedUnits) }),
  },
  /** Every subscription of a deleted plan has ended, so the plan can be removed. */
  'plan.subscriptions_ended': {
    producer: 'subscription',
    consumers: ['catalog', 'invoicing'],
    payload: z.object({ plan_id: z.uuid() }),
  },
  /** Settings or taxes of an issuer changed; it has no webhook. */
  'billing_entity.updated': {
    producer: 'catalog',
    consumers: ['subscription', 'invoicing', 'wallet', 'webhook-delivery', 'identity'],
    payload: ShownEntity.partial({ billing_entity: true, resources: true }).extend({
      /** Whether the time zone of customers without one of their own changes. */
      timezone_changed: z.boolean(),
    }),
  },
  'tax.changed': { producer: 'catalog', consumers: ['invoicing'], payload: z.object({ tax_id: z.uuid() }) },
  /** The usage thresholds of a plan changed: current usage must be checked against them. */
  'plan.thresholds_changed': {
    producer: 'catalog',
    consumers: ['invoicing'],
    payload: z.object({ plan_id: z.uuid() }),
  },
  'coupon.deleted': {
    producer: 'catalog',
    consumers: ['invoicing', 'webhook-delivery'],
    payload: ShownCoupon.partial({ coupon: true }),
  },
  /**
   * A coupon was applied to a customer as its first resource with a currency, or to one without a currency (invoices,
   * section 5.2).
   */
  'coupon.gave_currency': {
    producer: 'invoicing',
    consumers: ['subscription'],
    payload: z.object({ customer_id: z.uuid(), applied_coupon_id: z.uuid(), currency: z.string() }),
  },
  /** The same for a one-off invoice (invoices, section 10). */
  'invoice.gave_currency': {
    producer: 'invoicing',
    consumers: ['subscription'],
    payload: z.object({ customer_id: z.uuid(), invoice_id: z.uuid(), currency: z.string() }),
  },
  /** The same for a wallet (wallets, section 2.2). */
  'wallet.gave_currency': {
    producer: 'wallet',
    consumers: ['subscription'],
    payload: z.object({ customer_id: z.uuid(), wallet_id: z.uuid(), currency: z.string() }),
  },
  'wallet.created': { producer: 'wallet', consumers: ['webhook-delivery', 'invoicing'], payload: ofWallet },
  'wallet.updated': { producer: 'wallet', consumers: ['webhook-delivery', 'invoicing'], payload: ofWallet },
  'wallet.terminated': { producer: 'wallet', consumers: ['webhook-delivery', 'invoicing'], payload: ofWallet },
  /** A wallet must be topped up after the call or rule that requested it. */
  'wallet.top_up_wanted': { producer: 'wallet', consumers: ['wallet'], payload: TopUpRequest },
  'wallet.credits_sold': { producer: 'wallet', consumers: ['invoicing'], payload: SoldCredits },
  /** An invoice has used credits, and its writer has taken a snapshot of the rest. */
  'wallet.credits_used': { producer: 'wallet', consumers: toWebhooks, payload: UsedCredits },
  'wallet_transaction.created': {
    producer: 'wallet',
    consumers: toWebhooks,
    payload: z.object({ wallet_transaction_id: z.uuid() }),
  },
  'wallet_transaction.updated': {
    producer: 'wallet',
    consumers: toWebhooks,
    payload: z.object({ wallet_transaction_id: z.uuid() }),
  },
  /** A provider refused to pay for credits, or no provider exists. */
  'wallet_transaction.payment_failure': {
    producer: 'payment',
    consumers: toWebhooks,
    payload: z.object({ wallet_transaction_id: z.uuid(), wallet_id: z.uuid(), payment_id: z.uuid().optional() }),
  },
  'customer.created': { producer: 'subscription', consumers: toWebhooks, payload: z.object({ customer_id: z.uuid() }) },
  'customer.updated': {
    producer: 'subscription',
    consumers: ['webhook-delivery', 'invoicing', 'wallet'],
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
    consumers: ['invoicing', 'wallet', 'webhook-delivery'],
    payload: z.object({ customer_id: z.uuid() }),
  },
  'subscription.started': { producer: 'subscription', consumers: toWebhooks, payload: ofSubscription },
  'subscription.updated': { producer: 'subscription', consumers: toWebhooks, payload: ofSubscription },
  'subscription.terminated': {
    producer: 'subscription',
    consumers: ['webhook-delivery', 'invoicing'],
    payload: ofSubscription,
  },
  /**
   * The usage store holds new events of metrics that subscriptions pay in advance, in the order of storage; some may be
   * published again. All events of a subscription go through one partition.
   */
  'usage.events_in_advance': {
    producer: 'ingestion',
    consumers: ['invoicing'],
    payload: z.object({ lane: z.int(), events: z.array(EventInAdvance) }),
  },
  /** Events of an hour whose effect may differ from their sender's intention, by transaction id. */
  'events.errors': {
    producer: 'ingestion',
    consumers: toWebhooks,
    payload: z.object({
      check_id: z.uuid(),
      invalid_code: z.array(z.string()),
      missing_aggregation_property: z.array(z.string()),
      invalid_filter_values: z.array(z.string()),
    }),
  },
  /** Its owner voided an event: no unfinalized figure counts it. */
  'event.voided': {
    producer: 'ingestion',
    consumers: ['invoicing'],
    payload: z.object({
      event_id: z.uuid(),
      external_subscription_id: z.string(),
      code: z.string(),
      transaction_id: z.string(),
      /** Unix microseconds. */
      timestamp: z.int(),
    }),
  },
  /** An accepted event is unusable; `event` is the one in its answer. */
  'event.error': {
    producer: 'ingestion',
    consumers: toWebhooks,
    payload: z.object({
      event_id: z.uuid(),
      errors: z.record(z.string(), z.array(z.string())),
      event: z.record(z.string(), z.unknown()),
    }),
  },
  /** The usage store holds new events of a subscription with usage thresholds. */
  'usage.under_thresholds': {
    producer: 'ingestion',
    consumers: ['invoicing'],
    payload: z.object({ external_subscription_id: z.string() }),
  },
  /** The usage store holds new usage of customers with wallets. */
  'usage.of_wallets': {
    producer: 'ingestion',
    consumers: ['invoicing'],
    payload: z.object({ customer_ids: z.array(z.uuid()) }),
  },
  /** An invoice, or a draft, of a customer with wallets changed. */
  'customer.invoices_changed': {
    producer: 'invoicing',
    consumers: ['invoicing'],
    payload: z.object({ customer_id: z.uuid() }),
  },
  /** All unbilled usage of a customer with wallets. */
  'customer.unbilled_usage': {
    producer: 'invoicing',
    consumers: ['wallet'],
    payload: z.object({ customer_id: z.uuid(), usage: z.array(UnbilledUsage) }),
  },
  'wallet.depleted_ongoing_balance': { producer: 'wallet', consumers: toWebhooks, payload: ofWallet },
  /** A wallet alert's watched value has crossed thresholds; the webhook is `alert.triggered`. */
  'wallet.alert_triggered': {
    producer: 'wallet',
    consumers: toWebhooks,
    payload: z.object({ triggered_alert: TriggeredAlert }),
  },
  /** The usage store holds new events of subscriptions with alerts. */
  'usage.under_alerts': {
    producer: 'ingestion',
    consumers: ['invoicing'],
    payload: z.object({ external_subscription_ids: z.array(z.string()) }),
  },
  /** An alert of an active subscription was created or changed: its watched usage needs a snapshot. */
  'subscription.alerts_changed': {
    producer: 'subscription',
    consumers: ['invoicing'],
    payload: z.object({ external_subscription_id: z.string() }),
  },
  /** The requested usage snapshots of subscriptions with alerts. */
  'usage.measured': {
    producer: 'invoicing',
    consumers: ['subscription'],
    payload: z.object({ subscriptions: z.array(UsageSnapshot) }),
  },
  /** An alert's watched value has crossed thresholds. */
  'alert.triggered': {
    producer: 'subscription',
    consumers: toWebhooks,
    payload: z.object({ triggered_alert: TriggeredAlert }),
  },
  'subscription.thresholds_changed': { producer: 'subscription', consumers: ['invoicing'], payload: ofSubscription },
  /** Usage of a subscription with thresholds was invoiced. */
  'subscription.usage_invoiced': { producer: 'invoicing', consumers: ['invoicing'], payload: ofSubscription },
  'subscription.usage_threshold_reached': {
    producer: 'invoicing',
    consumers: toWebhooks,
    payload: z.object({ subscription_id: z.uuid(), applied_usage_threshold_id: z.uuid() }),
  },
  'subscription.trial_ended': { producer: 'subscription', consumers: toWebhooks, payload: ofSubscription },
  'subscription.termination_alert': { producer: 'subscription', consumers: toWebhooks, payload: ofSubscription },
  /** One invoice run of a customer. */
  'billing.due': { producer: 'subscription', consumers: ['invoicing'], payload: BillingRunRequest },
  'fee.created': { producer: 'invoicing', consumers: toWebhooks, payload: z.object({ fee_id: z.uuid() }) },
  'invoice.created': {
    producer: 'invoicing',
    consumers: ['webhook-delivery', 'payment', 'document'],
    payload: IssuedToPay,
  },
  'invoice.one_off_created': {
    producer: 'invoicing',
    consumers: ['webhook-delivery', 'payment', 'document'],
    payload: IssuedToPay,
  },
  /** Sold credits have their invoice; it has no webhook. */
  'invoice.credits_billed': {
    producer: 'invoicing',
    consumers: ['wallet', 'payment'],
    payload: z.object({
      wallet_transaction_id: z.uuid(),
      invoice_id: z.uuid(),
      /** Skips the provider. */
      skip_psp: z.boolean().optional(),
    }),
  },
  /** An invoice that uses prepaid credits was written: its reservation becomes final. */
  'invoice.credits_taken': {
    producer: 'invoicing',
    consumers: ['wallet'],
    payload: TakenCredits,
  },
  /** An invoice that used prepaid credits was voided: the credits return. */
  'invoice.credits_returned': { producer: 'invoicing', consumers: ['wallet'], payload: ofInvoice },
  'invoice.paid_credit_added': {
    producer: 'invoicing',
    consumers: ['webhook-delivery', 'document'],
    payload: ofInvoice,
  },
  /** The payment result of an invoice of sold credits; an offset by a credit note brings no credits. */
  'invoice.credits_payment': {
    producer: 'invoicing',
    consumers: ['wallet'],
    payload: z.object({
      wallet_transaction_id: z.uuid(),
      invoice_id: z.uuid(),
      payment_status: z.enum(['pending', 'succeeded', 'failed']),
    }),
  },
  'invoice.drafted': { producer: 'invoicing', consumers: toWebhooks, payload: ofInvoice },
  'invoice.ready_to_finalize': { producer: 'invoicing', consumers: toWebhooks, payload: ofInvoice },
  'invoice.voided': { producer: 'invoicing', consumers: toWebhooks, payload: ofInvoice },
  'invoice.deleted': { producer: 'invoicing', consumers: toWebhooks, payload: ofInvoice },
  'invoice.payment_overdue': { producer: 'invoicing', consumers: toWebhooks, payload: ofInvoice },
  'invoice.payment_dispute_lost': { producer: 'invoicing', consumers: toWebhooks, payload: ofInvoice },
  /** A payment could not be attempted, or was refused. */
  'invoice.payment_failure': {
    producer: 'payment',
    consumers: toWebhooks,
    /** The refused payment, or the reason why none was attempted. */
    payload: z.object({ invoice_id: z.uuid(), error_code: z.string().optional(), payment_id: z.uuid().optional() }),
  },
  'invoice.payment_status_updated': {
    producer: 'invoicing',
    consumers: ['webhook-delivery', 'payment'],
    payload: ofInvoice,
  },
  /** A payment was recorded on an invoice; its stored payment and receipt follow. */
  'payment.recorded': {
    producer: 'invoicing',
    consumers: ['payment', 'webhook-delivery'],
    payload: RecordedPayment,
  },
  'payment_receipt.created': {
    producer: 'payment',
    consumers: ['webhook-delivery', 'document'],
    payload: z.object({ payment_receipt_id: z.uuid() }),
  },
  'payment.requires_action': {
    producer: 'payment',
    consumers: toWebhooks,
    payload: z.object({ payment_id: z.uuid() }),
  },
  /** A provider reported that a payment succeeded, after another first answer. */
  'payment.succeeded': { producer: 'payment', consumers: toWebhooks, payload: z.object({ payment_id: z.uuid() }) },
  'payment_request.payment_failure': {
    producer: 'payment',
    consumers: ['webhook-delivery', 'document'],
    payload: z.object({ payment_request_id: z.uuid(), payment_id: z.uuid() }),
  },
  'payment_request.payment_status_updated': {
    producer: 'payment',
    consumers: toWebhooks,
    payload: z.object({ payment_request_id: z.uuid() }),
  },
  'payment_request.created': {
    producer: 'payment',
    consumers: ['webhook-delivery', 'payment', 'document'],
    payload: z.object({ payment_request_id: z.uuid() }),
  },
  /** A customer's default payment method changed: pending payments are charged again, page by page. */
  'payment_method.became_default': {
    producer: 'payment',
    consumers: ['payment'],
    payload: z.object({ customer_id: z.uuid(), after_invoice_id: z.uuid().nullable() }),
  },
  /** A campaign has made its last request to a customer, in every requested currency. */
  'dunning_campaign.finished': { producer: 'payment', consumers: toWebhooks, payload: FinishedDunning },
  /** A credit note that refunds sold credits was written: its reservation becomes final. */
  'credit_note.credits_refunded': {
    producer: 'invoicing',
    consumers: ['wallet'],
    payload: z.object({ credit_note_id: z.uuid() }),
  },
  /** The result of a credit note's refund at its provider. */
  'credit_note.refunded': {
    producer: 'payment',
    consumers: ['invoicing'],
    payload: z.object({ credit_note_id: z.uuid(), status: z.enum(['succeeded', 'failed']) }),
  },
  'credit_note.refund_failure': {
    producer: 'payment',
    consumers: toWebhooks,
    payload: z.object({
      credit_note_id: z.uuid(),
      payment_id: z.uuid(),
      provider_error: z.object({ message: z.string(), error_code: z.string() }),
    }),
  },
  'credit_note.created': {
    producer: 'invoicing',
    consumers: ['webhook-delivery', 'document', 'payment'],
    payload: z.object({ credit_note_id: z.uuid() }),
  },
  /** A document's file exists: the document's owner stores its location. */
  'invoice.generated': {
    producer: 'document',
    consumers: ['webhook-delivery', 'invoicing'],
    payload: z.object({ invoice_id: z.uuid(), file: StoredFile }),
  },
  'credit_note.generated': {
    producer: 'document',
    consumers: ['webhook-delivery', 'invoicing'],
    payload: z.object({ credit_note_id: z.uuid(), file: StoredFile }),
  },
  'payment_receipt.generated': {
    producer: 'document',
    consumers: ['webhook-delivery', 'payment'],
    payload: z.object({ payment_receipt_id: z.uuid(), file: StoredFile }),
  },
} as const satisfies Record<string, MessageContract>;

export type MessageType = keyof typeof messages;
export type MessagePayload<T extends MessageType> = z.infer<(typeof messages)[T]['payload']>;

/** The message on the wire: the payload with tenant, type and time. Times are ISO 8601 in UTC. */
export interface Message<T extends MessageType = MessageType> {
  id: string;
  type: T;
  organization_id: string;
  /** Messages of one key arrive in the order of writing. */
  key: string;
  occurred_at: string;
  request_id: string | null;
  /** Absent without a caller. */
  actor?: Actor;
  /** The W3C trace context of its writer; absent without tracing. Kafka carries it as a header. */
  traceparent?: string;
  payload: MessagePayload<T>;
}

/** The Kafka topic that carries a service's messages. */
export const topicOf = (producer: ServiceName): string => `tollgate.${producer}`;

/** The Kafka topic of events as received, keyed by organization and subscription. */
export const rawEventsTopic = 'usage.events.raw';
