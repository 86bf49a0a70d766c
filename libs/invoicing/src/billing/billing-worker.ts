import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { BillingRunRequest } from '@tollgate/contracts';
import { isLastTry, Logger, type Batch, type Failed } from '@tollgate/platform';
import { InvoicingQueues } from '../queues/invoicing-queues.js';
import { BillingRun } from './billing-run.service.js';
import { InvoiceLines } from './invoice-lines.service.js';

/**
 * Does the billing runs that wait, batch after batch. A run is taken off when it is done: one that is cut off is done
 * again, and what it billed is found billed.
 */
@Injectable()
export class BillingWorker implements OnApplicationBootstrap {
  constructor(
    private readonly billing: BillingRun,
    private readonly lines: InvoiceLines,
    private readonly queues: InvoicingQueues,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.queues.runs.start({
      before: (organizationId) => this.lines.flushUsage(organizationId),
      work: (batch) => this.bill(batch),
    });
  }

  private async bill({ organizationId, items }: Batch<BillingRunRequest>): Promise<Failed<BillingRunRequest>> {
    const runs = items.map((item) => ({ item, id: item.id, request: item.payload }));
    const left = await this.billing.prepare(organizationId, runs);
    const failed = await this.billing.bill(organizationId, left, ({ item }) => isLastTry(item));
    const owners = left.filter(({ needsSnapshot }) => needsSnapshot);
    // Before the runs are taken off: cut off here, they are done anew, find all billed, and ask again.
    await this.queues.requestSnapshots(
      organizationId,
      owners.map(({ run: { id: requestedBy, request } }) => ({ customerId: request.customer_id, requestedBy })),
    );
    const done = items.length - failed.size;
    this.logger.info('billing runs done', { organization_id: organizationId, done, failed: failed.size });
    return new Map([...failed].map(([{ item }, error]) => [item, error]));
  }
}
