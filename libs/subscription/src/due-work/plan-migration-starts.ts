import { Injectable } from '@nestjs/common';
import type { DueInstant } from '@tollgate/contracts';
import { Passes, sumOf, type Instant } from '@tollgate/platform';
import { dueMigrations, nextScheduled } from '../model/plan-migrations/plan-migrations.repository.js';
import { SubscriptionDatabase } from '../subscription.database.js';
import { PlanMigrationsService } from '../subscriptions/plan-migrations/plan-migrations.service.js';

const startedAtOnce = 500;

/** Starts migrations of plans whose time has come (catalog, section 25). */
@Injectable()
export class PlanMigrationStarts {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly migrations: PlanMigrationsService,
    private readonly passes: Passes,
  ) {}

  /** When the next one of an organization begins. */
  async next(organizationId: string): Promise<DueInstant[]> {
    const at = await this.database.tenant(organizationId, (transaction) => nextScheduled(transaction));
    return at === null ? [] : [{ phase: 'plan_migration', at: at.getTime() }];
  }

  /**
   * Queues the jobs of those that are due; a job that begins one late waits in its queue.
   * @param organizationId null: all organizations on the wall clock
   * @param until Unix milliseconds, inclusive
   * @returns their number
   */
  async start(organizationId: string | null, until: Instant): Promise<number> {
    const due = await this.database.everyTenant((transaction) =>
      dueMigrations(transaction, organizationId, new Date(until), startedAtOnce),
    );
    const started = await this.passes.each(
      {
        name: 'due-plan-migrations',
        failure: 'a migration of a plan was not started; it stays due',
        about: ({ id, organization_id }) => ({ organization_id, plan_migration_id: id }),
      },
      due,
      async ({ organization_id, id }) => {
        await this.migrations.queue(organization_id, id);
        return 1;
      },
    );
    return sumOf(started);
  }
}
