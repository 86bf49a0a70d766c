import { z } from 'zod';
import type { QueueDefinition } from '@tollgate/platform';
import { failureOf } from '../repositories/failure.rules.js';

/** A subscription whose usage is to be checked against its thresholds. */
export const ThresholdCheck = z.object({ subscription_id: z.uuid() });
export type ThresholdCheck = z.infer<typeof ThresholdCheck>;

/** Checks of subscriptions: one waits for each, however often it is asked for. */
export const thresholdQueue: QueueDefinition<ThresholdCheck> = {
  job: 'threshold-check',
  payload: ThresholdCheck,
  keyOf: ({ subscription_id: id }) => id,
  batchSize: 1,
  parallelKeys: 4,
  parkedAs: 'threshold_check',
  faultOf: failureOf,
};
