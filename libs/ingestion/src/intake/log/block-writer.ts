import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@tollgate/platform';
import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';
import { isUnavailable, type EventStore } from '../../store/blocks/event-store.js';

/** How often a block may fail for its own reasons before it is split. */
const failuresOfBlock = 4;
/** The same for a single event while the store accepts nothing else, as the store may be at fault. */
const failuresOfEvent = 20;

type Store = Pick<EventStore, 'write' | 'followUntilDone' | 'setAside'>;

/** The first and the longest delay of a retry, in milliseconds. */
interface Waits {
  first: number;
  longest: number;
}

/**
 * Writes blocks of a log into the usage store and runs their follow-up work, in order, until each is complete. Retries
 * for as long as the store is unavailable. After a number of unexpected errors it splits the block, down to the events
 * that fail alone, and parks these. No event blocks later ones for ever, and none is lost.
 */
export class BlockWriter {
  /** Number of blocks that the store accepted. */
  private taken = 0;

  constructor(
    private readonly store: Store,
    private readonly logger: Logger,
    private readonly waits: Waits = { first: 100, longest: 5_000 },
  ) {}

  /** @returns false when `goesOn` ended the attempt; the events must then be written again, here or elsewhere */
  async storeUntilDone(events: AcceptedEvent[], goesOn: () => boolean): Promise<boolean> {
    const takenBefore = this.taken;
    let failures = 0;
    for (let wait = this.waits.first; goesOn(); wait = Math.min(wait * 2, this.waits.longest)) {
      const block = await this.store.write(events).catch((error: unknown) => {
        this.logger.warn('events of the log are not in the usage store yet', {
          events: events.length,
          failures,
          error,
        });
        return { error };
      });
      if (!('error' in block)) {
        this.taken++;
        return this.store.followUntilDone(block, goesOn);
      }
      if (!isUnavailable(block.error)) failures++;
      if (failures >= failuresOfBlock && events.length > 1) return this.storeApart(events, goesOn);
      const othersGo = this.taken > takenBefore && failures >= failuresOfBlock;
      if (
        (othersGo || failures >= failuresOfEvent) &&
        !isUnavailable(block.error) &&
        (await this.setAside(events, block.error))
      )
        return true;
      await sleep(wait);
    }
    return false;
  }

  private async storeApart(events: AcceptedEvent[], goesOn: () => boolean): Promise<boolean> {
    const half = events.length >> 1;
    return (
      (await this.storeUntilDone(events.slice(0, half), goesOn)) && this.storeUntilDone(events.slice(half), goesOn)
    );
  }

  /** @returns false when the attempt must be repeated */
  private async setAside(events: AcceptedEvent[], reason: unknown): Promise<boolean> {
    try {
      await this.store.setAside(events, reason);
      this.logger.error('an event that the usage store cannot take is parked', {
        event_ids: events.map(({ id }) => id),
        error: reason,
      });
      return true;
    } catch (error) {
      this.logger.warn('an event cannot be parked yet', { error });
      return false;
    }
  }
}
