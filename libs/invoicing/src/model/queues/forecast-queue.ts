import { z } from 'zod';
import type { QueueDefinition } from '@tollgate/platform';
import { failureOf } from '../errors/failure.rules.js';

/** A subscription whose forecast alerts watch. */
export const ForecastRequest = z.object({ customer_id: z.uuid(), external_subscription_id: z.string() });
export type ForecastRequest = z.infer<typeof ForecastRequest>;

/** The only key of an organization: one worker at a time forecasts for its alerts. */
export const forecastsKey = 'forecasts';

/** Forecasts for alerts. They follow the usage by up to a minute, so no test clock waits for them. */
export const forecastQueue: QueueDefinition<ForecastRequest> = {
  job: 'usage-forecast',
  payload: ForecastRequest,
  keyOf: () => forecastsKey,
  seriesOf: ({ external_subscription_id: externalId }) => externalId,
  batchSize: 20,
  parallelKeys: 2,
  blocksTestClock: false,
  rest: { afterItems: 10, mostMs: 2_000 },
  parkedAs: 'usage_forecast',
  faultOf: failureOf,
};
