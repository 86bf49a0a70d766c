import type { AcceptedEvent } from '../../model/accepted-events/accepted-event.js';

/** The first place of accepted events: once `append` resolves they survive any crash. */
export abstract class EventLog {
  /** @throws Unavailable when nothing was appended, when the outcome is unknown, or when too much is waiting */
  abstract append(events: AcceptedEvent[]): Promise<void>;
  /** A token for everything that was appended before this call. */
  abstract target(): Promise<string>;
  /** Whether the usage store holds everything up to a target; waits briefly for it. */
  abstract reached(target: string): Promise<boolean>;
  /**
   * Whether the usage store holds everything that was appended before this call. Waits as long as a caller does who
   * needs the answer, since a store under load takes seconds.
   */
  async holdsAll(): Promise<boolean> {
    const target = await this.target();
    const deadline = Date.now() + longestWaitMs;
    do if (await this.reached(target)) return true;
    while (Date.now() < deadline);
    return false;
  }
  /**
   * Waits briefly until earlier events are readable, if the log is in this process; other logs offer `target` for that.
   */
  abstract readable(): Promise<void>;
  /**
   * Events that the last process accepted and may not have stored, in order; empty for a log that tracks this itself.
   */
  abstract unstored(): Iterable<AcceptedEvent[]> | AsyncIterable<AcceptedEvent[]>;
  /** Whether nothing was ever appended; a log that deletes stored events can only report that it is empty. */
  abstract isNew(): Promise<boolean>;
  /** @throws when the log cannot accept events now */
  abstract check(): Promise<void>;
}

/** Limits of one write and of the queue for it; beyond them calls fail early and senders retry. */
export const logBounds = {
  items: 5_000,
  bytes: 16 * 1024 * 1024,
  waitingItems: 50_000,
  waitingBytes: 128 * 1024 * 1024,
};

/** How long one poll of a target waits. */
export const flushWaitMs = 2_000;

/** How long a call waits whose answer depends on earlier events. */
const longestWaitMs = 15_000;
