import type { UsageEvent } from '../usage.js';

/** An event that changes which values are present. */
export interface PresenceChange<E extends UsageEvent = UsageEvent> {
  readonly event: E;
  readonly change: 1 | -1;
}

/** The present values; a missing field counts as a value of its own. */
export type PresentValues = Set<string | null>;

/**
 * Walks events in time order and selects those that add an absent value or remove a present one (metering, section
 * 4.2). It updates `present`, so a later walk can continue from there.
 */
export function presenceChanges<E extends UsageEvent>(
  events: readonly E[],
  present: PresentValues = new Set(),
): PresenceChange<E>[] {
  return events.flatMap((event): PresenceChange<E>[] => {
    const adds = event.operationType !== 'remove';
    if (adds === present.has(event.value)) return [];
    if (adds) present.add(event.value);
    else present.delete(event.value);
    return [{ event, change: adds ? 1 : -1 }];
  });
}
