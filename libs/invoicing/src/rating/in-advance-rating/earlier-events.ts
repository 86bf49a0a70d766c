import type { ChargeView } from '@tollgate/catalog/reader';
import type { InAdvanceUsageReader, StoredEvent } from '@tollgate/ingestion/reader';
import { groupBy } from '@tollgate/platform';
import { fieldText } from '@tollgate/rating';
import {
  bucketFinder,
  bucketKey,
  earlierEventsNeeded,
  type InAdvanceBucket,
  type ChargedEvent,
} from './event-rating.js';
import { isBefore } from './usage-walk.js';

interface UsageOfPeriod {
  organizationId: string;
  externalSubscriptionId: string;
  /** Unix milliseconds. */
  from: number;
}

/** The stored events of an event's bucket before it, in time order. */
export type EarlierEvents = (event: ChargedEvent, bucket: InAdvanceBucket) => readonly StoredEvent[];

/**
 * Reads the earlier events that price a charge's events within one period, in one query: as few as the price depends
 * on.
 */
export async function earlierEvents(
  reader: InAdvanceUsageReader,
  usage: UsageOfPeriod,
  charge: ChargeView,
  events: ChargedEvent[],
): Promise<EarlierEvents> {
  const needed = earlierEventsNeeded(charge);
  if (needed === 'none') return () => [];
  const { metric } = charge;
  const values =
    needed === 'same_value' ? [...new Set(events.map(({ texts }) => fieldText(metric, texts) ?? ''))] : undefined;
  const { organizationId, ...period } = usage;
  const to = Math.max(...events.map(({ timestamp }) => timestamp));
  const request = { stored: { ...period, metric, to, ...(values ? { values } : {}) }, after: null };
  const [stored = []] = await reader.events(organizationId, [request]);
  const find = bucketFinder(charge);
  const byBucket = groupBy(stored, ({ texts }) => bucketKey(find(texts)));
  return (event, bucket) => {
    const bucketEvents = byBucket.get(bucketKey(bucket)) ?? [];
    const end = bucketEvents.findIndex(({ place }) => !isBefore(place, event));
    return end < 0 ? bucketEvents : bucketEvents.slice(0, end);
  };
}
