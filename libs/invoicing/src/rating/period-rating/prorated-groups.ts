import type { ChargeView } from '@tollgate/catalog/reader';
import type {
  AggregatedGroup,
  UsageEventWithProperties,
  UsagePart,
  UsageRestriction,
} from '@tollgate/ingestion/reader';
import { aggregateProrated, countedBy, filtersOfEvent, groupOfEvent, textOf } from '@tollgate/rating';
import type { RatedPeriod } from '../../model/rated-charges/rated-charge.js';

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
  const filters = parts.flatMap(({ filter }) => filter ?? []);
  const partOf = new Map(parts.map((part) => [part.filter, part]));
  const groups = new Map<string, Omit<AggregatedGroup, 'aggregation'> & { events: UsageEventWithProperties[] }>();
  for (const event of countedBy(charge.metric.aggregationType, events).filter(({ texts }) =>
    only.every(({ key, values }) => values.includes(textOf(texts, key) ?? '')),
  )) {
    const taken = filtersOfEvent(filters, event.texts);
    for (const part of (taken.length > 0 ? taken : [null]).flatMap((filter) => partOf.get(filter) ?? [])) {
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
