import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { groupBy, Jobs, Logger, sumOf, Passes, type Pass } from '@tollgate/platform';
import { dropOldCheckpoints } from '../../rating/in-advance-rating/usage-checkpoints.repository.js';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { InvoicingQueues } from '../../model/queues/invoicing-queues.js';
import { stuckPurchases, publishStuckPurchases } from '../../model/payments/sold-credits.repository.js';
import { invoicesToReport } from '../../model/taxes/tax-reports.repository.js';
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
    private readonly passes: Passes,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.reconcileEvery('invoicing-sweep', () => this.reconcile());
  }

  async reconcile(): Promise<void> {
    await this.passes.steps('invoicing-sweep', {
      queues: () => this.queues.wakeIdle(),
      checkpoints: () => this.database.everyTenant((transaction) => dropOldCheckpoints(transaction, 1000)),
      purchases: () => this.settlePurchases(),
      starts: () => this.settleStarts(),
      invoices: () => this.queueInvoices(),
      taxes: () => this.queueTaxes(),
      reports: () => this.queueReports(),
    });
  }

  private async queueInvoices(): Promise<void> {
    const invoices = await this.database.everyTenant(pendingInvoices);
    await this.passes.each(queueing('invoice_id'), invoices.map(identified), ({ organization_id, id }) =>
      this.jobs.add(
        'invoice-retry',
        { organization_id, request_id: null, invoice_id: id },
        { id: idOfRun(id), blocksTestClock: false },
      ),
    );
    if (invoices.length > 0)
      this.logger.warn('invoices that waited without a job are queued again', { invoices: invoices.length });
  }

  private async queueTaxes(): Promise<void> {
    const customers = await this.database.everyTenant(customersToTax);
    await this.passes.each(
      queueing('customer_id'),
      customers.map(({ organization_id, customer_id: id }) => ({ organization_id, id })),
      ({ organization_id, id }) =>
        this.jobs.add(
          'invoice-taxes',
          { organization_id, request_id: null, customer_id: id },
          { id: idOfRun(id), blocksTestClock: false },
        ),
    );
    if (customers.length > 0)
      this.logger.warn('invoices that waited for taxes without a job are queued again', {
        customers: customers.length,
      });
  }

  private async queueReports(): Promise<void> {
    const invoices = await this.database.everyTenant(invoicesToReport);
    await this.passes.each(
      queueing('invoice_id'),
      invoices.map(({ organization_id, invoice_id: id }) => ({ organization_id, id })),
      ({ organization_id, id }) =>
        this.jobs.add(
          'tax-reports',
          { organization_id, request_id: null, invoice_id: id },
          { id: idOfRun(id), blocksTestClock: false },
        ),
    );
  }

  /** Publishes the outcomes of starts that wait although they are decided (subscriptions, section 3.5). */
  private async settleStarts(): Promise<void> {
    const decided = await this.database.everyTenant(decidedStarts);
    const failure = 'decided starts were not published; they stay due';
    await this.passes.each(
      { ...perOrganization, failure },
      groupBy(decided, (start) => start.organization_id),
      ([organizationId, starts]) =>
        this.database.tenant(organizationId, (transaction) => publishDecided(transaction, starts)),
    );
  }

  /** Fails purchases of credits with a voided invoice, which can no longer be paid. */
  private async settlePurchases(): Promise<void> {
    const stuck = await this.database.everyTenant(stuckPurchases);
    const failure = 'purchases of credits with a voided invoice did not fail; they stay due';
    const settled = await this.passes.each(
      { ...perOrganization, failure },
      groupBy(stuck, (purchase) => purchase.organization_id),
      async ([organizationId, purchases]) => {
        await this.database.tenant(organizationId, (transaction) => publishStuckPurchases(transaction, purchases));
        return purchases.length;
      },
    );
    if (settled.length > 0)
      this.logger.warn('purchases of credits whose invoice was voided have failed', {
        purchases: sumOf(settled),
      });
  }
}

interface Waiting {
  organization_id: string;
  id: string;
}

const identified = ({ organization_id, id }: Waiting): Waiting => ({ organization_id, id });

const queueing = (field: string): Pass<Waiting> => ({
  name: 'invoicing-sweep',
  failure: 'waiting work was not queued; it stays due',
  about: ({ organization_id, id }) => ({ organization_id, [field]: id }),
});

const perOrganization = {
  name: 'invoicing-sweep',
  about: ([organization_id]: [string, unknown]) => ({ organization_id }),
};

/** One run queues a job once, and the next run again; lost work waits no longer than for its own job. */
const idOfRun = (id: string): string => `sweep-${id}-${Math.floor(Date.now() / everyMinute)}`;
