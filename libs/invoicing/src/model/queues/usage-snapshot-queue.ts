import { z } from 'zod';
import { partitionOf, type QueueDefinition } from '@tollgate/platform';
import { failureOf } from '../errors/failure.rules.js';

/** A requested snapshot of usage: of an external id for its alerts, or of a customer's unbilled usage for wallets. */
export const UsageSnapshotRequest = z.object({
  customer_id: z.uuid(),
  external_subscription_id: z.string().nullable(),
});
export type UsageSnapshotRequest = z.infer<typeof UsageSnapshotRequest>;

/** The key of a request, so that several events lead to one snapshot. */
export const snapshotRequestId = ({
  customer_id: customerId,
  external_subscription_id: externalId,
}: UsageSnapshotRequest): string => (externalId === null ? `customer ${customerId}` : `subscription ${externalId}`);

/** The number of partitions in which customers of an organization have snapshots taken in parallel. */
const partitions = 2;

/** Snapshot requests, serially for each customer, so that their messages have the order of the snapshots. */
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
