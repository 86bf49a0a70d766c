import { Module } from '@nestjs/common';
import { UsageReader } from './usage/usage.reader.js';

/** Reading usage, in every process that rates it. */
@Module({ providers: [UsageReader], exports: [UsageReader] })
export class IngestionReaderModule {}

export { UsageReader, type UsageEventWithProperties } from './usage/usage.reader.js';
export type {
  AggregatedGroup, AggregationRequest, CarriedLevels, GroupedBy, UsageOf, UsagePart, UsageRestriction,
} from './usage/usage-request.js';
