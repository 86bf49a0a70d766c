import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from '@tollgate/platform';
import type { AcceptedEvent } from '../events/accepted-event.js';
import type { EventStore } from '../store/event-store.js';
import { EventLog } from './event-log.js';
import { GroupCommit } from './group-commit.js';

const blockSize = 20_000;

/** Without a log of its own the usage store itself is it: one insert for all requests that wait. */
export class DirectLog extends EventLog implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly commit: GroupCommit<AcceptedEvent>;
  private readonly mending = new Set<Promise<void>>();

  constructor(private readonly store: EventStore, logger: Logger) {
    super();
    this.commit = new GroupCommit(async (events) => {
      const { mended } = await store.insert(events);
      const done = mended
        .catch((error: unknown) => logger.error('events could not be looked through again after their metric changed', { error }))
        .finally(() => this.mending.delete(done));
      this.mending.add(done);
    }, blockSize);
  }

  /** The last process may have died between storing a block and telling of it; nobody would send those events again. */
  async onApplicationBootstrap(): Promise<void> {
    await this.store.tellAgain(blockSize);
  }

  override async append(events: AcceptedEvent[]): Promise<void> {
    await this.commit.append(events);
  }

  override async settled(): Promise<boolean> {
    await this.commit.flushed();
    await Promise.all(this.mending);
    return true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.settled();
  }
}
