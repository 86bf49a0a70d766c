import { sql, type Selectable } from 'kysely';
import type { WebhookReplayFilters } from '@tollgate/contracts';
import { newId, paginate, type TenantTransaction, type Transaction } from '@tollgate/platform';
import { tables } from '../tables/webhook-delivery.tables.js';
import type { WebhookReplaysTable } from '../tables/webhook-replays.tables.js';

export type WebhookReplayRow = Selectable<WebhookReplaysTable>;

const replays = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('webhook_delivery.webhook_replays')
    .selectAll()
    .where('organization_id', '=', transaction.organizationId);

export async function findReplay(transaction: TenantTransaction, id: string): Promise<WebhookReplayRow | undefined> {
  return replays(transaction).where('id', '=', id).executeTakeFirst();
}

export async function listReplays(transaction: TenantTransaction, page: WebhookReplayFilters) {
  return paginate(replays(transaction).orderBy('created_at', 'desc').orderBy('id', 'desc'), page);
}

/** The failed webhooks of a replay's span that it has not queued. */
const failedOf = ({ organization_id: organizationId, endpoint_id: endpointId, ...replay }: WebhookReplayRow) => sql`
  from webhook_delivery.webhook_endpoints endpoint
  join webhook_delivery.webhook_messages message on message.endpoint_id = endpoint.id
  where endpoint.organization_id = ${organizationId} and (${endpointId}::uuid is null or endpoint.id = ${endpointId}::uuid)
    and message.status = 'failed' and message.updated_at >= ${replay.failed_since} and message.updated_at < ${replay.failed_until}`;

/**
 * Begins a replay of the webhooks that failed from an instant until now. While one of the same endpoints runs, it extends that
 * one: a repeated call queues nothing twice.
 */
export async function beginReplay(
  transaction: TenantTransaction,
  endpointId: string | null,
  since: Date,
): Promise<WebhookReplayRow> {
  const { organizationId } = transaction;
  const { rows } = await sql<WebhookReplayRow>`
    insert into webhook_delivery.webhook_replays as running
      (id, organization_id, endpoint_id, failed_since, failed_until, fed_at, messages_total)
    values (${newId()}, ${organizationId}, ${endpointId}, least(${since}::timestamptz, now()), now(),
      now() - interval '1 minute', 0)
    on conflict (organization_id, coalesce(endpoint_id, organization_id)) where completed_at is null do update set
      failed_since = least(running.failed_since, excluded.failed_since),
      failed_until = excluded.failed_until
    returning *
  `.execute(transaction);
  // Its row is locked: nothing is queued between this count and the commit.
  return countMessages(transaction, rows[0] as WebhookReplayRow);
}

async function countMessages(transaction: TenantTransaction, replay: WebhookReplayRow): Promise<WebhookReplayRow> {
  const { rows } = await sql<WebhookReplayRow>`
    update webhook_delivery.webhook_replays set messages_total = messages_queued + (select count(*)::int ${failedOf(replay)})
    where id = ${replay.id}
    returning *
  `.execute(transaction);
  return rows[0] as WebhookReplayRow;
}

/** Finds running replays of all organizations that may queue more, the longest waiting first. */
export async function replaysToFeed(transaction: Transaction, everyMs: number, limit: number) {
  return tables(transaction)
    .selectFrom('webhook_delivery.webhook_replays')
    .select(['id', 'organization_id'])
    .where('completed_at', 'is', null)
    .where('fed_at', '<=', sql<Date>`now() - ${everyMs} * interval '1 millisecond'`)
    .orderBy('fed_at')
    .limit(limit)
    .execute();
}

/** Locks a running replay that may queue more; undefined when another process works on it, or has. */
export async function lockReplayToFeed(
  transaction: TenantTransaction,
  id: string,
  everyMs: number,
): Promise<WebhookReplayRow | undefined> {
  return replays(transaction)
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .where('fed_at', '<=', sql<Date>`now() - ${everyMs} * interval '1 millisecond'`)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/**
 * Queues failed webhooks of a replay, oldest failure first, until `mostQueued` replayed ones wait at each endpoint. A
 * queued one no longer counts as failed, and one that fails again lies behind the span: so an interrupted replay
 * continues from the tables. Paused endpoints get none.
 * @returns the endpoint of each queued webhook
 */
export async function feedReplay(
  transaction: TenantTransaction,
  replay: WebhookReplayRow,
  mostQueued: number,
): Promise<string[]> {
  const { rows } = await sql<{ endpoint_id: string }>`
    with places as (
      select endpoint.id as endpoint_id, ${mostQueued} - (
        select count(*) from webhook_delivery.webhook_messages waiting
        where waiting.endpoint_id = endpoint.id and waiting.next_attempt_at is not null and waiting.replay_id is not null
      ) as free
      from webhook_delivery.webhook_endpoints endpoint
      left join webhook_delivery.delivery_lanes lane on lane.endpoint_id = endpoint.id
      where endpoint.organization_id = ${replay.organization_id}
        and (${replay.endpoint_id}::uuid is null or endpoint.id = ${replay.endpoint_id}::uuid)
        and lane.stopped_at is null and lane.paused_until is null
    ), chosen as (
      select message.id from places cross join lateral (
        select id from webhook_delivery.webhook_messages
        where endpoint_id = places.endpoint_id and status = 'failed'
          and updated_at >= ${replay.failed_since} and updated_at < ${replay.failed_until}
        order by updated_at limit greatest(places.free, 0) for update skip locked
      ) message
    )
    update webhook_delivery.webhook_messages message
    set status = case when message.retries > 0 then 'retrying' else 'pending' end,
      next_attempt_at = now(), replay_id = ${replay.id}, updated_at = now()
    from chosen where message.id = chosen.id
    returning message.endpoint_id
  `.execute(transaction);
  return rows.map((row) => row.endpoint_id);
}

/** Records what a replay has queued, and ends it when nothing of its span is left. */
export async function recordFed(
  transaction: TenantTransaction,
  replay: WebhookReplayRow,
  queued: number,
): Promise<void> {
  await sql`
    update webhook_delivery.webhook_replays
    set fed_at = now(), messages_queued = messages_queued + ${queued},
      messages_total = greatest(messages_total, messages_queued + ${queued}),
      completed_at = case when not exists (select ${failedOf(replay)}) then now() end
    where id = ${replay.id}
  `.execute(transaction);
}
