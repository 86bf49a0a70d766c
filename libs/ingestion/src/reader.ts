import { Module } from '@nestjs/common';
import { ClickHouse } from '@tollgate/platform';
import { EventSearch } from './usage/event-search.reader.js';
import { RollupReader } from './store/rollups/rollup-reader.js';
import { InAdvanceUsageReader } from './usage/in-advance-usage.reader.js';
import { UsageReader } from './usage/usage.reader.js';
import { LateUsageReader } from './usage/late-usage.reader.js';
import { RatedEventsReader } from './usage/rated-events.reader.js';
import { UsedDaysReader } from './usage/used-days.reader.js';
import { UsualUsageReader } from './usage/usual-usage.reader.js';

/** Usage readers, for every process that rates usage. */
@Module({
  providers: [
    UsageReader,
    InAdvanceUsageReader,
    UsedDaysReader,
    LateUsageReader,
    EventSearch,
    RatedEventsReader,
    UsualUsageReader,
    {
      provide: RollupReader,
      inject: [ClickHouse],
      useFactory: (clickhouse: ClickHouse) => new RollupReader(clickhouse),
    },
  ],
  exports: [
    UsageReader,
    InAdvanceUsageReader,
    UsedDaysReader,
    LateUsageReader,
    EventSearch,
    RatedEventsReader,
    UsualUsageReader,
  ],
})
export class IngestionReaderModule {}

export { UsageReader, type UsageEventWithProperties } from './usage/usage.reader.js';
export type {
  AggregatedGroup,
  AggregationRequest,
  OpeningBalances,
  GroupedBy,
  UsageOf,
  UsagePart,
  UsageRestriction,
} from './model/usage-queries/usage-request.js';
export {
  InAdvanceUsageReader,
  nothingRead,
  type CountedEvents,
  type EventPlace,
  type EventsDigest,
  type StoredEvent,
  type StoredEvents,
} from './usage/in-advance-usage.reader.js';
export { LateUsageReader, type LateUsage } from './usage/late-usage.reader.js';
export { UsedDaysReader, type UsedDay } from './usage/used-days.reader.js';
export { UsualUsageReader, type DaysAndHour, type UsualUsage } from './usage/usual-usage.reader.js';
export {
  RatedEventsReader,
  type RatedCount,
  type RatedEvent,
  type RatedPlace,
  type RatedStatus,
} from './usage/rated-events.reader.js';
export type { RatedEvents } from './model/usage-queries/rated-events-sql.js';
export { voidedAmong, voidsOfUsage } from './intake/voids/voids.reader.js';
export { EventSearch, findVoidedEvent, type CountedEvent, type FoundEvent } from './usage/event-search.reader.js';
export { countCheckedErrors } from './quality/checks/event-error-hours.repository.js';
