import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Metrics } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { oldestUntaxed } from '../../model/repositories/untaxed-fees.repository.js';

/**
 * Measures how long invoices wait for taxes. The wait has no limit, so this makes a long outage of a registry visible.
 */
@Injectable()
export class UntaxedInvoicesMetrics implements OnApplicationBootstrap {
  private readonly oldest: Gauge;

  constructor(
    private readonly database: InvoicingDatabase,
    private readonly metrics: Metrics,
  ) {
    this.oldest = new Gauge({
      name: 'tollgate_untaxed_invoices_oldest_seconds',
      help: 'How long the oldest invoice has been waiting for the taxes of its customer',
      registers: [metrics.registry],
    });
  }

  onApplicationBootstrap(): void {
    this.metrics.onScrape(async () => {
      const since = await this.database.everyTenant(oldestUntaxed);
      this.oldest.set(since === undefined ? 0 : Math.max(Date.now() - since.getTime(), 0) / 1000);
    });
  }
}
