import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Jobs, Passes } from '@tollgate/platform';
import { abandonedMigrations } from '../../model/plan-migrations/plan-migrations.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { PlanMigrationsService } from './plan-migrations.service.js';

/** A migration without progress for this time gets its job again, if it has lost it. */
const abandonedAfterMs = 60_000;
const queuedAtOnce = 200;

/** Queues migrations whose jobs were lost. */
@Injectable()
export class PlanMigrationHousekeeping implements OnApplicationBootstrap {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly migrations: PlanMigrationsService,
    private readonly jobs: Jobs,
    private readonly passes: Passes,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.reconcileEvery('plan-migration-sweep', () => this.reconcile());
  }

  private async reconcile(): Promise<void> {
    const before = new Date(Date.now() - abandonedAfterMs);
    await this.passes.each(
      {
        name: 'abandoned-plan-migrations',
        failure: 'a migration of a plan was not queued again; the next run does it',
        about: ({ id, organization_id }) => ({ organization_id, plan_migration_id: id }),
      },
      await this.database.everyTenant((transaction) => abandonedMigrations(transaction, before, queuedAtOnce)),
      ({ organization_id: organizationId, id }) => this.migrations.queue(organizationId, id),
    );
  }
}
