import { Injectable } from '@nestjs/common';
import { bounds, ChargeCreate, type Charge, type Meta, type RawInput } from '@tollgate/contracts';
import { Clock, ValidationFailed, type Page, type TenantTransaction } from '@tollgate/platform';
import { cascadeChargeRemoval } from '../cascade/charge-cascade.js';
import { cascades, childPlanOverrides } from '../cascade/child-plan-overrides.js';
import { CatalogDatabase } from '../../catalog.database.js';
import type { PreparedCharge, StoredCharge } from '../charge-writes/prepared-charges.js';
import { publishChargesChanged } from '../../model/plan-repositories/charges-changed.js';
import {
  chargeCodesOfPlans,
  deleteCharges,
  existingCharge,
  listCharges,
  type ChargeRow,
} from '../../model/plan-repositories/charges.repository.js';
import { PlanHistory } from '../../model/plan-repositories/plan-history.js';
import { PlanSubscriptions } from '../../model/plan-repositories/plan-subscriptions.js';
import { isAttached } from '../../model/plan-repositories/retained-versions.repository.js';
import { existingPlan } from '../../model/plan-repositories/plans.repository.js';
import { withUniqueCodes } from '../../records.js';
import { stampOf, type Scope } from '../../scope.js';
import { checkChargeChange, checkNewCharge } from './charge.checks.js';
import { draftChargeChange, draftNewCharge } from './charge.draft.js';
import { lookUpCharges, type ChargeLookups } from './charge.lookups.js';
import { presentCharges } from './charge.presenter.js';
import { writeCharges } from './charge-writes.js';

/** The charges of a plan, one by one (catalog, section 4). */
@Injectable()
export class ChargesService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
    private readonly subscriptions: PlanSubscriptions,
    private readonly history: PlanHistory,
  ) {}

  /** @throws NotFound, ValidationFailed */
  async create(organizationId: string, planCode: string, raw: RawInput): Promise<Charge> {
    const draft = draftNewCharge(raw, ChargeCreate);
    return this.write(organizationId, async (scope) => {
      const { transaction } = scope;
      const plan = await existingPlan(transaction, planCode, 'update');
      const found = await lookUpCharges(transaction, [{ draft, charge: null }], false);
      const owner = { id: plan.id, attached: false, codes: await codesOf(scope, plan.id) };
      if (owner.codes.length >= bounds.items)
        throw new ValidationFailed({ charges: ['too_many_charges', `limit_is_${bounds.items}`] });
      const added = checkNewCharge(draft, owner, found, stampOf(scope));
      return this.history.follow(scope, plan, () => this.writeOne(scope, added, found, raw));
    });
  }

  /** @throws NotFound */
  async list(organizationId: string, planCode: string, page: Page): Promise<{ charges: Charge[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, planCode);
      const { rows, meta } = await listCharges(transaction, plan.id, page);
      return { charges: await presentCharges(transaction, rows), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, planCode: string, code: string): Promise<Charge> {
    return this.database.tenant(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, planCode);
      return presentOne(transaction, await existingCharge(transaction, plan.id, code));
    });
  }

  /** @throws NotFound, ValidationFailed */
  async update(organizationId: string, planCode: string, code: string, raw: RawInput): Promise<Charge> {
    const draft = draftChargeChange(raw);
    return this.write(organizationId, async (scope) => {
      const { transaction } = scope;
      const plan = await existingPlan(transaction, planCode, 'update');
      const charge = await existingCharge(transaction, plan.id, code);
      const attached = await isAttached(transaction, this.subscriptions, plan.id);
      const found = await lookUpCharges(transaction, [{ draft, charge }], attached);
      const owner = { id: plan.id, attached, codes: await codesOf(scope, plan.id) };
      const stored = found.stored.get(charge.id) as StoredCharge;
      const edited = checkChargeChange(draft, stored, owner, found, stampOf(scope));
      return this.history.follow(scope, plan, () => this.writeOne(scope, edited, found, raw));
    });
  }

  /** @throws NotFound */
  async remove(organizationId: string, planCode: string, code: string, raw: RawInput): Promise<Charge> {
    const now = new Date(await this.clock.now(organizationId));
    return this.database.tenant(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, planCode, 'update');
      const charge = await existingCharge(transaction, plan.id, code);
      const scope = { transaction, now };
      const answer = await presentOne(transaction, charge);
      await this.history.follow(scope, plan, () => this.removeOne(scope, charge, raw));
      return answer;
    });
  }

  /** Deletes a charge, and its copies if the request says so. */
  private async removeOne(scope: Scope, charge: ChargeRow, raw: RawInput): Promise<void> {
    const { transaction, now } = scope;
    if (cascades(raw)) {
      const copies = await childPlanOverrides(transaction, this.subscriptions, charge.plan_id);
      await cascadeChargeRemoval(scope, [charge.id], copies);
    }
    await deleteCharges(transaction, [charge.id], now);
    await publishChargesChanged(scope, charge.plan_id);
  }

  /** Writes a checked charge, and its copies if the request says so. */
  private async writeOne(
    scope: Scope,
    charge: PreparedCharge,
    { stored }: ChargeLookups,
    raw: RawInput,
  ): Promise<Charge> {
    const { plan_id: planId } = charge.row;
    const copies = cascades(raw) ? await childPlanOverrides(scope.transaction, this.subscriptions, planId) : null;
    const [row] = await writeCharges(scope, { prepared: [charge], stored, dropped: [] }, copies);
    await publishChargesChanged(scope, planId);
    return presentOne(scope.transaction, row as ChargeRow);
  }

  private async write<T>(organizationId: string, work: (scope: Scope) => Promise<T>): Promise<T> {
    const now = new Date(await this.clock.now(organizationId));
    return withUniqueCodes(() => this.database.tenant(organizationId, (transaction) => work({ transaction, now })));
  }
}

const codesOf = async ({ transaction }: Scope, planId: string): Promise<string[]> =>
  (await chargeCodesOfPlans(transaction, [planId])).get(planId) ?? [];

async function presentOne(transaction: TenantTransaction, charge: ChargeRow): Promise<Charge> {
  const [answer] = await presentCharges(transaction, [charge]);
  return answer as Charge;
}
