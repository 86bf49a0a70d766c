import { sql } from 'kysely';
import type { TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/webhook-delivery.tables.js';
import { presentWithPauses } from './webhook-endpoint.presenter.js';

/** Publishes a long pause, once until the endpoint answers again (webhooks, section 2). */
export async function publishLongPause(transaction: TenantTransaction, endpointId: string): Promise<void> {
  const reported = await tables(transaction)
    .updateTable('webhook_delivery.delivery_lanes')
    .set({ reported_at: sql<Date>`now()` })
    .where('endpoint_id', '=', endpointId)
    .where('reported_at', 'is', null)
    .returning('endpoint_id')
    .executeTakeFirst();
  if (reported) await publish(transaction, 'webhook_endpoint.paused', endpointId);
}

/** Publishes the end of a published pause. */
export async function publishResumption(transaction: TenantTransaction, endpointId: string): Promise<void> {
  const reported = await tables(transaction)
    .updateTable('webhook_delivery.delivery_lanes')
    .set({ reported_at: null })
    .where('endpoint_id', '=', endpointId)
    .where('reported_at', 'is not', null)
    .returning('endpoint_id')
    .executeTakeFirst();
  if (reported) await publish(transaction, 'webhook_endpoint.resumed', endpointId);
}

async function publish(
  transaction: TenantTransaction,
  type: 'webhook_endpoint.paused' | 'webhook_endpoint.resumed',
  id: string,
): Promise<void> {
  const row = await tables(transaction)
    .selectFrom('webhook_delivery.webhook_endpoints')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  const [endpoint] = row ? await presentWithPauses(transaction, [row]) : [];
  // Real time, as deliveries have it in sandbox organizations too.
  if (endpoint) await transaction.append(type, id, { webhook_endpoint_id: id, webhook_endpoint: endpoint }, Date.now());
}
