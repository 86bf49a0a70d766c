import { Injectable } from '@nestjs/common';
import {
  isBlank,
  PlanMigrationCreate,
  PlanMigrationPreviewBody,
  type MigratedSubscription,
  type MigratedSubscriptionFilters,
  type Meta,
  type PlanMigration,
  type PlanMigrationFilters,
  type PlanMigrationPreview,
  type RawInput,
} from '@tollgate/contracts';
import { findPlanByCode, readPlanCopies, type PlanView } from '@tollgate/catalog/reader';
import {
  ApiError,
  Clock,
  CommandBus,
  currentContext,
  isId,
  Jobs,
  newId,
  NotAllowed,
  NotFound,
  readRawInput,
  ValidationFailed,
  withPrefetchedCommands,
  type CommandSender,
  type Instant,
  type Repetition,
  type TenantTransaction,
} from '@tollgate/platform';
import { knownAmong, listMigrated } from '../../model/plan-migrations/migrated-subscriptions.repository.js';
import {
  countUnfinishedMigrations,
  findPlanMigration,
  insertPlanMigration,
  isUnfinished,
  listPlanMigrations,
  lockPlanMigration,
  updatePlanMigration,
  type PlanMigrationRow,
} from '../../model/plan-migrations/plan-migrations.repository.js';
import { SubscriptionDatabase } from '../../subscription.database.js';
import { allPlanIds, previewMigration } from './plan-cohorts.reader.js';
import { changeOf } from './plan-change-command.js';
import { presentMigrated, presentPlanMigration, presentPlanMigrations } from './plan-migration.presenter.js';

/** Migrations of an organization that are scheduled or go on. */
const mostUnfinished = 50;

type Request = Pick<PlanMigrationRow, 'applies_to' | 'external_subscription_ids' | 'plan' | 'version'>;

/** Migrations of subscriptions between versions of a plan: requests, progress and accounts (catalog, section 25). */
@Injectable()
export class PlanMigrationsService {
  constructor(
    private readonly database: SubscriptionDatabase,
    private readonly clock: Clock,
    private readonly commands: CommandBus,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Requests a migration, for now or for a later time. The catalog checks the change at once.
   * @param repetition the key under which the caller may repeat the call
   * @throws NotFound `plan_not_found`, `plan_version_not_found`. ValidationFailed as an update of the plan; also for
   * wrong subscriptions or times, and for too many migrations
   */
  async create(
    organizationId: string,
    code: string,
    raw: RawInput,
    repetition: Repetition | undefined,
  ): Promise<PlanMigration> {
    const now = await this.clock.now(organizationId);
    const made = await withPrefetchedCommands(this.commands, (commands) =>
      this.database.createOnce(organizationId, repetition, async (transaction) => {
        const plan = await existingPlan(transaction, code);
        const input = readRawInput(PlanMigrationCreate, raw);
        const request = await checked(transaction, commands, plan, input, now);
        if ((await countUnfinishedMigrations(transaction)) >= mostUnfinished)
          throw new ValidationFailed({ base: ['too_many_plan_migrations'] });
        const row = await insertPlanMigration(transaction, {
          ...request,
          id: newId(),
          organization_id: organizationId,
          plan_id: plan.id,
          plan_code: plan.code,
          plan: request.plan && JSON.stringify(request.plan),
          status: 'scheduled',
          step: 'settle',
          actor: JSON.stringify(currentContext()?.actor ?? null),
          request_id: currentContext()?.requestId ?? null,
          scheduled_at: new Date(input.scheduled_at ?? now),
          created_at: new Date(now),
        });
        return presentPlanMigration(transaction, row);
      }),
    );
    if (Date.parse(made.scheduled_at) <= now) await this.queue(organizationId, made.svc_id);
    return made;
  }

  /** Counts the subscriptions that a migration would change; nothing is stored. @throws as `create` */
  async preview(organizationId: string, code: string, raw: RawInput): Promise<PlanMigrationPreview> {
    const now = await this.clock.now(organizationId);
    return withPrefetchedCommands(this.commands, (commands) =>
      this.database.tenant(organizationId, async (transaction) => {
        const plan = await existingPlan(transaction, code);
        const input = readRawInput(PlanMigrationPreviewBody, raw);
        return previewMigration(transaction, plan.id, await checked(transaction, commands, plan, input, now));
      }),
    );
  }

  async list(
    organizationId: string,
    filters: PlanMigrationFilters,
  ): Promise<{ plan_migrations: PlanMigration[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listPlanMigrations(transaction, filters);
      return { plan_migrations: await presentPlanMigrations(transaction, rows), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, id: string): Promise<PlanMigration> {
    return this.database.tenant(organizationId, async (transaction) =>
      presentPlanMigration(transaction, await existing(transaction, id, findPlanMigration)),
    );
  }

  /** Lists what a migration did with each subscription so far. @throws NotFound */
  async subscriptions(
    organizationId: string,
    id: string,
    filters: MigratedSubscriptionFilters,
  ): Promise<{ migrated_subscriptions: MigratedSubscription[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const row = await existing(transaction, id, findPlanMigration);
      const { rows, meta } = await listMigrated(transaction, row.id, filters);
      return { migrated_subscriptions: rows.map(presentMigrated), meta };
    });
  }

  /**
   * Stops a migration before its next subscriptions; repeated, it changes nothing. One that has not begun never begins.
   * @throws NotFound, NotAllowed after its end
   */
  async stop(organizationId: string, id: string): Promise<PlanMigration> {
    const now = new Date(await this.clock.now(organizationId));
    const stopped = await this.database.tenant(organizationId, async (transaction) => {
      const row = await existing(transaction, id, lockPlanMigration);
      if (!isUnfinished(row)) throw new NotAllowed('plan_migration_has_ended');
      const isScheduled = row.status === 'scheduled';
      const changes = isScheduled ? { status: 'stopped' as const, completed_at: now } : {};
      const answer = await presentPlanMigration(
        transaction,
        await updatePlanMigration(transaction, row.id, { stop_requested: true, ...changes }),
      );
      if (isScheduled) await publishEnd(transaction, answer, now.getTime());
      return answer;
    });
    if (stopped.status === 'processing') await this.queue(organizationId, id);
    return stopped;
  }

  /** Queues the job of a migration; it is the same job, however often it is queued. */
  async queue(organizationId: string, id: string): Promise<void> {
    const request_id = currentContext()?.requestId ?? null;
    await this.jobs.add(
      'plan-migration',
      { organization_id: organizationId, request_id, plan_migration_id: id },
      { id },
    );
  }
}

/** Publishes the end of a migration. @param now Unix milliseconds */
export async function publishEnd(transaction: TenantTransaction, ended: PlanMigration, now: Instant): Promise<void> {
  const payload = { plan_migration_id: ended.svc_id, plan_migration: ended };
  await transaction.append('plan_migration.completed', ended.svc_id, payload, now);
}

async function existingPlan(transaction: TenantTransaction, code: string): Promise<PlanView> {
  const plan = await findPlanByCode(transaction, code);
  if (!plan) throw new NotFound('plan');
  return plan;
}

async function existing(
  transaction: TenantTransaction,
  id: string,
  find: (transaction: TenantTransaction, id: string) => Promise<PlanMigrationRow | undefined>,
): Promise<PlanMigrationRow> {
  const row = isId(id) ? await find(transaction, id) : undefined;
  if (!row) throw new NotFound('plan_migration');
  return row;
}

/** Checks the terms of a migration and the subscriptions that it names. @throws NotFound, ValidationFailed */
async function checked(
  transaction: TenantTransaction,
  commands: CommandSender,
  plan: PlanView,
  { applies_to: appliesTo, external_subscription_ids: named, plan: body, version }: PlanMigrationPreviewBody,
  now: Instant,
): Promise<Request> {
  if (body && !isBlank(version)) throw new ValidationFailed({ version: ['incompatible_params'] });
  if (appliesTo === 'new' && !body && isBlank(version)) throw new ValidationFailed({ plan: ['value_is_mandatory'] });
  if (appliesTo !== 'chosen' && named)
    throw new ValidationFailed({ external_subscription_ids: ['incompatible_params'] });
  if (appliesTo === 'chosen') await checkNamed(transaction, plan, named ?? []);
  const request = {
    applies_to: appliesTo,
    external_subscription_ids: named ? [...new Set(named)] : null,
    plan: body ?? null,
    version: version ?? null,
  };
  const change = changeOf(request);
  if (change) {
    const rehearsal = { organization_id: transaction.organizationId, plan_id: plan.id, change, rehearsed: true };
    const { refusal } = await commands.send('catalog', 'plan.change', { ...rehearsal, actor: null, at: now });
    if (refusal) throw new ApiError(refusal.status, refusal.body);
  }
  return request;
}

/** @throws ValidationFailed for no subscription, and for one that is not on the plan */
async function checkNamed(transaction: TenantTransaction, { id }: PlanView, named: string[]): Promise<void> {
  if (named.length === 0) throw new ValidationFailed({ external_subscription_ids: ['value_is_mandatory'] });
  const copies = await readPlanCopies(transaction, id);
  const known = await knownAmong(transaction, allPlanIds(id, copies), named);
  if (named.some((one) => !known.has(one)))
    throw new ValidationFailed({ external_subscription_ids: ['subscription_not_found'] });
}
