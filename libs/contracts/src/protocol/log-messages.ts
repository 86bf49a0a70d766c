import { z } from 'zod';
import { toWebhooks, type MessageContract } from './message-contract.js';
import {
  ChangedEndpoint,
  ChangedIntegration,
  ShownAppliedCoupon,
  ShownCoupon,
  ShownEntity,
  ShownEventBackfill,
  ShownEventSource,
  ShownExchangeRate,
  ShownPortalPerson,
} from './message-payloads.js';

const toLogs = { consumers: ['webhook-delivery', 'identity'], payload: ChangedIntegration } as const;

/** Messages for the organizations' logs only. */
export const logMessages = {
  /** For the activity log, with the coupon as shown. */
  'coupon.created': { producer: 'catalog', consumers: toWebhooks, payload: ShownCoupon },
  'coupon.updated': { producer: 'catalog', consumers: toWebhooks, payload: ShownCoupon },
  /** For the activity log. */
  'applied_coupon.created': { producer: 'invoicing', consumers: toWebhooks, payload: ShownAppliedCoupon },
  'applied_coupon.deleted': { producer: 'invoicing', consumers: toWebhooks, payload: ShownAppliedCoupon },
  /** For the activity log: a planned start was cancelled. It has no webhook; those exist for gated starts. */
  'subscription.called_off': {
    producer: 'subscription',
    consumers: toWebhooks,
    payload: z.object({ subscription_id: z.uuid() }),
  },
  /** For the activity log: an invoice could not be created or finalized. */
  /** People refunded a payment of an invoice at its provider. */
  'invoice.payment_refunded_externally': {
    producer: 'payment',
    consumers: toWebhooks,
    payload: z.object({ invoice_id: z.uuid() }),
  },
  'invoice.failed': { producer: 'invoicing', consumers: toWebhooks, payload: z.object({ invoice_id: z.uuid() }) },
  /** For the logs. */
  'billing_entity.created': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'identity'],
    payload: ShownEntity,
  },
  /** For the activity log. */
  'exchange_rate.created': { producer: 'catalog', consumers: toWebhooks, payload: ShownExchangeRate },
  'exchange_rate.updated': { producer: 'catalog', consumers: toWebhooks, payload: ShownExchangeRate },
  'exchange_rate.deleted': { producer: 'catalog', consumers: toWebhooks, payload: ShownExchangeRate },
  /** The personal data of a member shall be erased: each service erases its places, which it finds in a table. */
  'member.erasure_requested': {
    producer: 'identity',
    consumers: ['identity', 'webhook-delivery'],
    payload: z.object({ membership_id: z.uuid(), erasure_id: z.uuid() }),
  },
  /** For the activity log; a person whom a customer invites in the portal gets a mail. */
  'portal_person.created': {
    producer: 'subscription',
    consumers: ['webhook-delivery', 'identity'],
    payload: ShownPortalPerson.extend({ locale: z.string().nullable() }),
  },
  'portal_person.updated': { producer: 'subscription', consumers: toWebhooks, payload: ShownPortalPerson },
  'portal_person.deleted': { producer: 'subscription', consumers: toWebhooks, payload: ShownPortalPerson },
  'event_backfill.created': { producer: 'ingestion', consumers: toWebhooks, payload: ShownEventBackfill },
  'event_backfill.updated': { producer: 'ingestion', consumers: toWebhooks, payload: ShownEventBackfill },
  'event_source.created': { producer: 'ingestion', consumers: toWebhooks, payload: ShownEventSource },
  'event_source.updated': { producer: 'ingestion', consumers: toWebhooks, payload: ShownEventSource },
  'event_source.deleted': { producer: 'ingestion', consumers: toWebhooks, payload: ShownEventSource },
  /** For the security log; it has no webhook. */
  'export.created': {
    producer: 'document',
    consumers: ['identity'],
    payload: z.object({ resources: z.record(z.string(), z.unknown()) }),
  },
  /** For the security log and the activity log: connections to other systems. */
  'payment_provider.created': { ...toLogs, producer: 'payment' },
  'payment_provider.updated': { ...toLogs, producer: 'payment' },
  'payment_provider.deleted': { ...toLogs, producer: 'payment' },
  'tax_provider.created': { ...toLogs, producer: 'invoicing' },
  'tax_provider.updated': { ...toLogs, producer: 'invoicing' },
  'tax_provider.deleted': { ...toLogs, producer: 'invoicing' },
  'accounting_provider.created': { ...toLogs, producer: 'invoicing' },
  'accounting_provider.updated': { ...toLogs, producer: 'invoicing' },
  'accounting_provider.deleted': { ...toLogs, producer: 'invoicing' },
  'webhook_endpoint.created': { producer: 'webhook-delivery', consumers: ['identity'], payload: ChangedEndpoint },
  'webhook_endpoint.updated': { producer: 'webhook-delivery', consumers: ['identity'], payload: ChangedEndpoint },
  'webhook_endpoint.deleted': { producer: 'webhook-delivery', consumers: ['identity'], payload: ChangedEndpoint },
} as const satisfies Record<string, MessageContract>;
