import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { OwnRetention } from '@tollgate/identity/reader';
import { ClickHouse, Config, deleteExpired, Jobs, Logger, Passes } from '@tollgate/platform';
import { BackfillRuns } from '../backfills/runs/backfill-runs.js';
import { IngestionDatabase } from '../ingestion.database.js';
import { Judgements } from '../quality/faulty-events/judgements.js';
import { Enrichments } from '../store/blocks/enrichments.js';
import { VoidsService } from '../intake/voids/voids.service.js';

const everyMs = 60_000;
const dayMs = 86_400_000;

/** Reschedules work that lost its job, and drops months beyond the retention period. */
@Injectable()
export class UsageHousekeeping implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly config: Config,
    private readonly clickhouse: ClickHouse,
    private readonly enrichments: Enrichments,
    private readonly judgements: Judgements,
    private readonly voids: VoidsService,
    private readonly backfills: BackfillRuns,
    private readonly passes: Passes,
    private readonly logger: Logger,
    private readonly database: IngestionDatabase,
    private readonly retention: OwnRetention,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('usage-housekeeping', () => this.run(), 1);
    await this.jobs.every('usage-housekeeping', everyMs, {});
  }

  private async run(): Promise<void> {
    const { eventRetentionDays, retentionDays } = this.config;
    await this.passes.steps('usage-housekeeping', {
      enrichments: () => this.enrichments.reconcile(),
      judgements: () => this.judgements.reconcile(),
      voids: () => this.voids.reconcile(),
      backfills: () => this.backfills.reconcile(),
      events: () => this.dropMonths('events', eventRetentionDays),
      faulty_events: () => this.dropMonths('faulty_events', eventRetentionDays),
      events_raw: () => this.dropMonths('events_raw', retentionDays.raw_events),
      own_events_raw: () => this.deleteOwn(),
    });
  }

  /** Deletes the raw events of organizations with a shorter period, where there are some. */
  private async deleteOwn(): Promise<void> {
    await this.retention.each(this.database, 'raw_events', (organization, before) =>
      deleteExpired(this.clickhouse, { table: 'events_raw', column: 'ingested_at', organization, before }),
    );
  }

  /** Drops months that ended before the retention period. @param days retention period; 0 retains everything */
  private async dropMonths(table: string, days: number): Promise<void> {
    if (days === 0) return;
    const { database } = this.clickhouse;
    const oldest = new Date(Date.now() - days * dayMs).toISOString().slice(0, 7).replace('-', '');
    const parts = await this.clickhouse.rows<{ month: string }>(
      'select distinct partition_id as month from system.parts where active and database = {database:String} and table = {table:String} and partition_id < {oldest:String} limit 100',
      { database, table, oldest },
    );
    for (const { month } of parts) {
      if (!/^\d{6}$/.test(month)) continue;
      await this.clickhouse.command(`alter table ${database}.${table} drop partition id '${month}'`);
      this.logger.info('a month of events was dropped', { table, month });
    }
  }
}
