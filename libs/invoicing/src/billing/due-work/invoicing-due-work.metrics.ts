import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Metrics } from '@tollgate/platform';
import { oldestDueDraft, phases, type DraftPhase } from './invoicing.due-work.js';
import { oldestOverdue } from './overdue-payments.js';
import { InvoicingDatabase } from '../../invoicing.database.js';

/** Reports how long the oldest work has been due. */
@Injectable()
export class InvoicingDueWorkMetrics implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.metrics.onScrape(() => this.recordOldest());
  }

  private async recordOldest(): Promise<void> {
    const now = Date.now();
    await this.database.everyTenant(async (transaction) => {
      for (const phase of Object.keys(phases) as DraftPhase[]) {
        this.metrics.recordDueWork('invoicing', phase, await oldestDueDraft(transaction, phase, new Date(now)), now);
      }
      this.metrics.recordDueWork('invoicing', 'overdue', await oldestOverdue(transaction, now), now);
    });
  }
}
