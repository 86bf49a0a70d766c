import { z } from 'zod';
import { toWebhooks, type MessageContract } from '../message-contract.js';
import { FinishedDunning, ReturnedPart } from '../message-payloads.js';

/** A provider's own words. */
const ReportedError = z.object({ message: z.string(), error_code: z.string().nullable() });

/** The messages that the payment service publishes, by type. */
export const paymentMessages = {
  /** A provider refused to pay for credits, or no provider exists. */
  'wallet_transaction.payment_failure': {
    producer: 'payment',
    consumers: toWebhooks,
    payload: z.object({
      wallet_transaction_id: z.uuid(),
      wallet_id: z.uuid(),
      payment_id: z.uuid().optional(),
      /** Why a payment is lost that had succeeded; absent for one that failed. */
      provider_error: ReportedError.optional(),
    }),
  },
  /** A payment could not be attempted, or was refused. */
  'invoice.payment_failure': {
    producer: 'payment',
    consumers: toWebhooks,
    /** The refused payment or payment page, or the reason why none was attempted. */
    payload: z.object({
      invoice_id: z.uuid(),
      error_code: z.string().optional(),
      payment_id: z.uuid().optional(),
      refusal: z
        .object({
          provider_customer_id: z.string(),
          payment_provider: z.string(),
          payment_provider_code: z.string(),
          provider_error: z.object({ message: z.string(), error_code: z.string().nullable() }),
        })
        .optional(),
    }),
  },
  /** No provider can charge the hidden invoice of a waiting start: its payment has failed. */
  'activation.not_chargeable': {
    producer: 'payment',
    consumers: ['invoicing'],
    payload: z.object({ invoice_id: z.uuid() }),
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
  /** A part of a payment went back: no invoice needed it, or people refunded it at the provider. */
  'payment.refunded': { producer: 'payment', consumers: toWebhooks, payload: ReturnedPart },
  /** Such a part did not go back, perhaps after it had. */
  'payment.refund_failure': { producer: 'payment', consumers: toWebhooks, payload: ReturnedPart },
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
  /** A customer exists at its provider now (webhooks, section 11.2). */
  'customer.payment_provider_created': {
    producer: 'payment',
    consumers: toWebhooks,
    payload: z.object({ customer_id: z.uuid() }),
  },
  /** A provider refused a customer, in its own words. */
  'customer.payment_provider_error': {
    producer: 'payment',
    consumers: toWebhooks,
    payload: z.object({
      customer_id: z.uuid(),
      payment_provider: z.string(),
      payment_provider_code: z.string(),
      provider_error: z.object({ message: z.string(), error_code: z.string().nullable() }),
    }),
  },
  /** A page where a new customer of a provider enters a payment method. */
  'customer.checkout_url_generated': {
    producer: 'payment',
    consumers: toWebhooks,
    payload: z.object({
      customer_id: z.uuid(),
      payment_provider: z.string(),
      payment_provider_code: z.string(),
      checkout_url: z.string(),
    }),
  },
  /** A connection has a new code; its customers name it by the code. */
  'payment_provider.renamed': {
    producer: 'payment',
    consumers: ['subscription'],
    payload: z.object({ payment_provider: z.string(), code: z.string(), new_code: z.string() }),
  },
  /** A provider refused to send its events to us. */
  'payment_provider.error': {
    producer: 'payment',
    consumers: toWebhooks,
    payload: z.object({
      payment_provider_id: z.uuid(),
      payment_provider_error: z.object({
        svc_payment_provider_id: z.uuid(),
        payment_provider_code: z.string(),
        payment_provider_name: z.string(),
        source: z.string(),
        action: z.literal('payment_provider.register_webhook'),
        provider_error: z.object({ message: z.string(), code: z.string().nullable() }),
      }),
    }),
  },
  /**
   * A customer's default payment method changed: pending payments are charged again, page by page, and automatic
   * top-ups are tried again.
   */
  'payment_method.became_default': {
    producer: 'payment',
    consumers: ['payment', 'wallet'],
    payload: z.object({ customer_id: z.uuid(), after_invoice_id: z.uuid().nullable() }),
  },
  /** A campaign has made its last request to a customer, in every requested currency. */
  'dunning_campaign.finished': { producer: 'payment', consumers: toWebhooks, payload: FinishedDunning },
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
      provider_error: z.object({ message: z.string(), error_code: z.string().nullable() }),
    }),
  },
} as const satisfies Record<string, MessageContract>;
