import type { AcceptedEvent } from '../events/accepted-event.js';

/** Where accepted events go first: when `append` resolves they are safe, whatever dies afterwards. */
export abstract class EventLog {
  /** @throws Unavailable when nothing was taken, or when it is not known whether it was */
  abstract append(events: AcceptedEvent[]): Promise<void>;
  /** Whether every event appended before the call is in the usage store; waits a moment for it. */
  abstract settled(): Promise<boolean>;
}
