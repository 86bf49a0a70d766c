import { Injectable } from '@nestjs/common';
import { ChargeCreate, type Charge, type Meta } from '@tollgate/contracts';
import { Clock, type Page, type Transaction } from '@tollgate/platform';
import { CatalogDatabase } from '../catalog.database.js';
import { PlanSubscriptions } from '../plans/plan-subscriptions.js';
import { existingPlan } from '../plans/plans.repository.js';
import { withUniqueCodes } from '../records.js';
import { taxApplications } from '../taxes/taxes.repository.js';
import { presentCharge } from './charge.resource.js';
import { readChargeParts } from './charge-parts.js';
import { addCharge, changeCharge, namedMetric } from './charge-writes.js';
import { deleteCharges, existingCharge, listCharges, type ChargeRow } from './charges.repository.js';

/** The charges of a plan, one by one (catalog, section 4). */
@Injectable()
export class ChargesService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
    private readonly subscriptions: PlanSubscriptions,
  ) {}

  /** @throws NotFound, ValidationFailed */
  async create(organizationId: string, planCode: string, given: Record<string, unknown>): Promise<Charge> {
    const now = new Date(await this.clock.now(organizationId));
    return this.write(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, organizationId, planCode, 'update');
      const metric = await namedMetric(transaction, organizationId, given['billable_metric_id']);
      const charge = await addCharge({ transaction, organizationId, now }, plan.id, metric, ChargeCreate, given);
      return presentOne(transaction, organizationId, charge);
    });
  }

  /** @throws NotFound */
  async list(organizationId: string, planCode: string, page: Page): Promise<{ charges: Charge[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, organizationId, planCode);
      const { rows, meta } = await listCharges(transaction, plan.id, page);
      return { charges: await present(transaction, organizationId, rows), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, planCode: string, code: string): Promise<Charge> {
    return this.database.tenant(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, organizationId, planCode);
      return presentOne(transaction, organizationId, await existingCharge(transaction, plan.id, code));
    });
  }

  /** @throws NotFound, ValidationFailed */
  async update(organizationId: string, planCode: string, code: string, given: Record<string, unknown>): Promise<Charge> {
    const now = new Date(await this.clock.now(organizationId));
    return this.write(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, organizationId, planCode, 'update');
      const charge = await existingCharge(transaction, plan.id, code);
      const attached = await this.subscriptions.isAttached(transaction, organizationId, plan.id);
      return presentOne(transaction, organizationId, await changeCharge({ transaction, organizationId, now }, charge, attached, given));
    });
  }

  /** @throws NotFound */
  async remove(organizationId: string, planCode: string, code: string): Promise<Charge> {
    const now = new Date(await this.clock.now(organizationId));
    return this.database.tenant(organizationId, async (transaction) => {
      const plan = await existingPlan(transaction, organizationId, planCode, 'update');
      const charge = await existingCharge(transaction, plan.id, code);
      const answer = await presentOne(transaction, organizationId, charge);
      await deleteCharges(transaction, [charge.id], now);
      return answer;
    });
  }

  private async write<T>(organizationId: string, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    return withUniqueCodes(() => this.database.tenant(organizationId, work));
  }
}

async function present(transaction: Transaction, organizationId: string, charges: ChargeRow[]): Promise<Charge[]> {
  const parts = await readChargeParts(transaction, organizationId, charges);
  const applications = await taxApplications(transaction, organizationId, parts.flatMap(({ taxes }) => taxes.map(({ id }) => id)));
  return parts.map((part) => presentCharge(part, applications));
}

async function presentOne(transaction: Transaction, organizationId: string, charge: ChargeRow): Promise<Charge> {
  const [answer] = await present(transaction, organizationId, [charge]);
  return answer as Charge;
}
