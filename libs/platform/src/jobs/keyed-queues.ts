import { Injectable } from '@nestjs/common';
import type { Database } from '../database/database.js';
import { Logger } from '../observability/logger.js';
import { Metrics } from '../observability/metrics.js';
import { Parked } from '../parked/parked.js';
import { Passes, type Pass } from '../passes/passes.js';
import { Jobs } from './jobs.js';
import { KeyedQueue } from './keyed-queue.js';
import type { QueueDefinition } from './queue-definition.js';
import { countWork, idleKeys } from './queued-work.js';

/** A queue of any payload. */
type AnyQueue = Pick<KeyedQueue<unknown>, 'name' | 'wake'>;

const minuteMs = 60_000;

const waking: Pass<{ organization_id: string; queue: string; key: string }> = {
  name: 'idle-queues',
  failure: 'waiting work was not queued; it stays due',
  about: ({ organization_id, queue, key }) => ({ organization_id, queue, key }),
};

/** The keyed queues of this process: counts waiting work, and wakes keys that have lost their job. */
@Injectable()
export class KeyedQueues {
  private readonly queues = new Map<Database, AnyQueue[]>();

  constructor(
    private readonly jobs: Jobs,
    private readonly parked: Parked,
    private readonly metrics: Metrics,
    private readonly passes: Passes,
    private readonly logger: Logger,
  ) {
    metrics.onScrape(() => this.measure());
  }

  /** Opens a queue in the table `queued_work` of a service's schema. Called once per definition. */
  open<P>(database: Database, definition: QueueDefinition<P>): KeyedQueue<P> {
    const queue = new KeyedQueue(definition, database, this.jobs, this.parked, this.logger);
    this.queues.set(database, [...(this.queues.get(database) ?? []), queue]);
    return queue;
  }

  /** Queues a job for every idle key of a service with waiting work: its job has failed or was lost. */
  async wakeIdle(database: Database): Promise<void> {
    const queues = this.queues.get(database) ?? [];
    const names = queues.map(({ name }) => name);
    const idle = await database.everyTenant((transaction) => idleKeys(transaction, database.schema, names));
    // The minute makes the job's id unique per reconciliation.
    const minute = Math.floor(Date.now() / minuteMs);
    await this.passes.each(waking, idle, async ({ organization_id: organizationId, queue: name, key }) => {
      const id = `sweep-${name}-${organizationId}-${key}-${minute}`;
      await queues.find((queue) => queue.name === name)?.wake(organizationId, key, { id, blocksTestClock: false });
    });
    if (idle.length > 0)
      this.logger.warn('work that waited without a job is queued again', {
        service: database.service,
        keys: idle.length,
      });
  }

  private async measure(): Promise<void> {
    for (const [database, queues] of this.queues) {
      const names = queues.map(({ name }) => name);
      const counts = await database.everyTenant((transaction) => countWork(transaction, database.schema, names));
      for (const queue of names) {
        const { waiting = 0, oldest_seconds: oldest = 0 } = counts.find((count) => count.queue === queue) ?? {};
        this.metrics.queueWaiting.set({ queue }, waiting);
        this.metrics.queueOldest.set({ queue }, oldest);
      }
    }
  }
}
