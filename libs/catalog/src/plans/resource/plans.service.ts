import { Injectable } from '@nestjs/common';
import type { Meta, Plan, RawInput, PlanFilters } from '@tollgate/contracts';
import { Clock, type TenantTransaction } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { childPlanOverrides } from '../cascade/child-plan-overrides.js';
import { readEntitlements } from '../entitlements/entitlements-input.js';
import { deleteEntitlementsOfPlans, writeEntitlements } from '../entitlements/plan-entitlements.repository.js';
import { PlanHistory } from '../../model/plan-repositories/plan-history.js';
import { PlanSubscriptions } from '../../model/plan-repositories/plan-subscriptions.js';
import {
  existingPlan,
  listPlans,
  markPendingDeletion,
  type PlanRow,
} from '../../model/plan-repositories/plans.repository.js';
import { withUniqueCodes } from '../../records.js';
import { stampOf, type Scope } from '../../scope.js';
import { checkNewPlan, checkPlanChange } from './plan.checks.js';
import { draftNewPlan, draftPlanChange, type PlanChangeDraft } from './plan.draft.js';
import { lookUpNewPlan, lookUpPlanChange } from './plan.lookups.js';
import { presentPlans } from './plan.presenter.js';
import { writeNewPlan, writePlanChange } from './plan-writes.js';

/** The change that makes a plan a version again: the body of its update, and its entitlements if they differ. */
export interface Restoration {
  raw: RawInput;
  entitled: RawInput | null;
}

/** Plans with their charges (catalog, section 3). */
@Injectable()
export class PlansService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
    private readonly subscriptions: PlanSubscriptions,
    private readonly history: PlanHistory,
  ) {}

  /**
   * Creates a plan with all of its parts, or nothing. @throws NotFound, ValidationFailed
   * @param entitled a body with its entitlements, which the call of a plan does not take
   */
  async create(organizationId: string, raw: RawInput, entitled?: RawInput): Promise<Plan> {
    const draft = draftNewPlan(raw);
    return this.write(organizationId, async (scope) => {
      const { transaction } = scope;
      const found = await lookUpNewPlan(transaction, draft);
      const plan = await writeNewPlan(scope, checkNewPlan(draft, found, stampOf(scope)));
      if (entitled) await writeEntitlements(scope, plan.id, await readEntitlements(transaction, entitled, 'share'));
      await this.history.begin(scope, plan);
      return this.present(transaction, plan);
    });
  }

  async list(organizationId: string, filters: PlanFilters): Promise<{ plans: Plan[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { rows, meta } = await listPlans(transaction, filters);
      return { plans: await presentPlans(transaction, rows, this.subscriptions), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, code: string): Promise<Plan> {
    return this.database.tenant(organizationId, async (transaction) =>
      this.present(transaction, await existingPlan(transaction, code)),
    );
  }

  /**
   * Changes the submitted fields; a plan with subscriptions ignores the fields that its customers agreed to.
   * @throws NotFound, ValidationFailed
   */
  async update(organizationId: string, code: string, raw: RawInput): Promise<Plan> {
    return this.write(organizationId, async (scope) =>
      this.updateWithin(scope, await existingPlan(scope.transaction, code, 'update'), raw),
    );
  }

  /** The same in a transaction of its caller. @param plan locked by the caller @throws NotFound, ValidationFailed */
  async updateWithin(scope: Scope, plan: PlanRow, raw: RawInput): Promise<Plan> {
    const draft = draftPlanChange(raw);
    return this.history.follow(scope, plan, () => this.change(scope, plan, draft));
  }

  /**
   * Changes a plan back to what it was, by the rules of `update` (catalog, section 23).
   * @param restored reads the change, and the body of the entitlements that the plan has afterwards if they change
   * @throws NotFound, ValidationFailed
   */
  async restore(
    organizationId: string,
    code: string,
    restored: (transaction: TenantTransaction, plan: PlanRow) => Promise<Restoration>,
  ): Promise<Plan> {
    return this.write(organizationId, async (scope) => {
      const plan = await existingPlan(scope.transaction, code, 'update');
      return this.restoreWithin(scope, plan, await restored(scope.transaction, plan));
    });
  }

  /** The same in a transaction of its caller. @param plan locked by the caller @throws NotFound, ValidationFailed */
  async restoreWithin(scope: Scope, plan: PlanRow, { raw, entitled }: Restoration): Promise<Plan> {
    const { transaction } = scope;
    return this.history.follow(scope, plan, async () => {
      if (entitled) {
        const entitlements = await readEntitlements(transaction, entitled, 'share');
        await deleteEntitlementsOfPlans(transaction, [plan.id]);
        await writeEntitlements(scope, plan.id, entitlements);
      }
      return this.change(scope, plan, draftPlanChange(raw));
    });
  }

  /**
   * Marks a plan and its overrides for deletion. The subscription service ends its subscriptions on the message, then
   * the catalog deletes the plan (catalog, section 3.6). @throws NotFound
   */
  async remove(organizationId: string, code: string): Promise<Plan> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, code, 'update');
      if (!plan.pending_deletion) {
        await markPendingDeletion(transaction, plan.id, new Date(now));
        await transaction.append('plan.deleted', plan.id, { plan_id: plan.id }, now);
      }
      return this.present(transaction, { ...plan, pending_deletion: true });
    });
  }

  private async change(scope: Scope, plan: PlanRow, draft: PlanChangeDraft): Promise<Plan> {
    const { transaction } = scope;
    const found = await lookUpPlanChange(transaction, plan, draft, this.subscriptions);
    const checked = checkPlanChange(draft, found, stampOf(scope));
    const copies = checked.cascades ? await childPlanOverrides(transaction, this.subscriptions, plan.id) : null;
    return this.present(transaction, await writePlanChange(scope, plan, checked, copies));
  }

  private async present(transaction: TenantTransaction, plan: PlanRow): Promise<Plan> {
    const [answer] = await presentPlans(transaction, [plan], this.subscriptions);
    return answer as Plan;
  }

  private async write<T>(organizationId: string, work: (scope: Scope) => Promise<T>): Promise<T> {
    const now = new Date(await this.clock.now(organizationId));
    return withUniqueCodes(() => this.database.tenant(organizationId, (transaction) => work({ transaction, now })));
  }
}
