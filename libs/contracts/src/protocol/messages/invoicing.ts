import { z } from 'zod';
import { accountingDocumentTypes, accountingProviders } from '../../resources/accounting-providers.js';
import { taxProviders } from '../../resources/tax-providers.js';
import { toWebhooks, type MessageContract } from '../message-contract.js';
import {
  DeviationSnapshot,
  ForecastSnapshot,
  IssuedToPay,
  RecordedPayment,
  TakenCredits,
  UnbilledUsage,
  UsageSnapshot,
} from '../message-payloads.js';

const ofSubscription = z.object({ subscription_id: z.uuid() });
const ofInvoice = z.object({ invoice_id: z.uuid() });

/** The messages that the invoicing service publishes, by type. */
export const invoicingMessages = {
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
  /** The requested usage snapshots of subscriptions with alerts. */
  'usage.measured': {
    producer: 'invoicing',
    consumers: ['subscription'],
    payload: z.object({ subscriptions: z.array(UsageSnapshot) }),
  },
  /** The requested forecasts of subscriptions with alerts on them. */
  'usage.forecast': {
    producer: 'invoicing',
    consumers: ['subscription'],
    payload: z.object({ subscriptions: z.array(ForecastSnapshot) }),
  },
  /** The requested deviations of subscriptions with alerts on them. */
  'usage.deviation': {
    producer: 'invoicing',
    consumers: ['subscription'],
    payload: z.object({ subscriptions: z.array(DeviationSnapshot) }),
  },
  /** Usage of a subscription with thresholds was invoiced, or its invoice was voided. */
  'subscription.usage_invoiced': { producer: 'invoicing', consumers: ['invoicing'], payload: ofSubscription },
  'subscription.usage_threshold_reached': {
    producer: 'invoicing',
    consumers: toWebhooks,
    payload: z.object({ subscription_id: z.uuid(), applied_usage_threshold_id: z.uuid() }),
  },
  'fee.created': { producer: 'invoicing', consumers: toWebhooks, payload: z.object({ fee_id: z.uuid() }) },
  'invoice.created': {
    producer: 'invoicing',
    consumers: ['webhook-delivery', 'payment', 'document', 'invoicing'],
    payload: IssuedToPay,
  },
  'invoice.one_off_created': {
    producer: 'invoicing',
    consumers: ['webhook-delivery', 'payment', 'document', 'invoicing'],
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
  /** The hidden invoice of a start that waits for its payment: it is charged at once (subscriptions, section 3.5). */
  'invoice.opened': { producer: 'invoicing', consumers: ['payment'], payload: ofInvoice },
  /** The first invoice of a waiting start is paid, or has nothing to pay. */
  'activation.paid': { producer: 'invoicing', consumers: ['subscription'], payload: ofSubscription },
  /** A waiting start has no paid invoice and never will; its deductions return. */
  'activation.failed': {
    producer: 'invoicing',
    consumers: ['subscription', 'payment'],
    payload: z.object({
      subscription_id: z.uuid(),
      /** Its hidden invoice, whose payment is canceled; absent without one. */
      invoice_id: z.uuid().optional(),
      reason: z.enum(['payment_failed', 'timeout', 'ended']),
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
    consumers: ['webhook-delivery', 'document', 'invoicing'],
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
  /** A tax engine has to compute the taxes of an invoice or a draft. */
  'invoice.taxes_requested': {
    producer: 'invoicing',
    consumers: ['invoicing'],
    payload: z.object({ customer_id: z.uuid(), invoice_id: z.uuid() }),
  },
  /** A tax engine has to compute the taxes of fees without an invoice. */
  'fee.taxes_requested': {
    producer: 'invoicing',
    consumers: ['invoicing'],
    payload: z.object({ customer_id: z.uuid() }),
  },
  /** A tax engine refused to tax a fee without an invoice, which stays untaxed (webhooks, section 19). */
  'fee.tax_provider_error': {
    producer: 'invoicing',
    consumers: toWebhooks,
    payload: z.object({
      fee_id: z.uuid(),
      tax_provider_code: z.string(),
      charge_id: z.uuid().nullable(),
      event_transaction_id: z.string().nullable(),
      provider_error: z.object({ message: z.string(), error_code: z.string() }),
    }),
  },
  /** A tax engine refused a request for a customer (webhooks, section 19). */
  'customer.tax_provider_error': {
    producer: 'invoicing',
    consumers: ['webhook-delivery', 'subscription'],
    payload: z.object({
      customer_id: z.uuid(),
      tax_provider: z.enum(taxProviders),
      tax_provider_code: z.string(),
      provider_error: z.object({ message: z.string(), error_code: z.string() }),
    }),
  },
  /** An accounting system has pending documents. */
  'accounting.sync_requested': {
    producer: 'invoicing',
    consumers: ['invoicing'],
    payload: z.object({ accounting_provider_id: z.uuid() }),
  },
  /** The contact of a customer was created in its accounting system (webhooks, section 20). */
  'customer.accounting_provider_created': {
    producer: 'invoicing',
    consumers: toWebhooks,
    payload: z.object({ customer_id: z.uuid() }),
  },
  /** An accounting system refused a document of a customer, or its contact (webhooks, section 20). */
  'customer.accounting_provider_error': {
    producer: 'invoicing',
    consumers: ['webhook-delivery', 'subscription'],
    payload: z.object({
      customer_id: z.uuid(),
      document_type: z.enum(accountingDocumentTypes),
      accounting_provider: z.enum(accountingProviders),
      accounting_provider_code: z.string(),
      provider_error: z.object({ message: z.string(), error_code: z.string() }),
    }),
  },
  /** An accounting system refuses its connection as a whole (webhooks, section 6). */
  'integration.provider_error': {
    producer: 'invoicing',
    consumers: toWebhooks,
    payload: z.object({
      integration_id: z.uuid(),
      provider: z.enum(accountingProviders),
      provider_code: z.string(),
      provider_error: z.object({ message: z.string(), error_code: z.string() }),
    }),
  },
  'invoice.drafted': { producer: 'invoicing', consumers: toWebhooks, payload: ofInvoice },
  'invoice.ready_to_finalize': { producer: 'invoicing', consumers: toWebhooks, payload: ofInvoice },
  'invoice.voided': { producer: 'invoicing', consumers: ['webhook-delivery', 'invoicing'], payload: ofInvoice },
  'invoice.deleted': { producer: 'invoicing', consumers: toWebhooks, payload: ofInvoice },
  'invoice.payment_overdue': { producer: 'invoicing', consumers: toWebhooks, payload: ofInvoice },
  'invoice.payment_dispute_lost': {
    producer: 'invoicing',
    consumers: ['webhook-delivery', 'invoicing'],
    /** The provider's reason, where a provider reported the dispute. */
    payload: z.object({ invoice_id: z.uuid(), reason: z.string().optional() }),
  },
  /** A dispute about a payment of an invoice was opened, or the money came back. */
  'invoice.payment_dispute_updated': {
    producer: 'invoicing',
    consumers: toWebhooks,
    payload: z.object({ invoice_id: z.uuid(), status: z.enum(['opened', 'won']), reason: z.string().optional() }),
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
  /** A credit note that refunds sold credits was written: its reservation becomes final. */
  'credit_note.credits_refunded': {
    producer: 'invoicing',
    consumers: ['wallet'],
    payload: z.object({ credit_note_id: z.uuid() }),
  },
  'credit_note.created': {
    producer: 'invoicing',
    consumers: ['webhook-delivery', 'document', 'payment', 'invoicing'],
    payload: z.object({ credit_note_id: z.uuid() }),
  },
} as const satisfies Record<string, MessageContract>;
