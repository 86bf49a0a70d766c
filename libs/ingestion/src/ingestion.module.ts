import { join } from 'node:path';
import { Injectable, Module, type OnModuleInit } from '@nestjs/common';
import {
  AddressResolver,
  CommandBus,
  Config,
  erasureMessagesOf,
  Logger,
  Metrics,
  outboxRelayOf,
  Readiness,
} from '@tollgate/platform';
import { BackfillInputs } from './backfills/event-backfills/backfill-inputs.js';
import { EventBackfillsController } from './backfills/event-backfills/event-backfills.controller.js';
import { EventBackfillsService } from './backfills/event-backfills/event-backfills.service.js';
import { BackfillBuckets } from './backfills/objects/backfill-buckets.js';
import { BackfillBytes } from './backfills/objects/backfill-bytes.js';
import { RowIntake } from './backfills/rows/row-intake.js';
import { BackfillRuns } from './backfills/runs/backfill-runs.js';
import { BackfillSteps } from './backfills/runs/backfill-steps.js';
import { AdvanceMessages } from './store/in-advance/advance-messages.js';
import { EventChecks } from './quality/checks/event-checks.js';
import { EventErrorsDueWork } from './quality/checks/event-errors.due-work.js';
import { FaultyEventsRepository } from './quality/faulty-events/faulty-events.repository.js';
import { FaultyEventsReader } from './quality/faulty-events/faulty-events.reader.js';
import { Judgements } from './quality/faulty-events/judgements.js';
import { RefusedEvents } from './quality/checks/refused-events.js';
import { IngestionExportsService } from './exports/ingestion-exports.service.js';
import { EventIntake } from './intake/events/event-intake.js';
import { EventCalls } from './intake/events/event-calls.js';
import { EventErrorsController } from './intake/event-errors/event-errors.controller.js';
import { EventErrorsRepository } from './intake/event-errors/event-errors.repository.js';
import { EventErrorsService } from './intake/event-errors/event-errors.service.js';
import { EventsController } from './intake/events/events.controller.js';
import { EventsRepository } from './intake/events/events.repository.js';
import { FollowingEventsRepository } from './intake/events/following-events.repository.js';
import { EventsService } from './intake/events/events.service.js';
import { MetricExpressions } from './intake/events/metric-expressions.js';
import { MetricMessagesController } from './intake/events/metric-messages.controller.js';
import { EventErasure } from './erasure/event-erasure.js';
import { UsageHousekeeping } from './housekeeping/usage-housekeeping.js';
import { IngestionDatabase } from './ingestion.database.js';
import { Journal } from './intake/journal/journal.js';
import { LiveEvents } from './intake/live/live-events.js';
import { LiveEventsController } from './intake/live/live-events.controller.js';
import { LiveEventsReader } from './intake/live/live-events.reader.js';
import { EventLog } from './intake/log/event-log.js';
import { FollowedBlocks } from './intake/log/followed-blocks.js';
import { JournalLog, type JournalLogParts } from './intake/log/journal-log.js';
import { KafkaEventLog } from './intake/log/kafka-log.js';
import { RollupMaker } from './store/rollups/rollup-maker.js';
import { Enrichments } from './store/blocks/enrichments.js';
import { EventStore } from './store/blocks/event-store.js';
import { KnownMetrics } from './model/enrichment/known-metrics.js';
import { SourceCounts } from './sources/counts/source-counts.js';
import { SourceAccess } from './sources/doors/source-access.js';
import { SourceDoors } from './sources/doors/source-doors.js';
import { SourceRecords } from './sources/doors/source-records.js';
import { SourceTrialsController } from './sources/doors/source-trials.controller.js';
import { EventSourcesController } from './sources/event-sources/event-sources.controller.js';
import { EventSourcesService } from './sources/event-sources/event-sources.service.js';
import { KnownSources } from './sources/event-sources/known-sources.js';
import { SourceTopics } from './sources/event-sources/source-topics.js';
import { TopicSources } from './sources/topics/topic-sources.js';
import { MetricPreviewRepository } from './metrics/metric-preview.repository.js';
import { MetricPreviewService } from './metrics/metric-preview.service.js';
import { MetricTrialsController } from './metrics/metric-trials.controller.js';
import { MetricValuesRepository } from './metrics/metric-values.repository.js';
import { MetricValuesService } from './metrics/metric-values.service.js';
import { EventCounts } from './usage/event-counts.js';
import { PortalUsageSeriesController } from './usage/portal-usage-series.controller.js';
import { UsageSeriesController } from './usage/usage-series.controller.js';
import { UsageSeriesRepository } from './usage/usage-series.repository.js';
import { UsageSeriesService } from './usage/usage-series.service.js';
import { VoidsController } from './intake/voids/voids.controller.js';
import { VoidsService } from './intake/voids/voids.service.js';
import { ResendsController } from './intake/resends/resends.controller.js';
import { ResendsService } from './intake/resends/resends.service.js';
import { EmbeddedWindow } from './intake/window/embedded-window.js';
import { EvictedIdFilter } from './intake/window/evicted-id-filter.js';
import { RedisWindow } from './intake/window/redis-window.js';
import { StoredIds } from './intake/window/stored-ids.js';
import { Subscribers } from './intake/subscribers/subscribers.js';
import { TransactionWindow, windowKey } from './intake/window/transaction-window.js';

/** Bytes of a journal segment, which is deleted as a whole. */
const largestSegment = 32 * 1024 * 1024;

/** Creates the window of this installation: in Redis, or in memory and filled with recently accepted events. */
async function makeWindow(
  config: Config,
  events: EventsRepository,
  log: EventLog,
  evictedIds: EvictedIdFilter,
  logger: Logger,
): Promise<TransactionWindow> {
  if (config.redis) {
    const window = new RedisWindow(config.redis, config.eventWindowSeconds, evictedIds);
    await window
      .begin(async () => (await log.isNew()) && !(await events.areAny()))
      .catch((error: unknown) => logger.warn('it is not known whether there are events yet', { error }));
    return window;
  }
  const window = new EmbeddedWindow(config.eventWindowEntries, evictedIds);
  const { keys, all } = await events.recentKeys(config.eventWindowSeconds, config.eventWindowEntries);
  if (all) evictedIds.knowAll();
  window.fill(keys.reverse().map(windowKey), all);
  for await (const unstored of log.unstored()) window.fill(unstored.map(windowKey), true);
  if (keys.length > 0) logger.info('transaction ids remembered', { events: keys.length, all });
  return window;
}

type LogParts = Omit<JournalLogParts, 'journal' | 'mostUnstored'>;

/** Creates the log of this installation: Kafka, or a journal in the data directory. */
async function makeLog(config: Config, parts: LogParts): Promise<EventLog> {
  if (config.kafka) return new KafkaEventLog(config.kafka, parts.store, parts.logger);
  const journal = await Journal.open(join(config.dataDirectory, 'journal'), {
    bytes: config.eventJournalBytes,
    segmentBytes: Math.min(largestSegment, config.eventJournalBytes / 4),
  });
  // Events in the current write come on top, and the window must evict none of either.
  return new JournalLog({ ...parts, journal, mostUnstored: config.eventWindowEntries / 2 });
}

/** Answers commands of other services about the log, the senders of events, and events that do not count. */
@Injectable()
class UsageCommands implements OnModuleInit {
  constructor(
    private readonly commands: CommandBus,
    private readonly log: EventLog,
    private readonly sources: EventSourcesService,
    private readonly eventErrors: EventErrorsService,
    private readonly counts: EventCounts,
    private readonly readiness: Readiness,
  ) {}

  onModuleInit(): void {
    this.commands.handle('ingestion', 'usage_events.settle', async ({ target = undefined }) => {
      const upTo = target ?? (await this.log.target());
      return { settled: await this.log.reached(upTo), target: upTo };
    });
    this.commands.handle('ingestion', 'event_source.read_secret', async ({ secret_hash: hash }) => ({
      event_source: await this.sources.ownerOf(hash),
    }));
    this.commands.handle('ingestion', 'event_errors.count', async ({ organization_id: organizationId, ...span }) => ({
      count: await this.eventErrors.count(organizationId, span),
    }));
    this.commands.handle('ingestion', 'events.count_by_organization', async ({ organization_ids: ids, since }) => ({
      organizations: await this.counts.byOrganization(ids, since),
    }));
    // Readiness covers accepting events, not reading them.
    this.readiness.need('event_log', () => this.log.check());
  }
}

/** Usage events, from intake to the usage store. */
@Module({
  controllers: [
    EventsController,
    EventErrorsController,
    EventBackfillsController,
    EventSourcesController,
    SourceTrialsController,
    LiveEventsController,
    VoidsController,
    ResendsController,
    MetricMessagesController,
    UsageSeriesController,
    PortalUsageSeriesController,
    MetricTrialsController,
    erasureMessagesOf(IngestionDatabase, 'ingestion'),
  ],
  providers: [
    IngestionDatabase,
    outboxRelayOf(IngestionDatabase),
    AddressResolver,
    AdvanceMessages,
    BackfillBuckets,
    BackfillBytes,
    BackfillInputs,
    BackfillRuns,
    BackfillSteps,
    EventBackfillsService,
    EventErasure,
    Enrichments,
    EventStore,
    EventChecks,
    EventErrorsDueWork,
    EventCalls,
    EventsRepository,
    FollowingEventsRepository,
    EventErrorsRepository,
    EventErrorsService,
    EventsService,
    EventSourcesService,
    FaultyEventsReader,
    FaultyEventsRepository,
    FollowedBlocks,
    IngestionExportsService,
    Judgements,
    KnownMetrics,
    KnownSources,
    LiveEvents,
    LiveEventsReader,
    MetricExpressions,
    MetricPreviewRepository,
    MetricPreviewService,
    MetricValuesRepository,
    MetricValuesService,
    RefusedEvents,
    RollupMaker,
    RowIntake,
    SourceAccess,
    SourceCounts,
    SourceDoors,
    SourceRecords,
    SourceTopics,
    StoredIds,
    Subscribers,
    TopicSources,
    UsageCommands,
    UsageHousekeeping,
    EventCounts,
    UsageSeriesRepository,
    UsageSeriesService,
    VoidsService,
    ResendsService,
    {
      provide: EventIntake,
      inject: [Config],
      useFactory: ({ eventCallsWaiting: calls, eventWaitMs: waitMs }: Config) => new EventIntake({ calls, waitMs }),
    },
    {
      provide: EvictedIdFilter,
      inject: [Config, Logger],
      useFactory: (config: Config, logger: Logger) =>
        new EvictedIdFilter(config.eventFilterBytes, config.redis === undefined, logger),
    },
    {
      provide: TransactionWindow,
      inject: [Config, EventsRepository, EventLog, EvictedIdFilter, Logger],
      useFactory: makeWindow,
    },
    {
      provide: EventLog,
      inject: [Config, EventStore, FollowedBlocks, Metrics, Logger],
      useFactory: (config: Config, store: EventStore, followed: FollowedBlocks, metrics: Metrics, logger: Logger) =>
        makeLog(config, { store, followed, metrics, logger }),
    },
  ],
})
export class IngestionModule {}
