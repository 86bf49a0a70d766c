import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import type { BillingRunRequest } from '@tollgate/contracts';
import { CommandBus, isLastTry, Logger, type Batch, type Failed } from '@tollgate/platform';
import { InvoicingQueues } from '../../model/queues/invoicing-queues.js';
import { BillingRun } from './billing-run.service.js';
import { InvoiceLines } from './invoice-lines.service.js';

/**
 * Processes queued billing runs in batches. It removes a run only after completion. An interrupted run starts again and
 * skips periods with an invoice.
 */
@Injectable()
export class BillingWorker implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly billing: BillingRun,
    private readonly lines: InvoiceLines,
    private readonly queues: InvoicingQueues,
    private readonly commands: CommandBus,
    private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.commands.handle('invoicing', 'billing.is_settled', async ({ organization_id: id }) => ({
      settled: !(await this.queues.runs.isBusy(id)),
    }));
  }

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
    // Requests snapshots before it removes the runs: interrupted here, the runs start again, find everything billed,
    // and repeat the request.
    await this.queues.requestSnapshots(
      organizationId,
      owners.map(({ run: { id: requestedBy, request } }) => ({ customerId: request.customer_id, requestedBy })),
    );
    const done = items.length - failed.size;
    this.logger.info('billing runs done', { organization_id: organizationId, done, failed: failed.size });
    return new Map([...failed].map(([{ item }, error]) => [item, error]));
  }
}
