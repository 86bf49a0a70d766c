import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { BillingRunRequest } from '@tollgate/contracts';
import { isLastTry, Logger, type Batch, type Failed } from '@tollgate/platform';
import { InvoicingDatabase } from '../invoicing.database.js';
import { InvoicingQueues } from '../queues/invoicing-queues.js';
import { BillingRun } from './billing-run.service.js';

/** Runs of a batch that are billed at a time. */
const parallelRuns = 8;

/**
 * Does the billing runs that wait, batch after batch. A run is taken off when it is done: one that is cut off is done
 * again, and what it billed is found billed.
 */
@Injectable()
export class BillingWorker implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly billing: BillingRun,
    private readonly queues: InvoicingQueues,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.runs.start({
      before: (organizationId) => this.billing.flushUsage(organizationId),
      work: (batch) => this.bill(batch),
    });
  }

  private async bill({ organizationId, items, finish }: Batch<BillingRunRequest>): Promise<Failed<BillingRunRequest>> {
    const runs = items.map((item) => ({ item, id: item.id, request: item.payload }));
    const left = await this.billing.prepare(organizationId, runs);
    const failed: Failed<BillingRunRequest> = new Map();
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const { item } = next.run;
        try {
          await this.billing.bill(organizationId, next, isLastTry(item));
          await this.database.tenant(organizationId, (transaction) => finish(transaction, [item]));
        } catch (error) {
          failed.set(item, error);
        }
      }
    };
    await Promise.all(Array.from({ length: parallelRuns }, work));
    const done = items.length - failed.size;
    this.logger.info('billing runs done', { organization_id: organizationId, done, failed: failed.size });
    return failed;
  }
}
