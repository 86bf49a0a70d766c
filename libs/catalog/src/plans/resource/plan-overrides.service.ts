import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CommandAnswer, CommandRequest, RawInput } from '@tollgate/contracts';
import { CommandBus, NotFound } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { refusalOf } from '../../command-refusals.js';
import { findPlansById, isOverride, type PlanRow } from '../../model/plan-repositories/plans.repository.js';
import { stampOf, type Scope } from '../../scope.js';
import { checkCopyChange, checkPlanCopy } from './plan-copy.checks.js';
import { draftOverrides } from './plan-copy.draft.js';
import { lookUpCopyChange, lookUpPlanCopy } from './plan-copy.lookups.js';
import { writeCopyChange, writePlanCopy } from './plan-copy-writes.js';

/** Copies plans for single subscriptions: the first override creates the copy, later ones edit it. */
@Injectable()
export class PlanOverridesService implements OnModuleInit {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly commands: CommandBus,
  ) {}

  onModuleInit(): void {
    this.commands.handle('catalog', 'plan.override', (request, key) => this.override(request, key));
  }

  private async override(
    request: CommandRequest<'plan.override'>,
    key: string,
  ): Promise<CommandAnswer<'plan.override'>> {
    const {
      organization_id: organizationId,
      plan_id: planId,
      overrides,
      fixed_charge_units: units,
      announced: isPublished,
      at,
    } = request;
    try {
      return await this.database.answerOnce(organizationId, key, async (transaction) => {
        const scope = { transaction, now: new Date(at) };
        const [plan] = await findPlansById(transaction, [planId]);
        if (!plan) throw new NotFound('plan');
        const edited = isOverride(plan) ? await editCopy(scope, plan, overrides) : null;
        const id = edited?.id ?? (await copyPlan(scope, plan, overrides, units));
        if (edited && isPublished) {
          const payload = { plan_id: id, amount_changed: edited.amount_cents !== plan.amount_cents };
          await transaction.append('plan.updated', id, payload, at);
        }
        if (overrides['usage_thresholds']) await transaction.append('plan.thresholds_changed', id, { plan_id: id }, at);
        return { plan_id: id, refusal: null };
      });
    } catch (error) {
      return { plan_id: null, refusal: refusalOf(error) };
    }
  }
}

/**
 * Copies a plan with all charges, but without its taxes and metadata, and applies the overrides.
 * @param units the units of fixed charges that the subscription overrides already, by id
 * @returns the id of the copy
 * @throws NotFound, ValidationFailed
 */
export async function copyPlan(
  scope: Scope,
  parent: PlanRow,
  raw: RawInput,
  units: Record<string, string>,
): Promise<string> {
  const draft = draftOverrides(raw);
  const found = await lookUpPlanCopy(scope.transaction, parent, draft);
  return writePlanCopy(scope, checkPlanCopy(draft, found, units, stampOf(scope)));
}

/** Edits a copy. @returns the changed copy @throws NotFound, ValidationFailed */
async function editCopy(scope: Scope, copy: PlanRow, raw: RawInput): Promise<PlanRow> {
  const draft = draftOverrides(raw);
  const found = await lookUpCopyChange(scope.transaction, copy, draft);
  return writeCopyChange(scope, copy.id, checkCopyChange(draft, found, stampOf(scope)));
}
