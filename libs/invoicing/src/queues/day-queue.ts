import { z } from 'zod';
import type { QueueDefinition } from '@tollgate/platform';
import { failureOf } from '../repositories/failure.rules.js';

/** All ended days of an organization: what of them is owed stands in tables. */
export const UsageDays = z.object({});
export type UsageDays = z.infer<typeof UsageDays>;

/** Under which they wait: an organization is looked at once, however many ask for it. */
export const usageDaysId = 'days';

/** Organizations whose ended days are to be looked at. Nobody's clock waits for them: they are no part of a bill. */
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
