import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, Passes } from '@tollgate/platform';
import { IdentityDatabase } from '../identity.database.js';
import { abandonedActs, deleteEndedActs } from './bulk-acts.repository.js';
import { BulkActsService } from './bulk-acts.service.js';

/** An act without progress for this time gets its job again, if it has lost it. */
const abandonedAfterMs = 60_000;
const queuedAtOnce = 200;
const dayMs = 86_400_000;
/** Days for which an act that has ended has its account. */
const storedDays = 90;
/** Acts of a statement: each may have 100,000 records. */
const deletedAtOnce = 5;
const mostPortions = 100;

/** Queues acts whose jobs were lost, and deletes old accounts. */
@Injectable()
export class BulkActHousekeeping implements OnApplicationBootstrap {
  constructor(
    private readonly database: IdentityDatabase,
    private readonly acts: BulkActsService,
    private readonly jobs: Jobs,
    private readonly passes: Passes,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.reconcileEvery('bulk-act-sweep', () => this.reconcile());
  }

  private async reconcile(): Promise<void> {
    const before = new Date(Date.now() - abandonedAfterMs);
    const abandoned = await this.database.everyTenant((transaction) =>
      abandonedActs(transaction, before, queuedAtOnce),
    );
    await this.passes.each(
      {
        name: 'abandoned-bulk-acts',
        failure: 'an act on many records was not queued again; the next run does it',
        about: ({ id, organization_id }) => ({ organization_id, bulk_act_id: id }),
      },
      abandoned,
      ({ organization_id: organizationId, id }) => this.acts.queue(organizationId, id),
    );
    const oldest = new Date(Date.now() - storedDays * dayMs);
    const removed = () =>
      this.database.everyTenant((transaction) => deleteEndedActs(transaction, oldest, deletedAtOnce));
    for (let portion = 0; portion < mostPortions && (await removed()) === deletedAtOnce; portion++);
  }
}
