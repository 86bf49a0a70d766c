import type { ChargeView } from '@tollgate/catalog/reader';
import type {
  AggregatedGroup,
  UsageEventWithProperties,
  UsagePart,
  UsageRestriction,
} from '@tollgate/ingestion/reader';
import { aggregateProrated, countedBy, filtersOfEvent, groupOfEvent, textOf } from '@tollgate/rating';
import type { RatedPeriod } from '../../model/line-items/rated-charge.js';

/**
 * Aggregates prorated usage over single events, since it depends on the day of each (metering, section 4.4). An event
 * that does not count opens no group, which may have a price without units.
 */
export function proratedGroups(
  charge: ChargeView,
  parts: UsagePart[],
  events: UsageEventWithProperties[],
  only: UsageRestriction[],
  period: RatedPeriod,
): AggregatedGroup[] {
  const groups = new Map<string, Omit<AggregatedGroup, 'aggregation'> & { events: UsageEventWithProperties[] }>();
  for (const event of countedBy(charge.metric.aggregationType, events).filter(({ texts }) =>
    only.every(({ key, values }) => values.includes(textOf(texts, key) ?? '')),
  )) {
    for (const part of partsOfEvent(parts, event)) {
      const filterId = part.filter?.id ?? null;
      const groupedBy = groupOfEvent(event.texts, part.groupKeys);
      const key = JSON.stringify([filterId, groupedBy]);
      const group = groups.get(key) ?? { filterId, groupedBy, events: [] };
      group.events.push(event);
      groups.set(key, group);
    }
  }
  return [...groups.values()].map(({ filterId, groupedBy, events: bucketEvents }) => ({
    filterId,
    groupedBy,
    aggregation: aggregateProrated(charge.metric, bucketEvents, period),
  }));
}

function partsOfEvent(parts: UsagePart[], event: UsageEventWithProperties): UsagePart[] {
  const taken = filtersOfEvent(
    parts.flatMap(({ filter }) => filter ?? []),
    event.texts,
  );
  return parts.filter(({ filter }) => (filter ? taken.includes(filter) : taken.length === 0));
}
