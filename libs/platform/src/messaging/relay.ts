import type { BeforeApplicationShutdown, OnApplicationBootstrap, Provider, Type } from '@nestjs/common';
import { sql } from 'kysely';
import type { Message, MessageType, ServiceName } from '@tollgate/contracts';
import type { Database } from '../database/database.js';
import { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { MessageTransport } from './transport.js';

const roundSize = 200;
const idleWaitMs = 1_000;

interface OutboxRow {
  sequence: bigint;
  id: string;
  organization_id: string;
  type: MessageType;
  key: string;
  payload: Message['payload'];
  occurred_at: Date;
  request_id: string | null;
}

/**
 * Publishes a service's outbox, in order. Only one relay of a service works at a time, however many replicas run: it
 * holds a lock while it publishes, and rows go away only after the transport has taken them.
 */
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: Promise<void> | undefined;
  private stopped = false;
  private wakeUp: () => void = () => undefined;
  private woken = false;

  constructor(
    private readonly database: Database & { service: ServiceName },
    private readonly transport: MessageTransport,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.database.onAppended(() => this.wake());
    this.running = this.run();
  }

  /** Ends after the round under way. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.running;
  }

  private wake(): void {
    this.woken = true;
    this.wakeUp();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.woken = false;
      let published = 0;
      try {
        published = await this.round();
      } catch (error) {
        if (!this.stopped) this.logger.warn('outbox relay failed; trying again', { relay: this.database.service, error });
      }
      if (published === 0 && !this.woken && !this.stopped) await this.idle();
    }
  }

  private async idle(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, idleWaitMs);
      this.wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wakeUp = () => undefined;
  }

  /** @returns how many messages were published */
  private async round(): Promise<number> {
    const { schema, service } = this.database;
    return this.database.everyTenant(async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtext(${`relay:${schema}`}))`.execute(transaction);
      const { rows } = await sql<OutboxRow>`
        select * from ${sql.table(`${schema}.outbox`)} order by sequence limit ${roundSize}
      `.execute(transaction);
      this.metrics.outboxWaiting.set({ service }, rows.length);
      if (rows.length === 0) return 0;
      await this.transport.publish(service, rows.map(toMessage));
      await sql`
        delete from ${sql.table(`${schema}.outbox`)} where sequence = any(${rows.map((row) => String(row.sequence))}::bigint[])
      `.execute(transaction);
      return rows.length;
    });
  }
}

/** The relay of a service's outbox, as a provider of its module. */
export const outboxRelayOf = (database: Type<Database & { service: ServiceName }>): Provider => ({
  provide: `outbox relay of ${database.name}`,
  inject: [database, MessageTransport, Logger, Metrics],
  useFactory: (own: Database & { service: ServiceName }, transport: MessageTransport, logger: Logger, metrics: Metrics) =>
    new OutboxRelay(own, transport, logger, metrics),
});

const toMessage = (row: OutboxRow): Message => ({
  id: row.id,
  type: row.type,
  organization_id: row.organization_id,
  key: row.key,
  occurred_at: row.occurred_at.toISOString(),
  request_id: row.request_id,
  payload: row.payload,
});
