import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Counter } from 'prom-client';
import { bulkActKindOf, mostActedOn, type Actor, type JobPayload, type PerformedAct } from '@tollgate/contracts';
import { Clock, CommandBus, inContext, Jobs, Logger, Metrics, TryLater } from '@tollgate/platform';
import { standingRights } from '../api-keys/standing-rights.js';
import { IdentityDatabase } from '../identity.database.js';
import {
  nextRecords,
  nextTryAt,
  postponeRecords,
  storeOutcomes,
  type BulkActRecordRow,
} from './bulk-act-records.repository.js';
import { mayAct } from './bulk-act-requests.js';
import { endBulkAct, isUnfinished } from './bulk-act-states.js';
import { findBulkAct, lockBulkAct, updateBulkAct, type BulkActRow } from './bulk-acts.repository.js';
import { outcomesOf, pauseUntil } from './record-outcomes.rules.js';

/** Acts of all organizations that a process works on at once. */
const parallelActs = 4;
/** After this time, acts of other organizations come first. */
const longestRunMs = 15_000;
const pauseBetweenRunsMs = 50;

/** The records of the next batch, or the time until there are some. */
interface NextWork {
  row: BulkActRow;
  /** Null: the caller may no longer act. */
  actor: Actor | null;
  records: BulkActRecordRow[];
  waitMs: number | null;
}

/**
 * Works on acts batch by batch. The owner of an act performs it on a record once, under a key of both; then its outcome
 * is stored. A stopped process repeats one batch, and two processes on one act report the same.
 */
@Injectable()
export class BulkActWorker implements OnApplicationBootstrap {
  private readonly records: Counter<'act' | 'outcome'>;

  constructor(
    private readonly database: IdentityDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.records = new Counter({
      name: 'tollgate_bulk_act_records_total',
      help: 'Records of acts on many, by what became of them',
      labelNames: ['act', 'outcome'],
      registers: [metrics.registry],
    });
  }

  onApplicationBootstrap(): void {
    this.jobs.work('bulk-act', (payload) => this.run(payload), parallelActs);
  }

  /** @throws TryLater when others come first, or a record waits for its next try */
  private async run({ organization_id: organizationId, bulk_act_id: id }: JobPayload<'bulk-act'>): Promise<void> {
    const runEndsAt = Date.now() + longestRunMs;
    for (;;) {
      const next = await this.next(organizationId, id);
      if (!next) return;
      if (next.actor === null) return this.end(next.row, 'not_permitted');
      if (next.row.status === 'stopping') return this.end(next.row, 'requested');
      if (next.records.length > 0) await this.act(next.row, next.records, next.actor);
      else if (next.waitMs === null) return this.end(next.row, null);
      else throw new TryLater(next.waitMs);
      if (Date.now() > runEndsAt) throw new TryLater(pauseBetweenRunsMs);
    }
  }

  /** @returns undefined for an act that has ended */
  private async next(organizationId: string, id: string): Promise<NextWork | undefined> {
    const at = new Date();
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await findBulkAct(transaction, id);
      if (!row || !isUnfinished(row)) return undefined;
      const caller = await standingRights(transaction, { apiKeyId: row.api_key_id, userId: row.user_id });
      const actor = caller && mayAct(caller.may, bulkActKindOf(row.act)) ? caller.actor : null;
      const records = await nextRecords(transaction, id, mostActedOn, at);
      const waitMs = records.length > 0 ? null : pauseUntil(await nextTryAt(transaction, id), at);
      return { row, actor, records, waitMs };
    });
  }

  private async act(row: BulkActRow, records: BulkActRecordRow[], actor: Actor): Promise<void> {
    if (row.status === 'pending') await this.begin(row);
    const context = { requestId: row.request_id, organizationId: row.organization_id, actor };
    const { results } = await inContext(context, () =>
      this.commands.send(bulkActKindOf(row.act).service, 'bulk_act.perform', {
        organization_id: row.organization_id,
        act: row.act,
        arguments: row.arguments,
        bulk_act_id: row.id,
        records: records.map(({ record_id: id, customer_id }) => ({ id, customer_id })),
        actor,
      }),
    );
    await this.store(row, records, results);
  }

  private async begin({ organization_id: organizationId, id }: BulkActRow): Promise<void> {
    const startedAt = new Date(await this.clock.now(organizationId));
    await this.database.tenant(organizationId, async (transaction) => {
      const row = await lockBulkAct(transaction, id);
      if (row?.status === 'pending')
        await updateBulkAct(transaction, id, { status: 'processing', started_at: row.started_at ?? startedAt });
    });
  }

  private async store(row: BulkActRow, records: BulkActRecordRow[], results: PerformedAct[]): Promise<void> {
    const { organization_id: organizationId, id } = row;
    const { settled, later } = outcomesOf(records, results);
    const at = new Date(await this.clock.now(organizationId));
    await this.database.tenant(organizationId, async (transaction) => {
      await storeOutcomes(transaction, id, settled, at);
      await postponeRecords(transaction, id, later, new Date());
    });
    for (const { outcome } of settled) this.records.inc({ act: row.act, outcome });
  }

  private async end(row: BulkActRow, stopReason: BulkActRow['stop_reason']): Promise<void> {
    const { organization_id: organizationId, id, act } = row;
    const now = await this.clock.now(organizationId);
    await this.database.tenant(organizationId, async (transaction) => {
      const locked = await lockBulkAct(transaction, id);
      if (locked && isUnfinished(locked)) await endBulkAct(transaction, locked, stopReason, now);
    });
    this.logger.info('an act on many records has ended', { bulk_act_id: id, act, stop_reason: stopReason });
  }
}
