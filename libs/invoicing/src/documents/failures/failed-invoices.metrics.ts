import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Metrics } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { countFailed } from '../../model/errors/invoice-errors.repository.js';

/** Counts failed invoices by reason: customers do not get them until an operator fixes the cause. */
@Injectable()
export class FailedInvoicesMetrics implements OnApplicationBootstrap {
  private readonly failed: Gauge<'reason'>;

  constructor(
    private readonly database: InvoicingDatabase,
    private readonly metrics: Metrics,
  ) {
    this.failed = new Gauge({
      name: 'tollgate_invoices_failed',
      help: 'Invoices that could not be made or made final, by why',
      labelNames: ['reason'],
      registers: [metrics.registry],
    });
  }

  onApplicationBootstrap(): void {
    this.metrics.onScrape(async () => {
      const counts = await this.database.everyTenant(countFailed);
      this.failed.reset();
      for (const { reason, failed } of counts) this.failed.set({ reason }, failed);
    });
  }
}
