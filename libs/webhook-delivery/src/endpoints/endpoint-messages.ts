import type { Instant, TenantTransaction } from '@tollgate/platform';
import type { WebhookEndpointRow } from '../partitions/webhook-endpoint.presenter.js';

const shownOf = ({ webhook_url, signature_algo, name, event_types }: WebhookEndpointRow) => ({
  webhook_url,
  signature_algo,
  name,
  event_types,
});

/** Publishes the creation or deletion of an endpoint for the security log (customers, section 15.3). */
export async function publishEndpoint(
  transaction: TenantTransaction,
  event: 'webhook_endpoint.created' | 'webhook_endpoint.deleted',
  endpoint: WebhookEndpointRow,
  at: Instant,
): Promise<void> {
  const { webhook_url, signature_algo } = endpoint;
  const payload = { webhook_endpoint_id: endpoint.id, resources: { webhook_url, signature_algo } };
  await transaction.append(event, endpoint.id, payload, at);
}

/** Publishes that the organization pauses an endpoint or resumes it, for the security log. */
export async function publishPause(
  transaction: TenantTransaction,
  { id, webhook_url }: WebhookEndpointRow,
  isPaused: boolean,
  at: Instant,
): Promise<void> {
  const resources = { webhook_url, paused: { deleted: !isPaused, added: isPaused } };
  await transaction.append('webhook_endpoint.updated', id, { webhook_endpoint_id: id, resources }, at);
}

/** Publishes the changed fields of an endpoint, if any. */
export async function publishChangedEndpoint(
  transaction: TenantTransaction,
  before: WebhookEndpointRow,
  after: WebhookEndpointRow,
  at: Instant,
): Promise<void> {
  const [old, fresh] = [shownOf(before), shownOf(after)];
  const fields = (Object.keys(fresh) as (keyof typeof fresh)[]).filter(
    (field) => JSON.stringify(old[field]) !== JSON.stringify(fresh[field]),
  );
  if (fields.length === 0) return;
  const changes = fields.map((field) => [field, { deleted: old[field], added: fresh[field] }] as const);
  await transaction.append(
    'webhook_endpoint.updated',
    after.id,
    {
      webhook_endpoint_id: after.id,
      resources: { webhook_url: after.webhook_url, ...Object.fromEntries(changes) },
    },
    at,
  );
}
