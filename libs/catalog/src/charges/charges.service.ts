import { Injectable } from '@nestjs/common';
import { ChargeCreate, type Charge, type Meta, type RawInput } from '@tollgate/contracts';
import { Clock, type Page, type TenantTransaction } from '@tollgate/platform';
import { cascadeCharge, cascadeChargeRemoval, cascadeNewCharge, withFilters } from '../cascade/charge-cascade.js';
import { cascades, childPlanOverrides } from '../cascade/child-plan-overrides.js';
import { namedMetric } from '../billable-metrics/named-metric.js';
import { CatalogDatabase } from '../catalog.database.js';
import { PlanSubscriptions } from '../plan-repositories/plan-subscriptions.js';
import { existingPlan } from '../plan-repositories/plans.repository.js';
import { withUniqueCodes } from '../records.js';
import { publishChargesChanged } from '../plan-repositories/charges-changed.js';
import { presentCharges } from './charge.presenter.js';
import { addCharge, changeCharge } from './charge-writes.js';
import { deleteCharges, existingCharge, listCharges, type ChargeRow } from '../plan-repositories/charges.repository.js';

/** The charges of a plan, one by one (catalog, section 4). */
@Injectable()
export class ChargesService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
    private readonly subscriptions: PlanSubscriptions,
  ) {}

  /** @throws NotFound, ValidationFailed */
  async create(organizationId: string, planCode: string, raw: RawInput): Promise<Charge> {
    const now = new Date(await this.clock.now(organizationId));
    return this.write(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, planCode, 'update');
      const metric = await namedMetric(transaction, raw['billable_metric_id']);
      const scope = { transaction, now };
      const charge = await addCharge(scope, plan.id, metric, ChargeCreate, raw);
      if (cascades(raw))
        await cascadeNewCharge(scope, charge, await childPlanOverrides(transaction, this.subscriptions, plan.id));
      await publishChargesChanged(scope, plan.id);
      return presentOne(transaction, charge);
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
    const now = new Date(await this.clock.now(organizationId));
    return this.write(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, planCode, 'update');
      const charge = await existingCharge(transaction, plan.id, code);
      const attached = await this.subscriptions.isAttached(transaction, plan.id);
      const scope = { transaction, now };
      const change = await withFilters(scope, charge, () => changeCharge(scope, charge, attached, raw));
      if (cascades(raw))
        await cascadeCharge(scope, change, await childPlanOverrides(transaction, this.subscriptions, plan.id));
      await publishChargesChanged(scope, plan.id);
      return presentOne(transaction, change.after);
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
      if (cascades(raw))
        await cascadeChargeRemoval(
          scope,
          [charge.id],
          await childPlanOverrides(transaction, this.subscriptions, plan.id),
        );
      await deleteCharges(transaction, [charge.id], now);
      await publishChargesChanged(scope, plan.id);
      return answer;
    });
  }

  private async write<T>(organizationId: string, work: (transaction: TenantTransaction) => Promise<T>): Promise<T> {
    return withUniqueCodes(() => this.database.tenant(organizationId, work));
  }
}

async function presentOne(transaction: TenantTransaction, charge: ChargeRow): Promise<Charge> {
  const [answer] = await presentCharges(transaction, [charge]);
  return answer as Charge;
}
