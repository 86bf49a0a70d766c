import { Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { CommandBus, Config, Logger, outboxRelayOf, Readiness } from '@tollgate/platform';
import { AdvanceMessages } from './in-advance/advance-messages.js';
import { EventChecks } from './event-errors/event-checks.js';
import { EventErrorsDueWork } from './event-errors/event-errors.due-work.js';
import { FaultyEventsReader } from './event-errors/faulty-events.reader.js';
import { RefusedEvents } from './event-errors/refused-events.js';
import { EventsController } from './events/events.controller.js';
import { EventsRepository } from './events/events.repository.js';
import { EventsService } from './events/events.service.js';
import { MetricExpressions } from './events/metric-expressions.js';
import { MetricMessagesController } from './events/metric-messages.controller.js';
import { UsageHousekeeping } from './housekeeping/usage-housekeeping.js';
import { IngestionDatabase } from './ingestion.database.js';
import { DirectLog } from './log/direct-log.js';
import { EventLog } from './log/event-log.js';
import { FollowedBlocks } from './log/followed-blocks.js';
import { KafkaEventLog } from './log/kafka-log.js';
import { RollupMaker } from './rollups/rollup-maker.js';
import { Enrichments } from './store/enrichments.js';
import { EventStore } from './store/event-store.js';
import { KnownMetrics } from './enrichment/known-metrics.js';
import { VoidsController } from './voids/voids.controller.js';
import { VoidsService } from './voids/voids.service.js';
import { EmbeddedWindow } from './window/embedded-window.js';
import { RedisWindow } from './window/redis-window.js';
import { StoredIds } from './window/stored-ids.js';
import { TransactionWindow, windowKey } from './window/transaction-window.js';

/** The window for this installation: in Redis, or in memory and then filled with what the store received lately. */
async function makeWindow(config: Config, events: EventsRepository, logger: Logger): Promise<TransactionWindow> {
  if (config.redisUrl) return new RedisWindow(config.redisUrl, config.eventWindowSeconds);
  const window = new EmbeddedWindow(config.eventWindowEntries);
  const { keys, all } = await events.recentKeys(config.eventWindowSeconds, config.eventWindowEntries);
  window.fill(keys.reverse().map(windowKey), all);
  if (keys.length > 0) logger.info('transaction ids remembered', { events: keys.length, all });
  return window;
}

/** Answers other services' questions about the log. */
@Injectable()
class UsageCommands implements OnModuleInit {
  constructor(
    private readonly commands: CommandBus,
    private readonly log: EventLog,
    private readonly readiness: Readiness,
  ) {}

  onModuleInit(): void {
    this.commands.handle('ingestion', 'usage_events.settle', async ({ target = undefined }) => {
      const upTo = target ?? (await this.log.target());
      return { settled: await this.log.reached(upTo), target: upTo };
    });
    // What events are accepted by; whether they can be read is another question.
    this.readiness.need('event_log', () => this.log.check());
  }
}

/** Usage events, from the post to the usage store. */
@Module({
  controllers: [EventsController, VoidsController, MetricMessagesController],
  providers: [
    IngestionDatabase,
    outboxRelayOf(IngestionDatabase),
    AdvanceMessages,
    Enrichments,
    EventStore,
    EventChecks,
    EventErrorsDueWork,
    EventsRepository,
    EventsService,
    FaultyEventsReader,
    FollowedBlocks,
    KnownMetrics,
    MetricExpressions,
    RefusedEvents,
    RollupMaker,
    StoredIds,
    UsageCommands,
    UsageHousekeeping,
    VoidsService,
    { provide: TransactionWindow, inject: [Config, EventsRepository, Logger], useFactory: makeWindow },
    {
      provide: EventLog,
      inject: [Config, EventStore, FollowedBlocks, Logger],
      useFactory: (config: Config, store: EventStore, followed: FollowedBlocks, logger: Logger): EventLog =>
        config.kafkaBrokers
          ? new KafkaEventLog(config.kafkaBrokers, store, logger)
          : new DirectLog(store, followed, logger),
    },
  ],
})
export class IngestionModule {}
