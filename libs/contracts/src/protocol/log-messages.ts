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
  /** For the logs. */
  'billing_entity.created': {
    producer: 'catalog',
    consumers: ['webhook-delivery', 'identity'],
    payload: ShownEntity,
  },
  /** For the log of what concerns security; nobody outside hears of it. */
  'webhook_endpoint.created': { producer: 'webhook-delivery', consumers: ['identity'], payload: ChangedEndpoint },
  'webhook_endpoint.updated': { producer: 'webhook-delivery', consumers: ['identity'], payload: ChangedEndpoint },
  'webhook_endpoint.deleted': { producer: 'webhook-delivery', consumers: ['identity'], payload: ChangedEndpoint },
} as const satisfies Record<string, MessageContract>;
