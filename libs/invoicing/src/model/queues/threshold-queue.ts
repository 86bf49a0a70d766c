import { z } from 'zod';
import type { QueueDefinition } from '@tollgate/platform';
import { failureOf } from '../errors/failure.rules.js';

/** A subscription whose usage is checked against its thresholds. */
export const ThresholdCheck = z.object({ subscription_id: z.uuid() });
export type ThresholdCheck = z.infer<typeof ThresholdCheck>;

/** Threshold checks; several requests for a subscription lead to one check. */
export const thresholdQueue: QueueDefinition<ThresholdCheck> = {
  job: 'threshold-check',
  payload: ThresholdCheck,
  keyOf: ({ subscription_id: id }) => id,
  batchSize: 1,
  parallelKeys: 4,
  parkedAs: 'threshold_check',
  faultOf: failureOf,
};
