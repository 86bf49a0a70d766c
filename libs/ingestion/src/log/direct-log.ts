import { setTimeout as sleep } from 'node:timers/promises';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from '@tollgate/platform';
import { sizeOfEvent, type AcceptedEvent } from '../accepted-events/accepted-event.js';
import type { EventStore } from '../store/event-store.js';
import { EventLog, logBounds, flushWaitMs } from './event-log.js';
import { forCallsOf } from './block-span.js';
import type { FollowedBlocks } from './followed-blocks.js';
import { GroupCommit } from './group-commit.js';

const largestBlock = 20_000;
const longestWaitMs = 15_000;

/** Without a log of its own the usage store itself is it: one insert for all requests that wait. */
export class DirectLog extends EventLog implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly commit: GroupCommit<AcceptedEvent>;
  private owed = false;
  private catchingUp: Promise<void> | undefined;
  private readonly stopping = new AbortController();

  constructor(
    private readonly store: EventStore,
    private readonly followed: FollowedBlocks,
    private readonly logger: Logger,
  ) {
    super();
    this.commit = new GroupCommit(
      (events) => forCallsOf(events, 'store events', () => this.write(events)),
      { ...logBounds, items: largestBlock },
      sizeOfEvent,
    );
  }

  /** The last process may have died at any point between storing a block and telling of it; nobody would send those events again. */
  async onApplicationBootstrap(): Promise<void> {
    await this.store.countOn();
    await this.replay(await this.followed.read());
  }

  override async append(events: AcceptedEvent[]): Promise<void> {
    await this.commit.append(events);
  }

  override target(): Promise<string> {
    return Promise.resolve(String(this.commit.target));
  }

  override async reached(target: string): Promise<boolean> {
    const giveUpAt = Date.now() + flushWaitMs;
    while (!this.commit.isWritten(Number(target)) || this.catchingUp) {
      if (Date.now() > giveUpAt) return false;
      await sleep(5);
    }
    return true;
  }

  /** The engine writes where there is room. */
  override async check(): Promise<void> {
    await this.store.checkRoom();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.commit.flushed();
    this.stopping.abort();
    await this.catchingUp;
    await this.followed.flush();
  }

  /** What is stored is accepted, whatever becomes of what it sets off: that is owed, and found again from the store. */
  private async write(events: AcceptedEvent[]): Promise<void> {
    const block = await this.store.write(events);
    try {
      await this.store.follow(block);
      if (!this.catchingUp) this.followed.record(block.number);
    } catch (error) {
      this.logger.error('events are stored; what they set off is done later', {
        block: block.number,
        events: events.length,
        error,
      });
      this.owed = true;
      this.catchingUp ??= this.catchUp().finally(() => (this.catchingUp = undefined));
    }
  }

  private async catchUp(): Promise<void> {
    for (let wait = 100; this.owed; wait = Math.min(wait * 2, longestWaitMs)) {
      await sleep(wait, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      if (this.stopping.signal.aborted) return;
      this.owed = false;
      try {
        await this.replay(this.followed.position);
      } catch (error) {
        this.logger.warn('what stored events set off cannot be done yet', { error });
        this.owed = true;
      }
    }
  }

  private async replay(after: number): Promise<void> {
    const last = await this.store.replay(after, largestBlock, () => !this.stopping.signal.aborted);
    if (last > after) this.logger.info('blocks of events gone through again', { after, last });
    this.followed.record(last);
  }
}
