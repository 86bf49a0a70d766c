import { Injectable } from '@nestjs/common';
import type { PlanEntitlement, RawInput } from '@tollgate/contracts';
import { Clock, NotFound, type TenantTransaction } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { PlanHistory } from '../../model/plan-repositories/plan-history.js';
import { existingPlan, type PlanRow } from '../../model/plan-repositories/plans.repository.js';
import type { Scope } from '../../scope.js';
import type { FeatureView, PlanEntitlementView } from '../../views.js';
import { findFeatureByCode, readEntitlements } from './entitlements-input.js';
import { presentPlanEntitlement, presentPlanEntitlements } from './plan-entitlement.presenter.js';
import {
  deleteEntitlements,
  deleteEntitlementValues,
  entitlementsOfPlans,
  writeEntitlements,
} from './plan-entitlements.repository.js';

/** Entitlements of plans (catalog, section 8). */
@Injectable()
export class PlanEntitlementsService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
    private readonly history: PlanHistory,
  ) {}

  /** @throws NotFound */
  async list(organizationId: string, planCode: string): Promise<PlanEntitlement[]> {
    return this.database.tenant(organizationId, async (transaction) =>
      allOf(transaction, await existingPlan(transaction, planCode)),
    );
  }

  /** @throws NotFound */
  async read(organizationId: string, planCode: string, featureCode: string): Promise<PlanEntitlement> {
    return this.database.tenant(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, planCode);
      const { feature, entitlement } = await existingEntitlement(transaction, plan, featureCode);
      return presentPlanEntitlement(feature, entitlement);
    });
  }

  /**
   * Replaces the entitlements of a plan; a feature without values in the request retains its stored ones.
   * @throws NotFound, ValidationFailed
   */
  async replace(organizationId: string, planCode: string, raw: RawInput): Promise<PlanEntitlement[]> {
    return this.change(organizationId, planCode, async (scope, plan) => {
      const { transaction } = scope;
      const entitlements = await readEntitlements(transaction, raw, 'share');
      const valuesOf = new Map(entitlements.map(({ feature, values }) => [feature.id, values]));
      const before = (await entitlementsOfPlans(transaction, [plan.id])).get(plan.id) ?? [];
      await deleteEntitlements(
        transaction,
        before.filter(({ featureId }) => !valuesOf.has(featureId)).map(({ id }) => id),
      );
      await deleteEntitlementValues(
        transaction,
        before.flatMap(({ id, featureId, values }) => {
          const named = valuesOf.get(featureId);
          const dropped = named?.size ? [...values.keys()].filter((privilegeId) => !named.has(privilegeId)) : [];
          return dropped.map((privilegeId) => ({ entitlementId: id, privilegeId }));
        }),
      );
      await writeEntitlements(scope, plan.id, entitlements);
      return allOf(transaction, plan);
    });
  }

  /** Adds entitlements and values, and changes the existing ones in the request. @throws NotFound, ValidationFailed */
  async merge(organizationId: string, planCode: string, raw: RawInput): Promise<PlanEntitlement[]> {
    return this.change(organizationId, planCode, async (scope, plan) => {
      await writeEntitlements(scope, plan.id, await readEntitlements(scope.transaction, raw, 'share'));
      return allOf(scope.transaction, plan);
    });
  }

  /** Removes a feature from a plan. @returns the removed entitlement @throws NotFound */
  async remove(organizationId: string, planCode: string, featureCode: string): Promise<PlanEntitlement> {
    return this.change(organizationId, planCode, async ({ transaction }, plan) => {
      const { feature, entitlement } = await existingEntitlement(transaction, plan, featureCode);
      await deleteEntitlements(transaction, [entitlement.id]);
      return presentPlanEntitlement(feature, entitlement);
    });
  }

  /** Removes the value of a privilege from a plan. @returns the remaining entitlement @throws NotFound */
  async removePrivilege(
    organizationId: string,
    planCode: string,
    featureCode: string,
    privilegeCode: string,
  ): Promise<PlanEntitlement> {
    return this.change(organizationId, planCode, async ({ transaction }, plan) => {
      const { feature, entitlement } = await existingEntitlement(transaction, plan, featureCode);
      const privilege = feature.privileges.find(({ shown }) => shown.code === privilegeCode);
      if (!privilege || !entitlement.values.has(privilege.id)) throw new NotFound('privilege');
      await deleteEntitlementValues(transaction, [{ entitlementId: entitlement.id, privilegeId: privilege.id }]);
      const left = [...entitlement.values].filter(([id]) => id !== privilege.id);
      return presentPlanEntitlement(feature, { values: new Map(left) });
    });
  }

  /** Publishes each write, even one without a change (webhooks, section 5). */
  private async change<T>(
    organizationId: string,
    planCode: string,
    work: (scope: Scope, plan: PlanRow) => Promise<T>,
  ): Promise<T> {
    const now = await this.clock.now(organizationId);
    return this.database.tenant(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, planCode, 'update');
      const scope = { transaction, now: new Date(now) };
      const answer = await this.history.follow(scope, plan, () => work(scope, plan));
      await transaction.append('plan.updated', plan.id, { plan_id: plan.id, amount_changed: false }, now);
      return answer;
    });
  }
}

const allOf = async (transaction: TenantTransaction, { id }: PlanRow): Promise<PlanEntitlement[]> =>
  (await presentPlanEntitlements(transaction, [id])).get(id) ?? [];

async function existingEntitlement(
  transaction: TenantTransaction,
  plan: PlanRow,
  featureCode: string,
): Promise<{ feature: FeatureView; entitlement: PlanEntitlementView }> {
  const feature = await findFeatureByCode(transaction, featureCode);
  const entitlements = (await entitlementsOfPlans(transaction, [plan.id])).get(plan.id) ?? [];
  const entitlement = entitlements.find(({ featureId }) => featureId === feature?.id);
  if (!feature || !entitlement) throw new NotFound('entitlement');
  return { feature, entitlement };
}
