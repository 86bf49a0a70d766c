import { Module } from '@nestjs/common';
import { AdvanceUsageReader } from './usage/advance-usage.reader.js';
import { UsageReader } from './usage/usage.reader.js';

/** Reading usage, in every process that rates it. */
@Module({ providers: [UsageReader, AdvanceUsageReader], exports: [UsageReader, AdvanceUsageReader] })
export class IngestionReaderModule {}

export { UsageReader, type UsageEventWithProperties } from './usage/usage.reader.js';
export type {
  AggregatedGroup, AggregationRequest, CarriedLevels, GroupedBy, UsageOf, UsagePart, UsageRestriction,
} from './usage/usage-request.js';
export { AdvanceUsageReader, type EventPlace, type StoredEvent } from './usage/advance-usage.reader.js';
