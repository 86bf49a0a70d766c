import { sql, type Selectable } from 'kysely';
import {
  mostListedWebhooks,
  webhookStatuses,
  type Meta,
  type SortsOf,
  type WebhookMessageFilters,
} from '@tollgate/contracts';
import { instantKey, isId, listForm, narrowed, readList, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/webhook-delivery.tables.js';
import type { WebhookAttemptsTable } from '../tables/webhook-attempts.tables.js';
import type { WebhookMessagesTable } from '../tables/webhook-messages.tables.js';

const mostAttempts = 100;

const listedColumns = [
  'id',
  'endpoint_id',
  'webhook_type',
  'object_type',
  'object_id',
  'sequence',
  'status',
  'http_status',
  'retries',
  'last_retried_at',
  'next_attempt_at',
  'replay_id',
  'created_at',
  'updated_at',
] as const satisfies (keyof WebhookMessagesTable)[];

/** A webhook as lists show it, without its body. */
export type ListedWebhook = Pick<Selectable<WebhookMessagesTable>, (typeof listedColumns)[number]>;
export type WebhookAttemptRow = Selectable<WebhookAttemptsTable>;

const messages = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('webhook_delivery.webhook_messages')
    .where('organization_id', '=', transaction.organizationId);

export async function findListedWebhook(
  transaction: TenantTransaction,
  id: string,
): Promise<ListedWebhook | undefined> {
  return messages(transaction).select(listedColumns).where('id', '=', id).executeTakeFirst();
}

/** Reads a webhook with its body. */
export async function findWebhook(transaction: TenantTransaction, id: string) {
  return messages(transaction).select(listedColumns).select('payload').where('id', '=', id).executeTakeFirst();
}

/** Reads the last attempts of a webhook, oldest first. */
export async function attemptsOf(transaction: TenantTransaction, messageId: string): Promise<WebhookAttemptRow[]> {
  const attempts = await tables(transaction)
    .selectFrom('webhook_delivery.webhook_attempts')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId)
    .where('message_id', '=', messageId)
    .orderBy('attempt', 'desc')
    .limit(mostAttempts)
    .execute();
  return attempts.reverse();
}

const list = listForm<SortsOf<WebhookMessageFilters>>({
  updated: sql.ref('updated_at'),
  keys: { created_at: instantKey('created_at') },
  order: [
    ['created_at', 'desc'],
    ['id', 'desc'],
  ],
  searched: ['webhook_type', sql`object_id::text`],
  most: mostListedWebhooks,
});

/** Selects the webhooks of a list; an id that cannot exist matches none. */
function matching(transaction: TenantTransaction, filters: WebhookMessageFilters) {
  const { webhook_type: type, status, from_date: from, to_date: to } = filters;
  const ids = [
    ['endpoint_id', filters.svc_webhook_endpoint_id],
    ['object_id', filters.svc_object_id],
    ['replay_id', filters.svc_webhook_replay_id],
  ] as const;
  let query = messages(transaction);
  for (const [column, id] of ids)
    if (id !== undefined) query = isId(id) ? query.where(column, '=', id) : query.where(sql<boolean>`false`);
  if (type !== undefined) query = query.where(sql<boolean>`webhook_type = ${type}`);
  if (status !== undefined) query = query.where('status', '=', status);
  if (from !== undefined) query = query.where('created_at', '>=', from);
  if (to !== undefined) query = query.where('created_at', '<=', to);
  return narrowed(query, list, filters);
}

/**
 * Reads one page of webhooks, newest first. An organization may have millions: its pages end after
 * `mostListedWebhooks`, and filters and cursors reach the others.
 */
export async function listWebhooks(
  transaction: TenantTransaction,
  filters: WebhookMessageFilters,
): Promise<{ rows: ListedWebhook[]; meta: Meta }> {
  const found = matching(transaction, filters).select(listedColumns);
  return readList(transaction, found, list, filters, {
    status: () => ({
      query: matching(transaction, { ...filters, status: undefined }).select(listedColumns),
      values: webhookStatuses,
    }),
  });
}
