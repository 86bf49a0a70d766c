import { Injectable } from '@nestjs/common';
import { FixedChargeCreate, type FixedCharge, type Meta, type RawInput } from '@tollgate/contracts';
import { Clock, type Page, type TenantTransaction } from '@tollgate/platform';
import { CatalogDatabase } from '../catalog.database.js';
import { publishChargesChanged } from '../plan-repositories/charges-changed.js';
import { cascades, childPlanOverrides } from '../cascade/child-plan-overrides.js';
import { PlanSubscriptions } from '../plan-repositories/plan-subscriptions.js';
import { existingPlan } from '../plan-repositories/plans.repository.js';
import { withUniqueCodes } from '../records.js';
import type { Scope } from '../scope.js';
import { cascadeFixedCharge, cascadeFixedChargeRemoval, cascadeNewFixedCharge } from './fixed-charge-cascade.js';
import { presentFixedCharges } from './fixed-charge.presenter.js';
import { addFixedCharge, changeFixedCharge, namedAddOn } from './fixed-charge-writes.js';
import {
  deleteFixedCharges,
  existingFixedCharge,
  listFixedCharges,
  type FixedChargeRow,
} from '../plan-repositories/fixed-charges.repository.js';
import { publishUnitChanges, unitChange } from './unit-change.js';

/** The fixed charges of a plan, one by one (catalog, section 6; charges, section 5.5). */
@Injectable()
export class FixedChargesService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
    private readonly subscriptions: PlanSubscriptions,
  ) {}

  /** @throws NotFound, ValidationFailed */
  async create(organizationId: string, planCode: string, raw: RawInput): Promise<FixedCharge> {
    return this.write(organizationId, async (scope) => {
      const plan = await existingPlan(scope.transaction, planCode, 'update');
      const addOn = await namedAddOn(scope, raw);
      const charge = await addFixedCharge(scope, plan.id, addOn, FixedChargeCreate, raw);
      const changes = [unitChange(charge, isImmediate(raw))];
      // Copies change from their next period on (catalog, section 3.3).
      if (cascades(raw))
        changes.push(...(await cascadeNewFixedCharge(scope, charge, addOn, await this.copies(scope, plan.id), false)));
      await publishUnitChanges(scope, plan.id, changes);
      await publishChargesChanged(scope, plan.id);
      return presentOne(scope.transaction, charge);
    });
  }

  /** @throws NotFound */
  async list(
    organizationId: string,
    planCode: string,
    page: Page,
  ): Promise<{ fixed_charges: FixedCharge[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, planCode);
      const { rows, meta } = await listFixedCharges(transaction, plan.id, page);
      return { fixed_charges: await presentFixedCharges(transaction, rows), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, planCode: string, code: string): Promise<FixedCharge> {
    return this.database.tenant(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, planCode);
      return presentOne(transaction, await existingFixedCharge(transaction, plan.id, code));
    });
  }

  /** @throws NotFound, ValidationFailed */
  async update(organizationId: string, planCode: string, code: string, raw: RawInput): Promise<FixedCharge> {
    return this.write(organizationId, async (scope) => {
      const plan = await existingPlan(scope.transaction, planCode, 'update');
      const charge = await existingFixedCharge(scope.transaction, plan.id, code);
      const attached = await this.subscriptions.isAttached(scope.transaction, plan.id);
      const change = await changeFixedCharge(scope, charge, attached, raw);
      const changes = change.unitsChanged ? [unitChange(change.after, change.immediately)] : [];
      if (cascades(raw))
        changes.push(...(await cascadeFixedCharge(scope, change, await this.copies(scope, plan.id), false)));
      await publishUnitChanges(scope, plan.id, changes);
      await publishChargesChanged(scope, plan.id);
      return presentOne(scope.transaction, change.after);
    });
  }

  /** @throws NotFound */
  async remove(organizationId: string, planCode: string, code: string, raw: RawInput): Promise<FixedCharge> {
    return this.write(organizationId, async (scope) => {
      const plan = await existingPlan(scope.transaction, planCode, 'update');
      const charge = await existingFixedCharge(scope.transaction, plan.id, code);
      const answer = await presentOne(scope.transaction, charge);
      if (cascades(raw)) await cascadeFixedChargeRemoval(scope, [charge.id]);
      await deleteFixedCharges(scope.transaction, [charge.id], scope.now);
      await publishChargesChanged(scope, plan.id);
      return answer;
    });
  }

  private copies({ transaction }: Scope, planId: string): Promise<string[]> {
    return childPlanOverrides(transaction, this.subscriptions, planId);
  }

  private async write<T>(organizationId: string, work: (scope: Scope) => Promise<T>): Promise<T> {
    const now = new Date(await this.clock.now(organizationId));
    return withUniqueCodes(() => this.database.tenant(organizationId, (transaction) => work({ transaction, now })));
  }
}

const isImmediate = (raw: RawInput): boolean =>
  FixedChargeCreate.shape.apply_units_immediately.parse(raw['apply_units_immediately']) ?? false;

async function presentOne(transaction: TenantTransaction, charge: FixedChargeRow): Promise<FixedCharge> {
  const [answer] = await presentFixedCharges(transaction, [charge]);
  return answer as FixedCharge;
}
