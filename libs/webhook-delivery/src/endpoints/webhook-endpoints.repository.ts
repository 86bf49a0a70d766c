import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { paginate, timeOfId, type Page, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/webhook-delivery.tables.js';
import type { WebhookEndpointsTable } from '../tables/webhook-endpoints.tables.js';

export type WebhookEndpointRow = Selectable<WebhookEndpointsTable>;

const endpoints = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('webhook_delivery.webhook_endpoints')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

/** Until the transaction ends no other one adds an endpoint to the organization or changes one. */
export async function lockWebhookEndpoints(transaction: TenantTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhook endpoints ${transaction.organizationId}`}, 0))`.execute(
    transaction,
  );
}

export async function insertWebhookEndpoint(
  transaction: TenantTransaction,
  row: Insertable<WebhookEndpointsTable>,
): Promise<WebhookEndpointRow> {
  return tables(transaction)
    .insertInto('webhook_delivery.webhook_endpoints')
    .values(row)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function findWebhookEndpoint(
  transaction: TenantTransaction,
  id: string,
): Promise<WebhookEndpointRow | undefined> {
  return endpoints(transaction).where('id', '=', id).executeTakeFirst();
}

export async function updateWebhookEndpoint(
  transaction: TenantTransaction,
  id: string,
  changes: Updateable<WebhookEndpointsTable>,
): Promise<WebhookEndpointRow> {
  return tables(transaction)
    .updateTable('webhook_delivery.webhook_endpoints')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Until the transaction ends no message is added to the endpoint. */
export async function lockWebhookEndpoint(transaction: TenantTransaction, id: string): Promise<void> {
  await tables(transaction)
    .selectFrom('webhook_delivery.webhook_endpoints')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

/** Deletes an endpoint; its messages and their attempts go with it. */
export async function deleteWebhookEndpoint(transaction: TenantTransaction, id: string): Promise<void> {
  await tables(transaction).deleteFrom('webhook_delivery.webhook_endpoints').where('id', '=', id).execute();
}

/** All endpoints of an organization, oldest first; there are few. */
export async function readWebhookEndpoints(transaction: TenantTransaction): Promise<WebhookEndpointRow[]> {
  return endpoints(transaction).orderBy('created_at').orderBy('id').execute();
}

/** One page of endpoints: by address, byte by byte, then newest first (catalog, section 1.6). */
export async function listWebhookEndpoints(transaction: TenantTransaction, page: Page) {
  const query = endpoints(transaction)
    .orderBy(sql`webhook_url collate "C"`)
    .orderBy('created_at', 'desc')
    .orderBy('id');
  return paginate(query, page);
}

/** What an endpoint wants to hear of; null is everything. */
export type EventFilters = Pick<WebhookEndpointRow, 'id' | 'event_types'>;

/** The endpoints of an organization, oldest first. */
export async function eventFilters(transaction: TenantTransaction): Promise<EventFilters[]> {
  return tables(transaction)
    .selectFrom('webhook_delivery.webhook_endpoints')
    .select(['id', 'event_types'])
    .where('organization_id', '=', transaction.organizationId)
    .orderBy('id')
    .execute();
}

/**
 * Endpoints that want a type of webhook and were there when the event happened. Both identifiers carry the time at
 * which they were made, so the older one is the smaller one; one that is made of a name says nothing of it, and all get its event.
 */
export const endpointsFor = (endpoints: EventFilters[], filterName: string, eventId: string): string[] =>
  endpoints
    .filter(({ id, event_types: types }) => {
      const wasThere = timeOfId(eventId) === null || id < eventId;
      return wasThere && (types === null || types.includes(filterName));
    })
    .map(({ id }) => id);
