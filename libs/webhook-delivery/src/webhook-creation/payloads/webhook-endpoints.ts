import { embedded } from './payload-source.js';
import type { PayloadsOf } from './source-types.js';

/** Payloads of webhooks about `webhook_endpoint` (webhooks, section 4). */
export const webhookEndpointPayloads: PayloadsOf<'webhook_endpoint'> = {
  'webhook_endpoint.paused': embedded('webhook_endpoint'),
  'webhook_endpoint.resumed': embedded('webhook_endpoint'),
};
