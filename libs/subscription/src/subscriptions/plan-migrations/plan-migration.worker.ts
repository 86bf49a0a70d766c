import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { JobPayload, PlanMigration } from '@tollgate/contracts';
import {
  Clock,
  CommandBus,
  Jobs,
  Logger,
  newId,
  TryLater,
  type Instant,
  type TenantTransaction,
} from '@tollgate/platform';
import { catchUp } from '../../lifecycle/catch-up.js';
import {
  isPlanInMigration,
  lockPlanMigration,
  updatePlanMigration,
  type PlanMigrationRow,
} from '../../model/plan-migrations/plan-migrations.repository.js';
import {
  migrationSteps,
  type MigrationRefusal,
  type MigrationStep,
} from '../../model/plan-migrations/plan-migrations.tables.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { changeOf } from './plan-change-command.js';
import { moveNext, plansOf, stayNext } from './migration-batches.js';
import { presentPlanMigration } from './plan-migration.presenter.js';
import { publishEnd } from './plan-migrations.service.js';

/** Migrations of all organizations that a process works on at once: bills come first. */
const parallelMigrations = 1;
/** After this time, migrations of other organizations come first. */
const longestRunMs = 15_000;
const pauseBetweenRunsMs = 50;
const pauseForOthersMs = 5_000;
const pauseForBillsMs = 2_000;
/** Bills that are not written in this time, such as ones that fail, hold up no migration. */
const longestWaitForBillsMs = 600_000;

type Outcome = Extract<PlanMigration['status'], 'completed' | 'stopped' | 'failed'>;

/**
 * Migrates subscriptions between versions of a plan, step by step (catalog, section 25). Each batch is one transaction
 * with its progress, and each command has a key of its migration: a stopped process repeats one batch at most.
 */
@Injectable()
export class PlanMigrationWorker implements OnApplicationBootstrap {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly jobs: Jobs,
    private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.work('plan-migration', (payload) => this.run(payload), parallelMigrations);
  }

  /** @throws TryLater when others come first, or bills are not written yet */
  private async run({
    organization_id: organizationId,
    plan_migration_id: id,
  }: JobPayload<'plan-migration'>): Promise<void> {
    const runEndsAt = Date.now() + longestRunMs;
    for (;;) {
      const now = await this.clock.now(organizationId);
      const row = await this.begin(organizationId, id, now);
      if (!row) return;
      if (row.stop_requested) return this.end(row, 'stopped', null, now);
      if (await this.take(row, now)) return;
      if (Date.now() > runEndsAt) throw new TryLater(pauseBetweenRunsMs);
    }
  }

  /**
   * Begins a migration whose time has come.
   * @returns undefined for one that has ended, or comes later
   * @throws TryLater while another one of its plan goes on
   */
  private async begin(organizationId: string, id: string, now: Instant): Promise<PlanMigrationRow | undefined> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await lockPlanMigration(transaction, id);
      if (row?.status === 'processing') return row;
      if (row?.status !== 'scheduled' || row.scheduled_at.getTime() > now) return undefined;
      if (await isPlanInMigration(transaction, row)) throw new TryLater(pauseForOthersMs);
      return updatePlanMigration(transaction, id, {
        status: 'processing',
        started_at: new Date(now),
        worked_since: new Date(),
      });
    });
  }

  /** Does the next piece of work of a migration. @returns whether it has ended */
  private async take(row: PlanMigrationRow, now: Instant): Promise<boolean> {
    switch (row.step) {
      case 'settle':
        await this.settle(row, now);
        return false;
      case 'retain':
        return this.retain(row, now);
      case 'stay':
        await this.batch(row, (transaction, locked) => stayNext(transaction, locked, now));
        return false;
      case 'change':
        return this.change(row, now);
      case 'move':
        if (await this.batch(row, (transaction, locked) => moveNext(transaction, locked, now))) return false;
        await this.end(row, 'completed', null, now);
        return true;
    }
  }

  /** Has all periods billed that have ended: their usage has the prices of then. @throws TryLater until then */
  private async settle(row: PlanMigrationRow, now: Instant): Promise<void> {
    const { organization_id: organizationId, plan_id: planId } = row;
    await this.database.tenant(organizationId, async (transaction) =>
      catchUp(transaction, { planIds: await plansOf(transaction, planId) }, now),
    );
    const { settled } = await this.commands.send('invoicing', 'billing.is_settled', {
      organization_id: organizationId,
    });
    const waitedMs = Date.now() - (row.worked_since ?? new Date()).getTime();
    if (!settled && waitedMs < longestWaitForBillsMs) throw new TryLater(pauseForBillsMs);
    if (!settled)
      this.logger.warn('a migration of a plan begins before bills are written', { plan_migration_id: row.id });
    await this.next(row, {});
  }

  /** Retains the present version for the subscriptions that stay there, if some do. */
  private async retain(row: PlanMigrationRow, now: Instant): Promise<boolean> {
    const { organization_id: organizationId, plan_id: planId } = row;
    if (!changeOf(row) || row.applies_to === 'all') return this.next(row, {});
    const request = { organization_id: organizationId, plan_id: planId, at: now };
    const retained = await this.commands.send('catalog', 'plan.retain_version', request, `retain-${row.id}`);
    if (retained.refusal) return this.fail(row, retained.refusal, now);
    return this.next(row, { stayed_plan_id: retained.plan_id, stayed_version: retained.version });
  }

  /** Changes the plan. */
  private async change(row: PlanMigrationRow, now: Instant): Promise<boolean> {
    const { organization_id: organizationId, plan_id: planId, actor } = row;
    const change = changeOf(row);
    if (!change) return this.next(row, {});
    const request = { organization_id: organizationId, plan_id: planId, change, rehearsed: false, actor, at: now };
    const { refusal } = await this.commands.send('catalog', 'plan.change', request, `change-${row.id}`);
    if (refusal) return this.fail(row, refusal, now);
    return this.next(row, {});
  }

  /** Does a batch of a step, and goes on to the next step behind the last one. @returns whether the batch had subscriptions */
  private async batch(
    { organization_id: organizationId, id, step }: PlanMigrationRow,
    work: (transaction: TenantTransaction, row: PlanMigrationRow) => Promise<string | null>,
  ): Promise<boolean> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await lockPlanMigration(transaction, id);
      if (row?.status !== 'processing' || row.step !== step) return true;
      const reached = await work(transaction, row);
      const changes = reached === null ? { step: stepAfter(step), reached_id: null } : { reached_id: reached };
      await updatePlanMigration(transaction, id, changes);
      return reached !== null;
    });
  }

  /** Goes on to the next step. @returns false: it has not ended */
  private async next(
    { organization_id: organizationId, id, step }: PlanMigrationRow,
    changes: Partial<Pick<PlanMigrationRow, 'stayed_plan_id' | 'stayed_version'>>,
  ): Promise<boolean> {
    await this.database.tenant(organizationId, async (transaction) => {
      const row = await lockPlanMigration(transaction, id);
      if (row?.status === 'processing' && row.step === step)
        await updatePlanMigration(transaction, id, { ...changes, step: stepAfter(step), ...boundOf(row) });
    });
    return false;
  }

  /** Ends a migration that the catalog refuses. @returns true: it has ended */
  private async fail(row: PlanMigrationRow, refusal: MigrationRefusal, now: Instant): Promise<boolean> {
    await this.end(row, 'failed', refusal, now);
    return true;
  }

  private async end(
    { organization_id: organizationId, id }: PlanMigrationRow,
    status: Outcome,
    refusal: MigrationRefusal | null,
    now: Instant,
  ): Promise<void> {
    await this.database.tenant(organizationId, async (transaction) => {
      const row = await lockPlanMigration(transaction, id);
      if (row?.status !== 'processing') return;
      const ended = await updatePlanMigration(transaction, id, {
        status,
        completed_at: new Date(now),
        refusal: refusal && JSON.stringify(refusal),
      });
      const answer = await presentPlanMigration(transaction, ended);
      // Once for all of them: each message marks all drafts of the plan.
      if (answer.moved_count > 0)
        await transaction.append('plan.subscriptions_moved', ended.plan_id, { plan_id: ended.plan_id }, now);
      await publishEnd(transaction, answer, now);
    });
    this.logger.info('a migration of a plan has ended', { plan_migration_id: id, status });
  }
}

/** The step behind a step; the last one is its own. */
const stepAfter = (step: MigrationStep): MigrationStep => migrationSteps[migrationSteps.indexOf(step) + 1] ?? step;

/** Subscriptions that start from now on are no part of the migration: they get the terms of the plan. */
const boundOf = ({ last_id: lastId }: PlanMigrationRow): { last_id?: string } =>
  lastId === null ? { last_id: newId() } : {};
