import { z } from 'zod';
import { CardAuthorization } from '../resources/subscriptions.js';
import type { CommandContract } from './command-contract.js';
import { RecordedPayment } from './message-payloads.js';

/** Commands about customers at their providers, and about payments. */
export const paymentCommands = {
  /** Stores a customer's id at its provider, if the customer still is linked to this connection. */
  'customer.set_provider_id': {
    owner: 'subscription',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      customer_id: z.uuid(),
      payment_provider_code: z.string(),
      provider_customer_id: z.string(),
    }),
    answer: z.object({}),
  },
  /** Stores how a customer pays by bank transfer, if it still is linked to this connection: its invoices show that. */
  'customer.set_funding_instructions': {
    owner: 'subscription',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      customer_id: z.uuid(),
      payment_provider_code: z.string(),
      /** The heading and the text, in the language of the customer's documents. */
      display_name: z.string(),
      details: z.string(),
    }),
    answer: z.object({}),
  },
  /** Creates a customer at its provider now, instead of in the background; a refusal is a webhook. */
  'customer.sync_with_provider': {
    owner: 'payment',
    request: z.object({ organization_id: z.uuid(), customer_id: z.uuid() }),
    answer: z.object({}),
  },
  /**
   * Records a payment on an invoice, if that much is due, or what of it is due. The answer has the recorded amount.
   * Refusals are for the public caller.
   */
  'invoice.pay': {
    owner: 'invoicing',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      payment_id: z.uuid(),
      invoice_id: z.uuid(),
      amount_cents: z.int().positive(),
      reference: z.string(),
      /** Whether a provider made it; otherwise it was entered manually. */
      by_provider: z.boolean().optional(),
      /**
       * Whether the invoice takes what is due of the amount, instead of all of it or nothing: a provider has the money
       * already (invoices, amendments). Absent: all or nothing.
       */
      up_to_due: z.boolean().optional(),
      /** The parent payment of a payment request, whose own service reports it. */
      part_of: z.uuid().optional(),
      /** Unix ms, both. */
      paid_at: z.int(),
      at: z.int(),
    }),
    answer: RecordedPayment,
  },
  /** Opens the provider's payment page of an invoice, the same one for a day. Refusals are for the public caller. */
  'invoice.open_payment_page': {
    owner: 'payment',
    request: z.object({ organization_id: z.uuid(), invoice_id: z.uuid() }),
    answer: z.object({ url: z.url() }),
  },
  /**
   * Holds an amount on a customer's card, and releases it afterwards. Refusals are for the public caller. Under the same
   * key it returns the same hold.
   */
  'card.authorize': {
    owner: 'payment',
    changes: true,
    request: z.object({
      organization_id: z.uuid(),
      /** The id of the hold, which is its key at the provider. */
      authorization_id: z.uuid(),
      customer_id: z.uuid(),
      amount_cents: z.int().positive(),
      currency: z.string(),
      /** The method that the call names; null for the customer's default. */
      payment_method_id: z.uuid().nullable(),
    }),
    answer: z.object({ authorization: CardAuthorization }),
  },
} as const satisfies Record<string, CommandContract>;
