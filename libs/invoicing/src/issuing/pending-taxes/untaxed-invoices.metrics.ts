import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Metrics } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { oldestTaxReport } from '../../model/taxes/tax-reports.repository.js';
import { oldestUntaxed } from '../../model/taxes/untaxed-fees.repository.js';

/**
 * Measures how long invoices wait for taxes, and reports for their tax engine. Neither wait has a limit, so this makes a
 * long outage visible.
 */
@Injectable()
export class UntaxedInvoicesMetrics implements OnApplicationBootstrap {
  private readonly oldest: Gauge;
  private readonly oldestReport: Gauge;

  constructor(
    private readonly database: InvoicingDatabase,
    private readonly metrics: Metrics,
  ) {
    this.oldest = new Gauge({
      name: 'tollgate_untaxed_invoices_oldest_seconds',
      help: 'How long the oldest invoice has been waiting for the taxes of its customer',
      registers: [metrics.registry],
    });
    this.oldestReport = new Gauge({
      name: 'tollgate_tax_reports_oldest_seconds',
      help: 'How long the oldest void or credit note has been waiting for its tax engine',
      registers: [metrics.registry],
    });
  }

  onApplicationBootstrap(): void {
    this.metrics.onScrape(async () => {
      this.oldest.set(secondsSince(await this.database.everyTenant(oldestUntaxed)));
      this.oldestReport.set(secondsSince(await this.database.everyTenant(oldestTaxReport)));
    });
  }
}

const secondsSince = (since: Date | undefined): number =>
  since === undefined ? 0 : Math.max(Date.now() - since.getTime(), 0) / 1000;
