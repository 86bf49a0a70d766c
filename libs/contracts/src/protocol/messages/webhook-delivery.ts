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
} as const satisfies Record<string, MessageContract>;
