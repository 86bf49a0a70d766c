import { BillingRunRequest } from '@tollgate/contracts';
import type { QueueDefinition } from '@tollgate/platform';
import { failureOf } from '../repositories/failure.rules.js';

/** A run that was asked for and is not done. */
export interface QueuedRun {
  id: string;
  request: BillingRunRequest;
}

/** Customers of an organization that are billed at the same time are in different partitions. */
const partitions = 8;

/** Runs of customers; an invoice builds on those before it, by their fees and credits, so a customer has one at a time. */
export const billingQueue: QueueDefinition<BillingRunRequest> = {
  job: 'billing-run',
  payload: BillingRunRequest,
  keyOf: ({ customer_id: id }) => String(Number.parseInt(id.slice(-2), 16) % partitions),
  seriesOf: ({ customer_id: id }) => id,
  batchSize: 40,
  parallelKeys: 4,
  parkedAs: 'run',
  faultOf: failureOf,
};
