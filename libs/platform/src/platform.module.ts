import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { CommandBus } from './commands/command-bus.js';
import { Config } from './config/config.js';
import { Connections } from './database/connections.js';
import { PlatformDatabase } from './database/platform-database.js';
import { DueWorkRegistry } from './due-work/due-work.js';
import { OperationsController, READINESS_CHECKS, type ReadinessChecks } from './http/operations.controller.js';
import { Jobs } from './jobs/jobs.js';
import { MessageHandlers } from './messaging/handlers.js';
import { KafkaTransport } from './messaging/kafka-transport.js';
import { LocalTransport } from './messaging/local-transport.js';
import { MessageTransport } from './messaging/transport.js';
import { SecretBox } from './secrets/secret-box.js';
import { Logger } from './observability/logger.js';
import { Metrics } from './observability/metrics.js';
import { Parked } from './parked/parked.js';
import { ClickHouse } from './usage-store/clickhouse.js';

/** What a process depends on, so that `/ready` can tell which of it is away. */
export interface Dependencies {
  usageStore: boolean;
  messages: boolean;
}

/** What every service stands on; the same in every composition, switched by the settings alone. */
@Global()
@Module({})
export class PlatformModule {
  static forProcess(config: Config, dependencies: Dependencies): DynamicModule {
    const providers: Provider[] = [
      { provide: Config, useValue: config },
      { provide: SecretBox, inject: [Config], useFactory: (settings: Config) => new SecretBox(settings) },
      Logger, Metrics, Connections, PlatformDatabase, ClickHouse, CommandBus, DueWorkRegistry, Jobs, Parked, MessageHandlers,
      {
        provide: MessageTransport,
        inject: [Config, MessageHandlers, Logger],
        useFactory: (settings: Config, handlers: MessageHandlers, logger: Logger) =>
          settings.kafkaBrokers ? new KafkaTransport(handlers, settings.kafkaBrokers, logger) : new LocalTransport(handlers),
      },
      {
        provide: READINESS_CHECKS,
        inject: [PlatformDatabase, ClickHouse, MessageTransport, Jobs],
        useFactory: (database: PlatformDatabase, clickhouse: ClickHouse, transport: MessageTransport, jobs: Jobs): ReadinessChecks => ({
          postgresql: () => database.ping(),
          jobs: () => jobs.ping(),
          ...(dependencies.usageStore ? { clickhouse: () => clickhouse.ping() } : {}),
          ...(dependencies.messages ? { messages: () => transport.ping() } : {}),
        }),
      },
    ];
    return {
      module: PlatformModule,
      controllers: [OperationsController],
      providers,
      exports: providers.map((provider) => (typeof provider === 'function' ? provider : provider.provide)),
    };
  }
}
