import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BillingRunRequest, type JobPayload } from '@tollgate/contracts';
import { Jobs, Logger, newId, Parked, parkedReasonOf, type ParkedRow } from '@tollgate/platform';
import { InvoicingDatabase } from '../invoicing.database.js';
import { failureOf } from '../rows/failure.rules.js';
import {
  laneOf,
  nameOfLane,
  nextRuns,
  recordFailedRun,
  queueRun,
  removeRun,
  type QueuedRun,
} from '../queues/billing-queue.js';
import { BillingRun } from './billing-run.service.js';

/** Each holds a connection while it works. */
const parallelLanes = 4;
/** Runs that are prepared together, and how many of them are billed at a time. */
const batchSize = 40;
const parallelRuns = 8;
/** Tries of a run that fails for a reason that nobody foresaw. */
const maximumAttempts = 5;

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
    private readonly parked: Parked,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.parked.register('invoicing', kind, { retry: (item) => this.retry(item) });
    this.jobs.work('billing-run', (payload) => this.drain(payload), parallelLanes);
  }

  /** Jobs of one lane that meet do the same work once. @throws why runs failed, when all others are done */
  private async drain({ organization_id: organizationId, lane }: JobPayload<'billing-run'>): Promise<void> {
    const failures = new Map<string, unknown>();
    let done = 0;
    for (;;) {
      const batch = await this.database.alone(nameOfLane(organizationId, lane), async () => {
        const without = [...failures.keys()];
        const runs = await this.database.tenant(organizationId, (transaction) =>
          nextRuns(transaction, organizationId, lane, without, batchSize),
        );
        for (const [customerId, error] of await this.process(organizationId, runs)) failures.set(customerId, error);
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
  private async process(organizationId: string, runs: QueuedRun[]): Promise<Map<string, unknown>> {
    if (runs.length === 0) return new Map();
    await this.billing.flushUsage(organizationId);
    try {
      return await this.processTogether(organizationId, runs);
    } catch (error) {
      const [only] = runs;
      if (only && runs.length === 1) return this.failed(organizationId, only, error);
      // One that cannot be prepared must not hold up the others.
      this.logger.warn('billing runs are done one by one', {
        organization_id: organizationId,
        runs: runs.length,
        error,
      });
      const failures = new Map<string, unknown>();
      for (const run of runs) {
        const failed = await this.processTogether(organizationId, [run]).catch((reason: unknown) =>
          this.failed(organizationId, run, reason),
        );
        for (const [customerId, reason] of failed) failures.set(customerId, reason);
      }
      return failures;
    }
  }

  private async processTogether(organizationId: string, runs: QueuedRun[]): Promise<Map<string, unknown>> {
    const prepared = await this.billing.prepare(organizationId, runs);
    const failures = new Map<string, unknown>();
    const left = [...prepared];
    const work = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        try {
          await this.billing.bill(organizationId, next, isLast(next.run));
          await this.database.tenant(organizationId, (transaction) => removeRun(transaction, next.run.id));
        } catch (error) {
          for (const [customerId, reason] of await this.failed(organizationId, next.run, error))
            failures.set(customerId, reason);
        }
      }
    };
    await Promise.all(Array.from({ length: parallelRuns }, work));
    return failures;
  }

  /** What becomes of a run that failed: it is tried again, or parked, so that the next one of its customer goes on. @returns what is tried again */
  private async failed(organizationId: string, run: QueuedRun, error: unknown): Promise<Map<string, unknown>> {
    const failure = failureOf(error);
    if (failure && (failure.permanent || isLast(run))) {
      await this.park(organizationId, run, error);
      return new Map();
    }
    if (failure)
      await this.database.tenant(organizationId, (transaction) =>
        recordFailedRun(transaction, run.id, failure.message),
      );
    return new Map([[run.request.customer_id, error]]);
  }

  private async park(organizationId: string, { id: key, request, attempts }: QueuedRun, error: unknown): Promise<void> {
    await this.database.tenant(organizationId, async (transaction) => {
      await this.parked.park(transaction, {
        service: 'invoicing',
        kind,
        organizationId,
        key,
        ...parkedReasonOf(error),
        payload: request,
        tries: attempts + 1,
      });
      await removeRun(transaction, key);
    });
  }

  /** Does a parked run again, in its lane; one that fails again is parked again. */
  private async retry({ organization_id: organizationId, key: id, payload }: ParkedRow): Promise<void> {
    const request = BillingRunRequest.parse(payload);
    await this.database.tenant(organizationId, (transaction) => queueRun(transaction, organizationId, { id, request }));
    await this.jobs.add(
      'billing-run',
      { organization_id: organizationId, request_id: null, lane: laneOf(request.customer_id) },
      { id: newId() },
    );
  }
}

/** Its name among what is parked. */
const kind = 'run';

const isLast = ({ attempts }: QueuedRun) => attempts + 1 >= maximumAttempts;
