import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Metrics } from '@tollgate/platform';
import { oldestDueDraft, phases, type DraftPhase } from '../due-work/invoicing.due-work.js';
import { InvoicingDatabase } from '../invoicing.database.js';
import { waitingIn } from './waiting-work.repository.js';

/** What waits to be billed, and how long the oldest of it has been waiting. */
@Injectable()
export class WaitingWorkMetrics implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.metrics.onScrape(() => this.measure());
  }

  private async measure(): Promise<void> {
    const now = Date.now();
    await this.database.everyTenant(async (transaction) => {
      const runs = await waitingIn(transaction, 'billing_runs');
      this.metrics.billingRunsWaiting.set(runs.waiting);
      this.metrics.billingRunsOldest.set(runs.oldest_seconds);
      const events = await waitingIn(transaction, 'advance_queue');
      this.metrics.inAdvanceEventsWaiting.set(events.waiting);
      this.metrics.inAdvanceEventsOldest.set(events.oldest_seconds);
      for (const phase of Object.keys(phases) as DraftPhase[]) {
        this.metrics.recordDueWork('invoicing', phase, await oldestDueDraft(transaction, phase, new Date(now)), now);
      }
    });
  }
}
