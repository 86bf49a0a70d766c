// The parts of the usage store that benchmarks time alone, without a service.
export { EventErrorsRepository } from './intake/event-errors/event-errors.repository.js';
export type { EventSelection } from './intake/events/event-selection.js';
export { EventsRepository } from './intake/events/events.repository.js';
export type { AggregatedGroup, AggregationRequest, UsageOf, UsagePart } from './model/usage-queries/usage-request.js';
export type { DatedCodes } from './quality/faulty-events/faulty-candidates.js';
export { FaultyEventsRepository } from './quality/faulty-events/faulty-events.repository.js';
export { RollupDefinitions } from './store/rollups/rollup-definitions.js';
export { makeRollups } from './store/rollups/rollup-maker.js';
export { RollupReader } from './store/rollups/rollup-reader.js';
export { UsageReader } from './usage/usage.reader.js';
