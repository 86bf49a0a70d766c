import type { Selectable } from 'kysely';
import type { WebhookEndpoint, WebhookPause } from '@tollgate/contracts';
import { isoSeconds, type TenantTransaction } from '@tollgate/platform';
import type { WebhookEndpointsTable } from '../tables/webhook-endpoints.tables.js';
import { pausesOf } from './endpoint-pauses.js';

export type WebhookEndpointRow = Selectable<WebhookEndpointsTable>;

export const presentWebhookEndpoint = (endpoint: WebhookEndpointRow, pause: WebhookPause | null): WebhookEndpoint => ({
  svc_id: endpoint.id,
  svc_organization_id: endpoint.organization_id,
  webhook_url: endpoint.webhook_url,
  signature_algo: endpoint.signature_algo,
  name: endpoint.name,
  event_types: endpoint.event_types,
  created_at: isoSeconds(endpoint.created_at),
  refused_signature_bytes: endpoint.refused_signature_bytes,
  pause,
});

/** Presents endpoints with their pauses, in order. */
export async function presentWithPauses(
  transaction: TenantTransaction,
  endpoints: WebhookEndpointRow[],
): Promise<WebhookEndpoint[]> {
  const pauses = await pausesOf(
    transaction,
    endpoints.map(({ id }) => id),
  );
  return endpoints.map((endpoint) => presentWebhookEndpoint(endpoint, pauses.get(endpoint.id) ?? null));
}
