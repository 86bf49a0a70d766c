import { sql, type Insertable, type Updateable } from 'kysely';
import type { SortsOf, WebhookEndpointFilters } from '@tollgate/contracts';
import {
  instantKey,
  listForm,
  nameKey,
  narrowed,
  readList,
  timeOfId,
  type TenantTransaction,
} from '@tollgate/platform';
import { pausedEndpoints } from '../partitions/endpoint-pauses.js';
import { tables } from '../tables/webhook-delivery.tables.js';
import type { WebhookEndpointRow } from '../partitions/webhook-endpoint.presenter.js';
import type { WebhookEndpointsTable } from '../tables/webhook-endpoints.tables.js';

const endpoints = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('webhook_delivery.webhook_endpoints')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

/** Locks the organization's endpoints against concurrent additions and changes, until the transaction ends. */
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

/** Locks an endpoint against new messages, until the transaction ends. */
export async function lockWebhookEndpoint(transaction: TenantTransaction, id: string): Promise<void> {
  await tables(transaction)
    .selectFrom('webhook_delivery.webhook_endpoints')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute();
}

/** Deletes an endpoint with its messages and their attempts. */
export async function deleteWebhookEndpoint(transaction: TenantTransaction, id: string): Promise<void> {
  await tables(transaction).deleteFrom('webhook_delivery.webhook_endpoints').where('id', '=', id).execute();
}

/** Reads all endpoints of an organization, oldest first; there are few. */
export async function readWebhookEndpoints(transaction: TenantTransaction): Promise<WebhookEndpointRow[]> {
  return endpoints(transaction).orderBy('created_at').orderBy('id').execute();
}

const list = listForm<SortsOf<WebhookEndpointFilters>>({
  keys: {
    webhook_url: { kind: 'text', expression: sql`webhook_url collate "C"` },
    created_at: instantKey('created_at'),
    name: nameKey('name'),
  },
  order: [
    ['webhook_url', 'asc'],
    ['created_at', 'desc'],
    ['id', 'asc'],
  ],
  searched: ['webhook_url', 'name'],
});

/** Reads one page of endpoints: by address, byte by byte, then newest first (catalog, section 1.6). */
export async function listWebhookEndpoints(transaction: TenantTransaction, filters: WebhookEndpointFilters) {
  let found = endpoints(transaction);
  if (filters.paused !== undefined)
    found = found.where('id', filters.paused ? 'in' : 'not in', pausedEndpoints(transaction));
  return readList(transaction, narrowed(found, list, filters), list, filters);
}

/** The event types of an endpoint; null means all. */
export type EventFilters = Pick<WebhookEndpointRow, 'id' | 'event_types'>;

/** Reads the event filters of an organization's endpoints, oldest first. */
export async function eventFilters(transaction: TenantTransaction): Promise<EventFilters[]> {
  return tables(transaction)
    .selectFrom('webhook_delivery.webhook_endpoints')
    .select(['id', 'event_types'])
    .where('organization_id', '=', transaction.organizationId)
    .orderBy('id')
    .execute();
}

/**
 * Selects the endpoints that subscribe to a type and existed at the event. Time-based identifiers sort by creation, so
 * an older endpoint has a smaller id. A name-based event id has no time, and all subscribed endpoints receive its
 * event.
 * @param concernedId an endpoint that the event is about, which cannot receive it
 */
export const endpointsFor = (
  endpoints: EventFilters[],
  filterName: string,
  eventId: string,
  concernedId?: string,
): string[] =>
  endpoints
    .filter(({ id, event_types: types }) => {
      if (id === concernedId) return false;
      const wasThere = timeOfId(eventId) === null || id < eventId;
      return wasThere && (types === null || types.includes(filterName));
    })
    .map(({ id }) => id);
