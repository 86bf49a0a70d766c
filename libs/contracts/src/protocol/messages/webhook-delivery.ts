import { z } from 'zod';
import { WebhookEndpoint } from '../../resources/webhook-endpoints.js';
import type { MessageContract } from '../message-contract.js';

const endpoint = z.object({ webhook_endpoint_id: z.uuid(), webhook_endpoint: WebhookEndpoint });

/** The messages that the delivery of webhooks publishes, by type. */
export const webhookDeliveryMessages = {
  /** An endpoint has been paused for a while, because its receiver leaves attempts hanging. Once for each such time. */
  'webhook_endpoint.paused': {
    producer: 'webhook-delivery',
    consumers: ['webhook-delivery', 'identity'],
    payload: endpoint,
  },
  /** Such an endpoint answers again. */
  'webhook_endpoint.resumed': {
    producer: 'webhook-delivery',
    consumers: ['webhook-delivery', 'identity'],
    payload: endpoint,
  },
  /** The personal data of a customer shall be erased: each service erases its places, which it finds in a table. */
  'customer.erasure_requested': {
    producer: 'webhook-delivery',
    consumers: [
      'subscription',
      'wallet',
      'payment',
      'invoicing',
      'document',
      'ingestion',
      'webhook-delivery',
      'identity',
    ],
    payload: z.object({ customer_id: z.uuid(), erasure_id: z.uuid() }),
  },
  /** For the activity log: the personal data of a customer is erased everywhere. */
  'customer.erased': {
    producer: 'webhook-delivery',
    consumers: ['webhook-delivery'],
    payload: z.object({ customer_id: z.uuid(), erasure_id: z.uuid() }),
  },
} as const satisfies Record<string, MessageContract>;
