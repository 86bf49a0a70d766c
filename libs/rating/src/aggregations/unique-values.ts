import type { UsageEvent } from './types.js';

/** An event that changes which values are present. */
export interface PresenceChange<E extends UsageEvent = UsageEvent> {
  readonly event: E;
  readonly change: 1 | -1;
}

/** Values that are present; a missing field is one value of its own. */
export type PresentValues = Set<string | null>;

/**
 * Walks events in time order and keeps those that add an absent value or remove a present one (metering, section 4.2).
 * `present` is changed on the way, so that a walk can go on where an earlier one ended.
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
