import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Metrics } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { oldestPendingSync } from '../../model/accounting/accounting-syncs.repository.js';

/** Measures how long documents wait for their accounting system: that wait has no limit. */
@Injectable()
export class AccountingSyncsMetrics implements OnApplicationBootstrap {
  private readonly oldest: Gauge;

  constructor(
    private readonly database: InvoicingDatabase,
    private readonly metrics: Metrics,
  ) {
    this.oldest = new Gauge({
      name: 'tollgate_accounting_syncs_oldest_seconds',
      help: 'How long the oldest document has been waiting for its accounting system',
      registers: [metrics.registry],
    });
  }

  onApplicationBootstrap(): void {
    this.metrics.onScrape(async () => {
      const since = await this.database.everyTenant(oldestPendingSync);
      this.oldest.set(since === undefined ? 0 : Math.max(Date.now() - since.getTime(), 0) / 1000);
    });
  }
}
