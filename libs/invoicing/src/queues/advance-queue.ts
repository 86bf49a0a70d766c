import { z } from 'zod';
import { EventInAdvance } from '@tollgate/contracts';
import { partitionOf, type QueueDefinition } from '@tollgate/platform';
import { failureOf } from '../repositories/failure.rules.js';

/** Events of an organization that are charged at the same time are in different partitions. */
const partitions = 4;

/** Items that a version before has parked hold the message of their event. */
const asMessage = z.object({ events: z.tuple([EventInAdvance]) }).transform(({ events: [event] }) => event);

/** Events that wait to be charged, those of a subscription in the order in which they were stored. */
export const advanceQueue: QueueDefinition<EventInAdvance> = {
  job: 'advance-events',
  payload: z.union([EventInAdvance, asMessage]),
  keyOf: ({ external_subscription_id: id }) => String(partitionOf(id, partitions)),
  batchSize: 200,
  parallelKeys: 4,
  parkedAs: 'event',
  faultOf: failureOf,
};
