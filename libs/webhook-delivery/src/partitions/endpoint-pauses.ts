import { sql } from 'kysely';
import type { WebhookPause } from '@tollgate/contracts';
import { isoSeconds, isoSecondsOrNull, type TenantTransaction } from '@tollgate/platform';
import { tables } from '../tables/webhook-delivery.tables.js';
import { stopWaitingFor } from './delivery-partitions.repository.js';

/** The lanes of paused endpoints. Between two probes an endpoint counts as paused, also while a probe runs. */
const pausedLanes = (transaction: TenantTransaction) =>
  tables(transaction)
    .selectFrom('webhook_delivery.delivery_lanes')
    .where('organization_id', '=', transaction.organizationId)
    .where((is) => is.or([is('stopped_at', 'is not', null), is('paused_until', 'is not', null)]));

/** A query of the identifiers of paused endpoints. */
export const pausedEndpoints = (transaction: TenantTransaction) => pausedLanes(transaction).select('endpoint_id');

/** Reads the pauses of endpoints, by endpoint; those without one are missing (webhooks, section 2). */
export async function pausesOf(
  transaction: TenantTransaction,
  endpointIds: string[],
): Promise<Map<string, WebhookPause>> {
  if (endpointIds.length === 0) return new Map();
  const rows = await pausedLanes(transaction)
    .select(['endpoint_id', 'stopped_at', 'paused_since', 'paused_until', 'pause_reason'])
    .where('endpoint_id', 'in', endpointIds)
    .execute();
  return new Map(
    rows.map(({ endpoint_id: id, stopped_at: stoppedAt, ...row }) => [
      id,
      stoppedAt
        ? { by: 'organization', since: isoSeconds(stoppedAt), until: null, reason: null }
        : {
            by: 'system',
            since: isoSeconds(row.paused_since ?? new Date()),
            until: isoSecondsOrNull(row.paused_until),
            reason: row.pause_reason,
          },
    ]),
  );
}

/**
 * Stops the attempts of an endpoint until its organization resumes it; test clocks no longer await them.
 * @returns whether it was not stopped before
 */
export async function stopPartition(transaction: TenantTransaction, endpointId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into webhook_delivery.delivery_lanes as lane (endpoint_id, organization_id, stopped_at)
    values (${endpointId}, ${transaction.organizationId}, now())
    on conflict (endpoint_id) do update set stopped_at = now() where lane.stopped_at is null
    returning endpoint_id
  `.execute(transaction);
  if (rows.length === 0) return false;
  await stopWaitingFor(transaction, endpointId);
  return true;
}

/** Lets the attempts of a stopped endpoint go on. @returns whether it was stopped */
export async function startPartition(transaction: TenantTransaction, endpointId: string): Promise<boolean> {
  const started = await tables(transaction)
    .updateTable('webhook_delivery.delivery_lanes')
    .set({ stopped_at: null })
    .where('endpoint_id', '=', endpointId)
    .where('stopped_at', 'is not', null)
    .returning('endpoint_id')
    .executeTakeFirst();
  return started !== undefined;
}
