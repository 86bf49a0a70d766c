import { Injectable } from '@nestjs/common';
import type { BillingRunRequest, EventInAdvance } from '@tollgate/contracts';
import { KeyedQueues, type KeyedQueue } from '@tollgate/platform';
import { InvoicingDatabase } from '../invoicing.database.js';
import { advanceQueue } from './advance-queue.js';
import { billingQueue } from './billing-queue.js';
import { thresholdQueue, type ThresholdCheck } from './threshold-queue.js';

/** What waits to be billed. */
@Injectable()
export class InvoicingQueues {
  readonly runs: KeyedQueue<BillingRunRequest>;
  readonly events: KeyedQueue<EventInAdvance>;
  readonly checks: KeyedQueue<ThresholdCheck>;

  constructor(
    private readonly database: InvoicingDatabase,
    private readonly queues: KeyedQueues,
  ) {
    this.runs = queues.open(database, billingQueue);
    this.events = queues.open(database, advanceQueue);
    this.checks = queues.open(database, thresholdQueue);
  }

  /** Queues a job for what waits and has none. */
  async wakeIdle(): Promise<void> {
    await this.queues.wakeIdle(this.database);
  }
}
