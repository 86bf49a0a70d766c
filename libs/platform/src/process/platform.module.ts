import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { ChangeLog } from '../changes/change-log.js';
import { CommandBus } from '../commands/command-bus.js';
import { Config } from '../config/config.js';
import { Connections } from '../database/connections.js';
import { Housekeeping } from '../database/housekeeping.js';
import { PlatformDatabase } from '../database/platform-database.js';
import { DueWorkRegistry } from '../due-work/due-work.js';
import { HealthController } from './health.controller.js';
import { OperationsServer } from './operations-server.js';
import { ProcessReports } from './process-reports.js';
import { Readiness, type Dependencies } from './readiness.js';
import { Erasures } from '../erasures/erasures.js';
import { Jobs } from '../jobs/jobs.js';
import { KeyedQueues } from '../jobs/keyed-queues.js';
import { MessageHandlers } from '../messaging/handlers.js';
import { KafkaTransport } from '../messaging/kafka-transport.js';
import { LocalTransport } from '../messaging/local-transport.js';
import { MessageTransport } from '../messaging/transport.js';
import { SecretBox } from '../secrets/secret-box.js';
import { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { Parked } from '../parked/parked.js';
import { Passes } from '../passes/passes.js';
import { ClickHouse } from '../usage-store/clickhouse.js';

/** The foundation of every service; the same in every composition, configured by settings only. */
@Global()
@Module({})
export class PlatformModule {
  static forProcess(config: Config, dependencies: Dependencies): DynamicModule {
    const providers: Provider[] = [
      { provide: Config, useValue: config },
      { provide: SecretBox, inject: [Config], useFactory: (settings: Config) => new SecretBox(settings) },
      Logger,
      Metrics,
      Connections,
      PlatformDatabase,
      Housekeeping,
      ClickHouse,
      CommandBus,
      DueWorkRegistry,
      Jobs,
      KeyedQueues,
      Erasures,
      Parked,
      Passes,
      ChangeLog,
      MessageHandlers,
      {
        provide: MessageTransport,
        inject: [Config, MessageHandlers, Logger, Metrics],
        useFactory: (settings: Config, handlers: MessageHandlers, logger: Logger, metrics: Metrics) =>
          settings.kafka ? new KafkaTransport(handlers, settings.kafka, logger, metrics) : new LocalTransport(handlers),
      },
      {
        provide: Readiness,
        inject: [Config, PlatformDatabase, ClickHouse, MessageTransport, Jobs],
        useFactory: (...injected: [Config, PlatformDatabase, ClickHouse, MessageTransport, Jobs]) =>
          new Readiness(dependencies, ...injected),
      },
      ProcessReports,
      OperationsServer,
    ];
    return {
      module: PlatformModule,
      controllers: [HealthController],
      providers,
      exports: providers.map((provider) => (typeof provider === 'function' ? provider : provider.provide)),
    };
  }
}
