import { setTimeout as sleep } from 'node:timers/promises';
import type { BeforeApplicationShutdown, OnApplicationBootstrap, Provider, Type } from '@nestjs/common';
import { sql } from 'kysely';
import type { ServiceName } from '@tollgate/contracts';
import type { Database } from '../database/database.js';
import type { SessionLock } from '../database/session-lock.js';
import { Batcher } from '../batching/batcher.js';
import { groupBy } from '../grouping.js';
import { timeOfId } from '../ids.js';
import { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { Parked } from '../parked/parked.js';
import { Passes } from '../passes/passes.js';
import { presentable, type OutboxRow } from './outbox-rows.js';
import { StuckRows } from './stuck-rows.js';
import { MessageTransport } from './transport.js';

const roundSize = 200;
const idleWaitMs = 1_000;
const pauseAfterFailureMs = 500;
/** Maximum keys under way, most of which wait for a slot or their next try. */
const mostBusyKeys = 500;

/**
 * Publishes a service's outbox, in order. One relay of a service works at a time across all replicas: it holds a lock
 * while it publishes. It deletes rows only after the transport has accepted them. It publishes outside of transactions,
 * so a slow handler blocks no statement.
 */
export class OutboxRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private running: Promise<void> | undefined;
  private stopped = false;
  private wakeUp: () => void = () => undefined;
  private woken = false;
  private lock: SessionLock | null = null;
  /** Keys whose messages are being published, where the transport works key by key. */
  private readonly busy = new Map<string, Promise<void>>();
  private readonly stuck: StuckRows;
  private readonly removals = new Batcher<string[], void>((calls) => this.remove(calls));

  constructor(
    private readonly database: Database & { service: ServiceName },
    private readonly transport: MessageTransport,
    private readonly logger: Logger,
    private readonly metrics: Metrics,
    parked: Parked,
    passes: Passes,
  ) {
    this.stuck = new StuckRows(database, transport, parked, passes);
  }

  onApplicationBootstrap(): void {
    this.database.onAppended(() => this.wake());
    this.metrics.onScrape(() => this.measure());
    this.running = this.run();
  }

  /** Waits for the running work. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    this.wake();
    await this.running;
    await Promise.allSettled(this.busy.values());
    this.lock?.release();
  }

  private wake(): void {
    this.woken = true;
    this.wakeUp();
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.woken = false;
      let publishedCount = 0;
      try {
        publishedCount = (await this.isLeader()) ? await this.round() : 0;
      } catch (error) {
        if (!this.stopped)
          this.logger.warn('outbox relay failed; trying again', { relay: this.database.service, error });
      }
      if (publishedCount === 0 && !this.woken && !this.stopped) await this.idle();
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

  private async isLeader(): Promise<boolean> {
    if (this.lock && !(await this.lock.isHeld())) {
      this.lock.release();
      this.lock = null;
    }
    return (this.lock ??= await this.database.tryLock(`relay:${this.database.schema}`)) !== null;
  }

  /** @returns how many messages the round published or began to publish */
  private async round(): Promise<number> {
    const room = mostBusyKeys - this.busy.size;
    if (room <= 0) return 0;
    await this.stuck.tryAll();
    const rows = await this.read(Math.min(roundSize, room));
    if (this.transport.keyByKey) {
      for (const [key, messages] of groupBy(rows, (row) => row.key)) this.begin(key, messages);
    } else if (rows.length > 0) {
      await this.deliver(rows);
    }
    return rows.length;
  }

  /** Reads the first messages in order, except those of busy keys. */
  private async read(limit: number): Promise<OutboxRow[]> {
    const { rows } = await this.database.everyTenant((transaction) =>
      sql<OutboxRow>`
        select * from ${sql.table(`${this.database.schema}.outbox`)}
        where key not in (select unnest(${[...this.busy.keys(), ...this.stuck.keys()]}::text[])) order by sequence limit ${limit}
      `.execute(transaction),
    );
    return rows;
  }

  /** Publishes the messages of one key, concurrently with other keys: a failing message delays only its own key. */
  private begin(key: string, rows: OutboxRow[]): void {
    const work = async () => {
      try {
        await this.deliver(rows);
      } catch (error) {
        if (this.stopped) return;
        this.logger.warn('messages were not delivered; trying again', { relay: this.database.service, key, error });
        await sleep(pauseAfterFailureMs);
      }
    };
    this.busy.set(
      key,
      work().finally(() => {
        this.busy.delete(key);
        this.wake();
      }),
    );
  }

  private async deliver(rows: OutboxRow[]): Promise<void> {
    const { good, bad } = presentable(rows);
    this.stuck.hold(bad);
    if (good.length === 0) return;
    await this.transport.publish(
      this.database.service,
      good.map(([, message]) => message),
    );
    await this.removals.add(
      '',
      good.map(([row]) => String(row.sequence)),
    );
  }

  private async remove(calls: string[][]): Promise<void[]> {
    await this.database.everyTenant((transaction) =>
      sql`delete from ${sql.table(`${this.database.schema}.outbox`)} where sequence = any(${calls.flat()}::bigint[])`.execute(
        transaction,
      ),
    );
    return calls.map(() => undefined);
  }

  private async measure(): Promise<void> {
    const { service, schema } = this.database;
    const { rows } = await this.database.everyTenant((transaction) =>
      sql<{ waiting: number; oldest: string | null }>`
        select count(*)::int as waiting, (select id from ${sql.table(`${schema}.outbox`)} order by sequence limit 1) as oldest
        from ${sql.table(`${schema}.outbox`)}
      `.execute(transaction),
    );
    const { waiting, oldest } = rows[0] ?? { waiting: 0, oldest: null };
    this.metrics.outboxWaiting.set({ service }, waiting);
    const madeAt = oldest === null ? null : timeOfId(oldest);
    this.metrics.outboxOldest.set({ service }, madeAt === null ? 0 : Math.max(Date.now() - madeAt, 0) / 1000);
  }
}

/** Creates the relay of a service's outbox, as a provider of its module. */
export const outboxRelayOf = (database: Type<Database & { service: ServiceName }>): Provider => ({
  provide: `outbox relay of ${database.name}`,
  inject: [database, MessageTransport, Logger, Metrics, Parked, Passes],
  useFactory: (
    own: Database & { service: ServiceName },
    transport: MessageTransport,
    logger: Logger,
    metrics: Metrics,
    parked: Parked,
    passes: Passes,
  ) => new OutboxRelay(own, transport, logger, metrics, parked, passes),
});
