import { BillingRunRequest } from '@tollgate/contracts';
import type { QueueDefinition } from '@tollgate/platform';
import { failureOf } from '../errors/failure.rules.js';

/** A requested run that is not done. */
export interface QueuedRun {
  id: string;
  request: BillingRunRequest;
}

/** The number of partitions in which customers of an organization are billed in parallel. */
const partitions = 8;

/** Billing runs, one at a time for a customer: an invoice depends on the fees and credits of earlier ones. */
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
