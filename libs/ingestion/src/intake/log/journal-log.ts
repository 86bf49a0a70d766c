import { setTimeout as sleep } from 'node:timers/promises';
import type { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Unavailable, type Logger, type Metrics } from '@tollgate/platform';
import { sizeOfEvent, type AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import type { Journal } from '../journal/journal.js';
import type { EventStore } from '../../store/blocks/event-store.js';
import { forCallsOf } from './block-span.js';
import { BlockWriter } from './block-writer.js';
import { EventLog, flushWaitMs, logBounds } from './event-log.js';
import type { FollowedBlocks } from './followed-blocks.js';
import { GroupCommit } from './group-commit.js';
import { UnstoredEvents, type BlockRules, type UnstoredGroup } from './unstored-events.js';

const blockRules: BlockRules = {
  largestBlock: 30_000,
  largestBytes: 16 * 1024 * 1024,
  everyMs: 300,
  bytesInMemory: 32 * 1024 * 1024,
};
/** How long a busy commit waits for more callers; a disk write takes about as long. */
const lingerMs = 1;
/** How long a shutdown waits for the store; the next start stores the rest. */
const longestDrainMs = 5_000;
const pauseMs = 500;
/** Read attempts before a part of the journal counts as damaged. */
const readings = 5;

/** Dependencies of the single-process log. */
export interface JournalLogParts {
  journal: Journal;
  store: EventStore;
  followed: FollowedBlocks;
  metrics: Metrics;
  logger: Logger;
  /** Most events that may wait for the store; the window of transaction ids must hold all of them. */
  mostUnstored: number;
}

/**
 * The log of a process without Kafka: a journal in its data directory. Calls are answered once their events are durable
 * there; many calls share one write. The process then stores the events in large blocks, in order. Each block finishes
 * its follow-up work before the next one starts. At startup the process stores the leftovers of its predecessor before
 * it takes calls.
 */
export class JournalLog extends EventLog implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly commit: GroupCommit<AcceptedEvent>;
  private readonly backlog = new UnstoredEvents(blockRules);
  private readonly blocks: BlockWriter;
  private readonly stopping = new AbortController();
  private storing: Promise<void> | undefined;

  constructor(private readonly parts: JournalLogParts) {
    super();
    this.blocks = new BlockWriter(parts.store, parts.logger);
    this.commit = new GroupCommit((events) => this.write(events), { ...logBounds, lingerMs }, sizeOfEvent);
    this.takeOver();
    parts.metrics.onScrape(() => this.recordGauges());
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.parts.store.countOn();
    await this.followBlocks();
    const events = this.backlog.count;
    this.storing = this.storeAll();
    while (!(await this.reached(await this.target())) && !this.stopping.signal.aborted);
    if (events > 0) this.parts.logger.info('events that the previous process accepted are stored', { events });
  }

  /** @throws Unavailable, also when too many events wait for the store */
  override async append(events: AcceptedEvent[]): Promise<void> {
    if (this.backlog.count >= this.parts.mostUnstored)
      throw new Unavailable('too many events wait for the usage store');
    await this.commit.append(events);
  }

  override target(): Promise<string> {
    return Promise.resolve(String(this.backlog.target));
  }

  override reached(target: string): Promise<boolean> {
    return this.backlog.untilStored(Number(target), flushWaitMs);
  }

  override async readable(): Promise<void> {
    await this.backlog.untilStored(this.backlog.target, flushWaitMs);
  }

  override async *unstored(): AsyncIterable<AcceptedEvent[]> {
    for (const group of this.backlog.all()) yield await this.eventsOf(group);
  }

  override isNew(): Promise<boolean> {
    return Promise.resolve(this.backlog.count === 0);
  }

  override async check(): Promise<void> {
    await this.parts.journal.checkRoom();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.commit.flushed();
    await this.backlog.untilStored(this.backlog.target, longestDrainMs);
    this.stopping.abort();
    this.backlog.interrupt();
    await this.storing;
    await this.parts.followed.flush();
    await this.parts.journal.close();
  }

  private async write(events: AcceptedEvent[]): Promise<void> {
    const place = await this.parts.journal.append(JSON.stringify(events), events.length);
    this.backlog.add({ place, events, acceptedAt: Date.now() });
  }

  private takeOver(): void {
    const { journal, metrics, logger } = this.parts;
    const { places, tornBytes, damagedBytes } = journal.recovered;
    for (const { place, writtenAt } of places) this.backlog.add({ place, acceptedAt: writtenAt });
    metrics.journalDamaged.inc(damagedBytes);
    if (tornBytes > 0)
      logger.warn('the journal ended within a write, which was not confirmed to a caller', { tornBytes });
    if (damagedBytes > 0) logger.error('a part of the journal is unreadable; its file stays', { damagedBytes });
  }

  /** Replays stored blocks whose follow-up work may be unfinished, including blocks of versions without a journal. */
  private async followBlocks(): Promise<void> {
    const { followed, store } = this.parts;
    const after = await followed.read();
    followed.record(await store.replay(after, blockRules.largestBlock, () => !this.stopping.signal.aborted));
  }

  private async storeAll(): Promise<void> {
    const goesOn = () => !this.stopping.signal.aborted;
    while (goesOn()) {
      const groups = await this.backlog.next(this.stopping.signal);
      if (groups.length > 0 && !(await this.storeGroups(groups, goesOn))) return;
    }
  }

  /** @returns false when the process stops before the groups are stored */
  private async storeGroups(groups: UnstoredGroup[], goesOn: () => boolean): Promise<boolean> {
    const { journal, store, followed, metrics, logger } = this.parts;
    const last = groups.at(-1)?.place;
    while (goesOn()) {
      try {
        const events = (await Promise.all(groups.map((group) => this.eventsOf(group)))).flat();
        const stored = await forCallsOf(events, 'store events', () => this.blocks.storeUntilDone(events, goesOn));
        if (!stored) return false;
        if (last) await journal.done(last);
        followed.record(store.lastBlock);
        this.backlog.store();
        const now = Date.now();
        for (const { acceptedAt } of groups) metrics.eventsReadable.observe((now - acceptedAt) / 1000);
        return true;
      } catch (error) {
        logger.error('events of the journal cannot be stored yet', { error });
        await sleep(pauseMs);
      }
    }
    return false;
  }

  private async eventsOf({ place, events }: UnstoredGroup): Promise<AcceptedEvent[]> {
    if (events) return events;
    const { journal, metrics, logger } = this.parts;
    for (let reading = 1; reading <= readings; reading++) {
      const contents = await journal.read(place).catch((error: unknown) => {
        logger.warn('the journal cannot be read', { error, ...place });
        return null;
      });
      if (contents) return contents.flatMap((content) => JSON.parse(String(content)) as AcceptedEvent[]);
      await sleep(pauseMs);
    }
    journal.setAside(place);
    metrics.journalDamaged.inc(place.to - place.from);
    logger.error('a part of the journal is unreadable; its file stays', { ...place });
    return [];
  }

  private recordGauges(): void {
    const { journal, metrics } = this.parts;
    const { oldest, count } = this.backlog;
    metrics.journalBytes.set(journal.bytes);
    metrics.journalSegments.set(journal.segmentCount);
    metrics.eventsUnstored.set(count);
    metrics.eventsUnstoredOldest.set(oldest === null ? 0 : Math.max(Date.now() - oldest, 0) / 1000);
  }
}
