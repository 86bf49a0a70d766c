import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, Passes } from '@tollgate/platform';
import { InvoicingDatabase } from '../../invoicing.database.js';
import { abandonedTests, deleteEndedTests } from '../../model/price-tests/price-tests.repository.js';
import { PriceTestsService } from './price-tests.service.js';

/** A test without progress for this time gets its job again, if it has lost it. */
const abandonedAfterMs = 60_000;
const queuedAtOnce = 200;
const dayMs = 86_400_000;
/** Days for which a test that has ended has its results. */
const storedDays = 30;
/** Tests of a statement: each may have 100,000 results. */
const deletedAtOnce = 5;
const mostPortions = 100;

/** Queues tests whose jobs were lost, and deletes old ones. */
@Injectable()
export class PriceTestHousekeeping implements OnApplicationBootstrap {
  constructor(
    private readonly database: InvoicingDatabase,
    private readonly tests: PriceTestsService,
    private readonly jobs: Jobs,
    private readonly passes: Passes,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.reconcileEvery('price-test-sweep', () => this.reconcile());
  }

  private async reconcile(): Promise<void> {
    const before = new Date(Date.now() - abandonedAfterMs);
    const abandoned = await this.database.everyTenant((transaction) =>
      abandonedTests(transaction, before, queuedAtOnce),
    );
    await this.passes.each(
      {
        name: 'abandoned-price-tests',
        failure: 'a test of prices was not queued again; the next run does it',
        about: ({ id, organization_id }) => ({ organization_id, price_test_id: id }),
      },
      abandoned,
      ({ organization_id: organizationId, id }) => this.tests.queue(organizationId, id),
    );
    const oldest = new Date(Date.now() - storedDays * dayMs);
    const removed = () =>
      this.database.everyTenant((transaction) => deleteEndedTests(transaction, oldest, deletedAtOnce));
    for (let portion = 0; portion < mostPortions && (await removed()) === deletedAtOnce; portion++);
  }
}
