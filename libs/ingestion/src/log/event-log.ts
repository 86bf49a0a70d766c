import type { AcceptedEvent } from '../accepted-events/accepted-event.js';

/** Where accepted events go first: when `append` resolves they are safe, whatever dies afterwards. */
export abstract class EventLog {
  /** @throws Unavailable when nothing was taken, or when it is not known whether it was; also when too much waits already */
  abstract append(events: AcceptedEvent[]): Promise<void>;
  /** A name for everything that was appended before the call. */
  abstract target(): Promise<string>;
  /** Whether all that a target names is in the usage store; waits a moment for it. */
  abstract reached(target: string): Promise<boolean>;
  /** Waits a moment, where the log is in this process, until what was appended before can be read; elsewhere it is asked for by `target`. */
  abstract readable(): Promise<void>;
  /** What the last process accepted and may not have stored, in its order; a log of its own remembers that by itself. */
  abstract owed(): AsyncIterable<AcceptedEvent[]>;
  /** Whether nothing was ever appended; a log that forgets what is stored can tell no more than that it is empty. */
  abstract isNew(): Promise<boolean>;
  /** @throws when events cannot be taken now */
  abstract check(): Promise<void>;
}

/** How much is written at once, and how much may wait for it: what comes then is refused early, and the sender tries again. */
export const logBounds = {
  items: 5_000,
  bytes: 16 * 1024 * 1024,
  waitingItems: 50_000,
  waitingBytes: 128 * 1024 * 1024,
};

/** How long one question after a target waits for its answer. */
export const flushWaitMs = 2_000;
