import { z } from 'zod';
import { partitionOf, type QueueDefinition } from '@tollgate/platform';
import { failureOf } from '../repositories/failure.rules.js';

/** Usage that is to be measured: that of an external id, for its alerts, or all that a customer has not been billed, for wallets. */
export const UsageSnapshotRequest = z.object({ customer_id: z.uuid(), external_subscription_id: z.string().nullable() });
export type UsageSnapshotRequest = z.infer<typeof UsageSnapshotRequest>;

/** Under which a measure waits: once, however many events ask for it. */
export const snapshotRequestId = ({ customer_id: customerId, external_subscription_id: externalId }: UsageSnapshotRequest): string =>
  externalId === null ? `customer ${customerId}` : `subscription ${externalId}`;

/** Customers of an organization whose usage is measured at the same time are in different partitions. */
const partitions = 2;

/** Measures: those of a customer one after another, so that what is told of it is told in its order. */
export const usageSnapshotQueue: QueueDefinition<UsageSnapshotRequest> = {
  job: 'usage-measure',
  payload: UsageSnapshotRequest,
  keyOf: ({ customer_id: id }) => String(partitionOf(id, partitions)),
  seriesOf: (request) => snapshotRequestId(request),
  batchSize: 300,
  parallelKeys: 4,
  rest: { afterItems: 10, mostMs: 700 },
  parkedAs: 'usage_measure',
  faultOf: failureOf,
};
