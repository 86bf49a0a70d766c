import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, Logger } from '@tollgate/platform';
import { dropOldCheckpoints } from '../in-advance-rating/usage-checkpoints.repository.js';
import { InvoicingDatabase } from '../invoicing.database.js';
import { idleLanes, lostChecks, pendingInvoices, type IdleLane } from './waiting-work.repository.js';

const everyMinute = 60_000;

/**
 * Queues a job for what waits and has none: its job was given up, its process killed, or the store of jobs emptied. The
 * tables say what waits; jobs only make it quick.
 */
@Injectable()
export class InvoicingSweep implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.jobs.work('invoicing-sweep', () => this.sweep(), 1);
    await this.jobs.every('invoicing-sweep', everyMinute, {});
  }

  async sweep(): Promise<void> {
    const { runs, events, checks, invoices } = await this.database.everyTenant(async (transaction) => ({
      runs: await idleLanes(transaction, 'billing_runs'),
      events: await idleLanes(transaction, 'advance_queue'),
      checks: await lostChecks(transaction),
      invoices: await pendingInvoices(transaction),
    }));
    await this.database.everyTenant((transaction) => dropOldCheckpoints(transaction, 1000));
    for (const lane of runs)
      await this.jobs.add('billing-run', payloadOf(lane), idOf(`billing-${lane.organization_id}-${lane.lane}`));
    for (const lane of events)
      await this.jobs.add('advance-events', payloadOf(lane), idOf(`advance-${lane.organization_id}-${lane.lane}`));
    for (const { organization_id, subscription_id } of checks) {
      await this.jobs.add(
        'threshold-check',
        { organization_id, request_id: null, subscription_id },
        idOf(subscription_id),
      );
    }
    for (const { organization_id, id } of invoices) {
      await this.jobs.add('invoice-retry', { organization_id, request_id: null, invoice_id: id }, idOf(id));
    }
    const found = { runs: runs.length, events: events.length, checks: checks.length, invoices: invoices.length };
    if (Object.values(found).some((count) => count > 0))
      this.logger.warn('work that waited without a job is queued again', found);
  }
}

const payloadOf = ({ organization_id, lane }: IdleLane) => ({ organization_id, request_id: null, lane });

/** One sweep queues a thing once, another one anew; nobody waits for what was lost longer than for its own job. */
const idOf = (what: string) => ({ id: `sweep-${what}-${Math.floor(Date.now() / everyMinute)}`, tracked: false });
