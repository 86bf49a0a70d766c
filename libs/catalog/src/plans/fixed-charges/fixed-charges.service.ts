import { Injectable } from '@nestjs/common';
import { FixedChargeCreate, type FixedCharge, type Meta, type RawInput } from '@tollgate/contracts';
import { Clock, type Page, type TenantTransaction } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { publishChargesChanged } from '../../model/plan-repositories/charges-changed.js';
import { cascades, childPlanOverrides } from '../cascade/child-plan-overrides.js';
import { PlanHistory } from '../../model/plan-repositories/plan-history.js';
import { PlanSubscriptions } from '../../model/plan-repositories/plan-subscriptions.js';
import { isAttached } from '../../model/plan-repositories/retained-versions.repository.js';
import { existingPlan } from '../../model/plan-repositories/plans.repository.js';
import { withUniqueCodes } from '../../records.js';
import { stampOf, type Scope } from '../../scope.js';
import { readKnownTaxes } from '../../issuers/taxes/taxes.reader.js';
import {
  deleteFixedCharges,
  existingFixedCharge,
  fixedChargeCodesOfPlans,
  listFixedCharges,
  type FixedChargeRow,
} from '../../model/plan-repositories/fixed-charges.repository.js';
import { checkFixedChargeChange, checkNewFixedCharge } from './fixed-charge.checks.js';
import { draftFixedChargeChange, draftNewFixedCharge } from './fixed-charge.draft.js';
import { holdNamedAddOn } from './fixed-charge.lookups.js';
import { presentFixedCharges } from './fixed-charge.presenter.js';
import { cascadeFixedChargeRemoval } from './fixed-charge-cascade.js';
import { writeFixedCharges } from './fixed-charge-writes.js';
import type { PreparedFixedCharge } from './prepared-fixed-charges.js';
import { publishUnitChanges } from './unit-change.js';

/** The fixed charges of a plan, one by one (catalog, section 6; charges, section 5.5). */
@Injectable()
export class FixedChargesService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
    private readonly subscriptions: PlanSubscriptions,
    private readonly history: PlanHistory,
  ) {}

  /** @throws NotFound, ValidationFailed */
  async create(organizationId: string, planCode: string, raw: RawInput): Promise<FixedCharge> {
    const draft = draftNewFixedCharge(raw, FixedChargeCreate);
    return this.write(organizationId, async (scope) => {
      const { transaction } = scope;
      const plan = await existingPlan(transaction, planCode, 'update');
      const addOn = await holdNamedAddOn(transaction, draft.addOn);
      const taxes = await readKnownTaxes(transaction, draft.fields.input.tax_codes ?? []);
      const owner = { id: plan.id, attached: false, codes: await codesOf(scope, plan.id) };
      const added = checkNewFixedCharge(draft, addOn, owner, taxes, stampOf(scope));
      return this.history.follow(scope, plan, () => this.writeOne(scope, added, [], raw));
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
    const draft = draftFixedChargeChange(raw);
    return this.write(organizationId, async (scope) => {
      const { transaction } = scope;
      const plan = await existingPlan(transaction, planCode, 'update');
      const charge = await existingFixedCharge(transaction, plan.id, code);
      const attached = await isAttached(transaction, this.subscriptions, plan.id);
      const taxes = await readKnownTaxes(transaction, draft.fields.input.tax_codes ?? []);
      const owner = { id: plan.id, attached, codes: await codesOf(scope, plan.id) };
      const edited = checkFixedChargeChange(draft, charge, owner, taxes, stampOf(scope));
      return this.history.follow(scope, plan, () => this.writeOne(scope, edited, [charge], raw));
    });
  }

  /** @throws NotFound */
  async remove(organizationId: string, planCode: string, code: string, raw: RawInput): Promise<FixedCharge> {
    return this.write(organizationId, async (scope) => {
      const plan = await existingPlan(scope.transaction, planCode, 'update');
      const charge = await existingFixedCharge(scope.transaction, plan.id, code);
      const answer = await presentOne(scope.transaction, charge);
      await this.history.follow(scope, plan, async () => {
        if (cascades(raw)) await cascadeFixedChargeRemoval(scope, [charge.id]);
        await deleteFixedCharges(scope.transaction, [charge.id], scope.now);
        await publishChargesChanged(scope, plan.id);
      });
      return answer;
    });
  }

  /** Writes a checked fixed charge, and its copies if the request says so. */
  private async writeOne(
    scope: Scope,
    charge: PreparedFixedCharge,
    stored: FixedChargeRow[],
    raw: RawInput,
  ): Promise<FixedCharge> {
    const { plan_id: planId } = charge.row;
    const ids = cascades(raw) ? await childPlanOverrides(scope.transaction, this.subscriptions, planId) : null;
    // Copies change from their next period on (catalog, section 3.3).
    const copies = ids && { ids, immediately: false };
    const { rows, unitChanges } = await writeFixedCharges(scope, { prepared: [charge], stored, dropped: [] }, copies);
    await publishUnitChanges(scope, planId, unitChanges);
    await publishChargesChanged(scope, planId);
    return presentOne(scope.transaction, rows[0] as FixedChargeRow);
  }

  private async write<T>(organizationId: string, work: (scope: Scope) => Promise<T>): Promise<T> {
    const now = new Date(await this.clock.now(organizationId));
    return withUniqueCodes(() => this.database.tenant(organizationId, (transaction) => work({ transaction, now })));
  }
}

const codesOf = async ({ transaction }: Scope, planId: string): Promise<string[]> =>
  (await fixedChargeCodesOfPlans(transaction, [planId])).get(planId) ?? [];

async function presentOne(transaction: TenantTransaction, charge: FixedChargeRow): Promise<FixedCharge> {
  const [answer] = await presentFixedCharges(transaction, [charge]);
  return answer as FixedCharge;
}
