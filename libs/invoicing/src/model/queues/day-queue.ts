import { z } from 'zod';
import type { QueueDefinition } from '@tollgate/platform';
import { failureOf } from '../errors/failure.rules.js';

/** All ended days of an organization; tables hold the stale ones. */
export const UsageDays = z.object({});
export type UsageDays = z.infer<typeof UsageDays>;

/** The only key, so that several requests lead to one computation of an organization. */
export const usageDaysId = 'days';

/** Organizations with ended days to compute. They are no part of a bill, so no test clock waits for them. */
export const dayQueue: QueueDefinition<UsageDays> = {
  job: 'usage-days',
  payload: UsageDays,
  keyOf: () => usageDaysId,
  batchSize: 1,
  parallelKeys: 2,
  blocksTestClock: false,
  parkedAs: 'usage_days',
  faultOf: failureOf,
};
