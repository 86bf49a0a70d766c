import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { JobPayload } from '@tollgate/contracts';
import { Jobs, Logger } from '@tollgate/platform';
import { InvoicingDatabase } from '../invoicing.database.js';
import { lockLane, nextRuns, removeRun, type QueuedRun } from './billing-queue.js';
import { BillingRun } from './billing-run.js';

/** Each holds a connection while it works. */
const parallelLanes = 4;
/** Runs that are prepared together, and how many of them are billed at a time. */
const batchSize = 40;
const parallelRuns = 8;

/**
 * Does the billing runs that wait in the lanes of an organization, batch after batch. A run is taken off when it is done:
 * one that is cut off is done again, and what it billed is found billed.
 */
@Injectable()
export class BillingLanes implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly billing: BillingRun,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work('billing-run', (payload) => this.drain(payload), parallelLanes);
  }

  /** Jobs of one lane that meet do the same work once. @throws why runs failed, when all others are done */
  private async drain({ organization_id: organizationId, lane }: JobPayload<'billing-run'>): Promise<void> {
    const failures = new Map<string, unknown>();
    let done = 0;
    for (;;) {
      const batch = await this.database.tenant(organizationId, async (transaction) => {
        await lockLane(transaction, organizationId, lane);
        const runs = await nextRuns(transaction, organizationId, lane, [...failures.keys()], batchSize);
        for (const [customerId, error] of await this.settle(organizationId, runs)) failures.set(customerId, error);
        return runs;
      });
      if (batch.length === 0) break;
      done += batch.length;
      this.logger.info('billing runs done', { organization_id: organizationId, lane, done, failed: failures.size });
    }
    const [failure] = failures.values();
    if (failure !== undefined) throw failure;
  }

  /** @returns what went wrong, by customer */
  private async settle(organizationId: string, runs: QueuedRun[]): Promise<Map<string, unknown>> {
    if (runs.length === 0) return new Map();
    await this.billing.settleUsage(organizationId);
    try {
      return await this.settleTogether(organizationId, runs);
    } catch (error) {
      if (runs.length === 1) return new Map(runs.map(({ request }) => [request.customer_id, error]));
      // One that cannot be prepared must not hold up the others.
      this.logger.warn('billing runs are done one by one', { organization_id: organizationId, runs: runs.length, error });
      const failures = new Map<string, unknown>();
      for (const run of runs) {
        const failed = await this.settleTogether(organizationId, [run]).catch((reason: unknown) => new Map([[run.request.customer_id, reason]]));
        for (const [customerId, reason] of failed) failures.set(customerId, reason);
      }
      return failures;
    }
  }

  private async settleTogether(organizationId: string, runs: QueuedRun[]): Promise<Map<string, unknown>> {
    const prepared = await this.billing.prepare(organizationId, runs);
    const failures = new Map<string, unknown>();
    const left = [...prepared];
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const { id, request } = next.run;
        try {
          await this.billing.bill(organizationId, next);
          await this.database.tenant(organizationId, (transaction) => removeRun(transaction, id));
        } catch (error) {
          failures.set(request.customer_id, error);
        }
      }
    };
    await Promise.all(Array.from({ length: parallelRuns }, work));
    return failures;
  }
}
