import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { AcceptedEvent } from '../events/accepted-event.js';
import type { EventStore } from '../store/event-store.js';
import { EventLog } from './event-log.js';
import { GroupCommit } from './group-commit.js';

const blockSize = 20_000;

/** Without a log of its own the usage store itself is it: one insert for all requests that wait. */
export class DirectLog extends EventLog implements BeforeApplicationShutdown {
  private readonly commit: GroupCommit<AcceptedEvent>;

  constructor(store: EventStore) {
    super();
    this.commit = new GroupCommit((events) => store.insert(events), blockSize);
  }

  override async append(events: AcceptedEvent[]): Promise<void> {
    await this.commit.append(events);
  }

  override async settled(): Promise<boolean> {
    await this.commit.flushed();
    return true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.commit.flushed();
  }
}
