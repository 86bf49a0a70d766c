import type { ChargeView } from '@tollgate/catalog/reader';
import type { AdvanceUsageReader, UsageEventWithProperties } from '@tollgate/ingestion/reader';
import { earlierEventsNeeded, eventsOfBucket, type AdvanceBucket, type ChargedEvent } from './event-rating.js';

interface UsageOfPeriod {
  organizationId: string;
  externalSubscriptionId: string;
  /** Unix milliseconds. */
  from: number;
}

/** The stored events that an event of a charge is priced against: as few as its price depends on. */
export async function earlierEventsOf(
  reader: AdvanceUsageReader,
  usage: UsageOfPeriod,
  charge: ChargeView,
  bucket: AdvanceBucket,
  event: ChargedEvent,
): Promise<UsageEventWithProperties[]> {
  const needed = earlierEventsNeeded(charge);
  if (needed === 'none') return [];
  const { metric } = charge;
  const value = needed === 'same_value' && metric.fieldName !== null ? event.texts[metric.fieldName] : null;
  const events = await reader.eventsBefore({ ...usage, metric, before: event, ...(value ? { value } : {}) });
  return eventsOfBucket(charge, bucket, events);
}
