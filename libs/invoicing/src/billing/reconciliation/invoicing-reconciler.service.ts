import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { groupBy, Jobs, Logger } from '@tollgate/platform';
import { dropOldCheckpoints } from '../../rating/in-advance-rating/usage-checkpoints.repository.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { InvoicingQueues } from '../../model/queues/invoicing-queues.js';
import { stuckPurchases, publishStuckPurchases } from '../../model/repositories/sold-credits.repository.js';
import { invoicesToReport } from '../../model/repositories/tax-reports.repository.js';
import { decidedStarts, publishDecided } from './decided-starts.repository.js';
import { customersToTax, pendingInvoices } from './pending-invoices.repository.js';

const everyMinute = 60_000;

/**
 * Queues a job for queued work without one: after the job failed for good, its process was killed, or the job store was
 * emptied. Tables hold the queued work; jobs only make it fast.
 */
@Injectable()
export class InvoicingReconciler implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly queues: InvoicingQueues,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.reconcileEvery('invoicing-sweep', () => this.reconcile());
  }

  async reconcile(): Promise<void> {
    await this.queues.wakeIdle();
    const invoices = await this.database.everyTenant(pendingInvoices);
    await this.database.everyTenant((transaction) => dropOldCheckpoints(transaction, 1000));
    await this.settlePurchases();
    await this.settleStarts();
    // One run queues a job once, and the next run again; lost work waits no longer than for its own job.
    const minute = Math.floor(Date.now() / everyMinute);
    for (const { organization_id, id } of invoices) {
      const payload = { organization_id, request_id: null, invoice_id: id };
      await this.jobs.add('invoice-retry', payload, { id: `sweep-${id}-${minute}`, blocksTestClock: false });
    }
    const customers = await this.database.everyTenant(customersToTax);
    for (const { organization_id, customer_id } of customers) {
      const payload = { organization_id, request_id: null, customer_id };
      await this.jobs.add('invoice-taxes', payload, { id: `sweep-${customer_id}-${minute}`, blocksTestClock: false });
    }
    for (const { organization_id, invoice_id } of await this.database.everyTenant(invoicesToReport)) {
      const payload = { organization_id, request_id: null, invoice_id };
      await this.jobs.add('tax-reports', payload, { id: `sweep-${invoice_id}-${minute}`, blocksTestClock: false });
    }
    if (invoices.length + customers.length > 0)
      this.logger.warn('invoices that waited without a job are queued again', {
        invoices: invoices.length,
        customers: customers.length,
      });
  }

  /** Publishes the outcomes of starts that wait although they are decided (subscriptions, section 3.5). */
  private async settleStarts(): Promise<void> {
    const decided = await this.database.everyTenant(decidedStarts);
    for (const [organizationId, starts] of groupBy(decided, (start) => start.organization_id))
      await this.database
        .tenant(organizationId, (transaction) => publishDecided(transaction, starts))
        .catch((error: unknown) =>
          this.logger.error('decided starts were not published; they stay due', {
            organization_id: organizationId,
            error,
          }),
        );
  }

  /** Fails purchases of credits with a voided invoice, which can no longer be paid. */
  private async settlePurchases(): Promise<void> {
    const stuck = await this.database.everyTenant(stuckPurchases);
    for (const [organizationId, organizationPurchases] of groupBy(stuck, (purchase) => purchase.organization_id))
      await this.database.tenant(organizationId, (transaction) =>
        publishStuckPurchases(transaction, organizationPurchases),
      );
    if (stuck.length > 0)
      this.logger.warn('purchases of credits whose invoice was voided have failed', { purchases: stuck.length });
  }
}
