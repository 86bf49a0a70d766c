import type { WebhookEndpoint } from '@tollgate/contracts';
import { isoSeconds } from '@tollgate/platform';
import type { WebhookEndpointRow } from './webhook-endpoints.repository.js';

export const presentWebhookEndpoint = (endpoint: WebhookEndpointRow): WebhookEndpoint => ({
  svc_id: endpoint.id,
  svc_organization_id: endpoint.organization_id,
  webhook_url: endpoint.webhook_url,
  signature_algo: endpoint.signature_algo,
  name: endpoint.name,
  event_types: endpoint.event_types,
  created_at: isoSeconds(endpoint.created_at),
  refused_signature_bytes: endpoint.refused_signature_bytes,
});
