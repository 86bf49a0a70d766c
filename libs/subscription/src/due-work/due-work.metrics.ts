import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Metrics } from '@tollgate/platform';
import { SubscriptionDatabase } from '../subscription.database.js';
import { oldestDue, phases, type SubscriptionPhase } from '../model/subscriptions/due-subscriptions.repository.js';

/** Reports how long due work has been waiting by the wall clock, by phase. */
@Injectable()
export class DueWorkMetrics implements OnApplicationBootstrap {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.metrics.onScrape(() => this.measure());
  }

  private async measure(): Promise<void> {
    const now = Date.now();
    const names = Object.keys(phases) as SubscriptionPhase[];
    const oldest = await this.database.everyTenant((transaction) => oldestDue(transaction, new Date(now)));
    for (const phase of names) this.metrics.recordDueWork('subscription', phase, oldest.get(phase), now);
  }
}
