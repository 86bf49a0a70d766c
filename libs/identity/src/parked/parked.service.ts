import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type {
  Meta,
  ParkedItem,
  ParkedItemWithPayload,
  ParkedOutcome,
  ParkedQuery,
  ParkedRetry,
} from '@tollgate/contracts';
import {
  CommandBus,
  currentContext,
  isId,
  isoSeconds,
  isoSecondsOrNull,
  Logger,
  NotFound,
  paginate,
  tablesOf,
  type Transaction,
  type ParkedFilter,
  type ParkedRow,
  type ParkedTables,
} from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';

const retriedWithoutLimit = 100;
const longestBulkRetryMs = 30_000;

/** The result of a bulk retry; `remaining` counts the items that still match the filter. */
export interface BulkOutcome {
  done: number;
  failed: number;
  remaining: number;
}

/** Parked items of all services, as operators list, retry and discard them. The owning service does the work. */
@Injectable()
export class ParkedItems {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly commands: CommandBus,
    private readonly logger: Logger,
  ) {}

  /** Oldest first. */
  async list(query: ParkedQuery): Promise<{ rows: ParkedItem[]; meta: Meta }> {
    const { rows, meta } = await this.database.everyTenant((transaction) =>
      paginate(matching(transaction, query).selectAll().orderBy('parked_at').orderBy('id'), query),
    );
    return { rows: rows.map(present), meta };
  }

  /** @throws NotFound */
  async read(id: string): Promise<ParkedItemWithPayload> {
    const row = await this.row(id);
    return { ...present(row), payload: row.payload };
  }

  /** @throws NotFound, Unavailable when the owning service is unavailable */
  async retry(id: string): Promise<ParkedOutcome> {
    return this.send('parked.retry', await this.row(id));
  }

  /** Discards an item for good. @throws NotFound, Unavailable when the owning service is unavailable */
  async discard(id: string): Promise<{ item: ParkedItem; outcome: ParkedOutcome }> {
    const row = await this.row(id);
    const outcome = await this.send('parked.discard', row);
    const { organization_id, service, kind, key, reason } = row;
    this.logger.warn('operator discards a parked item', {
      id,
      organization_id,
      parked_by: service,
      kind,
      key,
      reason,
      outcome: outcome.outcome,
      by_user_id: currentContext()?.actor?.user_id ?? null,
    });
    return { item: present(row), outcome };
  }

  /** Retries the filtered items, least recently tried first, until all, `limit` or half a minute is reached. */
  async retryAll({ limit, ...filter }: ParkedRetry): Promise<BulkOutcome> {
    const deadline = Date.now() + longestBulkRetryMs;
    const rows = await this.database.everyTenant((transaction) =>
      matching(transaction, filter)
        .selectAll()
        .orderBy(sql`coalesce(last_tried_at, parked_at)`)
        .limit(limit ?? retriedWithoutLimit)
        .execute(),
    );
    const counts = { done: 0, failed: 0 };
    for (const row of rows) {
      if (Date.now() > deadline) break;
      const { outcome } = await this.send('parked.retry', row).catch((error: unknown): ParkedOutcome => {
        this.logger.warn('parked item not retried', { id: row.id, parked_by: row.service, error });
        return { outcome: 'failed', reason: null };
      });
      counts[outcome === 'failed' ? 'failed' : 'done'] += 1;
    }
    const { remaining } = await this.database.everyTenant((transaction) =>
      matching(transaction, filter)
        .select(sql<number>`count(*)::int`.as('remaining'))
        .executeTakeFirstOrThrow(),
    );
    return { ...counts, remaining };
  }

  private send(
    command: 'parked.retry' | 'parked.discard',
    { service, organization_id, id }: ParkedRow,
  ): Promise<ParkedOutcome> {
    return this.commands.send(service, command, { organization_id, id });
  }

  private async row(id: string): Promise<ParkedRow> {
    const row =
      isId(id) &&
      (await this.database.everyTenant((transaction) =>
        tablesOf<ParkedTables>(transaction)
          .selectFrom('platform.parked')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirst(),
      ));
    if (!row) throw new NotFound('parked_item');
    return row;
  }
}

function matching(transaction: Transaction, filter: ParkedFilter) {
  let query = tablesOf<ParkedTables>(transaction).selectFrom('platform.parked');
  for (const column of ['organization_id', 'service', 'kind', 'reason'] as const) {
    const value = filter[column];
    if (value != null) query = query.where(column, '=', value);
  }
  return query;
}

const present = (row: ParkedRow): ParkedItem => ({
  svc_id: row.id,
  service: row.service,
  kind: row.kind,
  organization_id: row.organization_id,
  key: row.key,
  reason: row.reason,
  details: row.details,
  tries: row.tries,
  parked_at: isoSeconds(row.parked_at),
  last_tried_at: isoSecondsOrNull(row.last_tried_at),
});
