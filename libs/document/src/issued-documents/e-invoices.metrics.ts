import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Metrics } from '@tollgate/platform';
import { Gauge } from 'prom-client';
import { DocumentDatabase } from '../document.database.js';
import { countFaulty } from './e-invoices.repository.js';

/** Counts documents whose e-invoices could not be made: their customers received the document only. */
@Injectable()
export class EInvoicesMetrics implements OnApplicationBootstrap {
  private readonly faulty: Gauge;

  constructor(
    private readonly database: DocumentDatabase,
    private readonly metrics: Metrics,
  ) {
    this.faulty = new Gauge({
      name: 'tollgate_einvoices_failed',
      help: 'Documents whose e-invoices could not be made valid',
      registers: [metrics.registry],
    });
  }

  onApplicationBootstrap(): void {
    this.metrics.onScrape(async () => this.faulty.set(await this.database.everyTenant(countFaulty)));
  }
}
