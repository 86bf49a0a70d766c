import { z } from 'zod';
import { toWebhooks, type MessageContract } from './message-contract.js';
import { ChangedEndpoint, ShownAppliedCoupon, ShownCoupon, ShownEntity } from './message-payloads.js';

/** Messages that the logs of organizations are written from, and nothing else. */
export const logMessages = {
  /** For the log of activities, with the coupon as it is shown. */
  'coupon.created': { producer: 'catalog', consumers: toWebhooks, payload: ShownCoupon },
  'coupon.updated': { producer: 'catalog', consumers: toWebhooks, payload: ShownCoupon },
  /** For the log of activities. */
  'applied_coupon.created': { producer: 'invoicing', consumers: toWebhooks, payload: ShownAppliedCoupon },
  'applied_coupon.deleted': { producer: 'invoicing', consumers: toWebhooks, payload: ShownAppliedCoupon },
  /** For the log of activities: what was to start was called off. No webhook tells of it, those are for gated starts. */
  'subscription.called_off': {
    producer: 'subscription',
    consumers: toWebhooks,
    payload: z.object({ subscription_id: z.uuid() }),
  },
  /** For the log of activities: an invoice could not be made, or not be made final. */
  'invoice.failed': { producer: 'invoicing', consumers: toWebhooks, payload: z.object({ invoice_id: z.uuid() }) },
  /** For the logs. */
  'billing_entity.created': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'identity'],
    payload: ShownEntity,
  },
  /** For the log of what concerns security; nobody outside hears of it. */
  'export.created': {
    producer: 'document',
    consumers: ['identity'],
    payload: z.object({ resources: z.record(z.string(), z.unknown()) }),
  },
  'webhook_endpoint.created': { producer: 'webhook-delivery', consumers: ['identity'], payload: ChangedEndpoint },
  'webhook_endpoint.updated': { producer: 'webhook-delivery', consumers: ['identity'], payload: ChangedEndpoint },
  'webhook_endpoint.deleted': { producer: 'webhook-delivery', consumers: ['identity'], payload: ChangedEndpoint },
} as const satisfies Record<string, MessageContract>;
