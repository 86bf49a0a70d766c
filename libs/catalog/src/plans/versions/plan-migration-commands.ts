import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CommandAnswer, CommandRequest } from '@tollgate/contracts';
import { CommandBus, currentContext, inContext, NotFound } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { refusalOf } from '../../command-refusals.js';
import { PlanHistory } from '../../model/plan-repositories/plan-history.js';
import { lockLivePlan, type PlanRow } from '../../model/plan-repositories/plans.repository.js';
import { withUniqueCodes } from '../../records.js';
import type { Scope } from '../../scope.js';
import { PlansService } from '../resource/plans.service.js';
import { retainVersion } from './retained-version.js';
import { PlanVersionsService } from './plan-versions.service.js';

/** Ends the transaction of a rehearsal. */
class Rehearsed extends Error {}

/** The catalog's part of migrations of subscriptions between versions of a plan (catalog, section 25). */
@Injectable()
export class PlanMigrationCommands implements OnModuleInit {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly plans: PlansService,
    private readonly versions: PlanVersionsService,
    private readonly history: PlanHistory,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('catalog', 'plan.retain_version', (request, key) => this.retain(request, key));
    this.commands.handle('catalog', 'plan.change', (request, key) => this.changeAs(request, key));
  }

  private async retain(
    { organization_id: organizationId, plan_id: planId, at }: CommandRequest<'plan.retain_version'>,
    key: string,
  ): Promise<CommandAnswer<'plan.retain_version'>> {
    try {
      return await this.database.answerOnce(organizationId, key, async (transaction) => {
        const scope = { transaction, now: new Date(at) };
        const plan = await existing(scope, planId);
        // A change that no call made is a version of its own, before it is retained.
        await this.history.follow(scope, plan, () => Promise.resolve());
        const retained = await retainVersion(scope, plan);
        return { plan_id: retained.id, version: retained.retained_version, refusal: null };
      });
    } catch (error) {
      return { plan_id: null, version: null, refusal: refusalOf(error) };
    }
  }

  private async changeAs(request: CommandRequest<'plan.change'>, key: string): Promise<CommandAnswer<'plan.change'>> {
    const context = { requestId: currentContext()?.requestId ?? null, organizationId: request.organization_id };
    return inContext({ ...context, ...(request.actor ? { actor: request.actor } : {}) }, async () => {
      try {
        return await withUniqueCodes(() => this.change(request, key));
      } catch (error) {
        return error instanceof Rehearsed ? { refusal: null } : { refusal: refusalOf(error) };
      }
    });
  }

  private async change(request: CommandRequest<'plan.change'>, key: string): Promise<CommandAnswer<'plan.change'>> {
    const { organization_id: organizationId, plan_id: planId, change, rehearsed, at } = request;
    return this.database.answerOnce(organizationId, key, async (transaction) => {
      const scope = { transaction, now: new Date(at) };
      const plan = await existing(scope, planId);
      if (change.kind === 'body') await this.plans.updateWithin(scope, plan, change.plan);
      else await this.versions.restoreWithin(scope, plan, change.number);
      if (rehearsed) throw new Rehearsed();
      return { refusal: null };
    });
  }
}

/** @throws NotFound for a plan that is deleted or ends */
async function existing({ transaction }: Scope, planId: string): Promise<PlanRow> {
  const plan = await lockLivePlan(transaction, planId);
  if (!plan) throw new NotFound('plan');
  return plan;
}
