import { z } from 'zod';
import { EventInAdvance } from '@tollgate/contracts';
import { partitionOf, type QueueDefinition } from '@tollgate/platform';
import { failureOf } from '../errors/failure.rules.js';

/** The number of partitions in which events of an organization are charged in parallel. */
const partitions = 4;

/** An earlier version parked items with the message of their event. */
const asMessage = z.object({ events: z.tuple([EventInAdvance]) }).transform(({ events: [event] }) => event);

/** Events to charge, in the order of their storage for each subscription. */
export const advanceQueue: QueueDefinition<EventInAdvance> = {
  job: 'advance-events',
  payload: z.union([EventInAdvance, asMessage]),
  keyOf: ({ external_subscription_id: id }) => String(partitionOf(id, partitions)),
  batchSize: 200,
  parallelKeys: 4,
  parkedAs: 'event',
  faultOf: failureOf,
};
