import { Injectable } from '@nestjs/common';
import type { ChargeFilter, Meta, RawInput } from '@tollgate/contracts';
import { Clock, type Page, type TenantTransaction } from '@tollgate/platform';
import { CatalogDatabase } from '../../catalog.database.js';
import { followingCharges } from '../cascade/charge-cascade.js';
import { cascadeFilters } from '../cascade/filter-cascade.js';
import { cascades, childPlanOverrides } from '../cascade/child-plan-overrides.js';
import { publishChargesChanged } from '../../model/plan-repositories/charges-changed.js';
import { existingCharge, type ChargeRow } from '../../model/plan-repositories/charges.repository.js';
import { namedMetric } from '../../products/billable-metrics/named-metric.js';
import { PlanHistory } from '../../model/plan-repositories/plan-history.js';
import { PlanSubscriptions } from '../../model/plan-repositories/plan-subscriptions.js';
import { existingPlan, type PlanRow } from '../../model/plan-repositories/plans.repository.js';
import type { Scope } from '../../scope.js';
import { presentFilter } from './charge-filter.presenter.js';
import {
  deleteFilters,
  existingFilter,
  filtersOfCharges,
  listFilters,
} from '../../model/plan-repositories/charge-filters.repository.js';
import { draftFilter, draftFilterChange } from './charge-filter.draft.js';
import { addFilter, changeFilter } from './filter-writes.js';

/** Identifies a charge by the code of its plan and its own code. */
export interface ChargePath {
  planCode: string;
  chargeCode: string;
}

/** The filters of a charge, one by one (catalog, section 5). */
@Injectable()
export class ChargeFiltersService {
  constructor(
    private readonly database: CatalogDatabase,
    private readonly clock: Clock,
    private readonly subscriptions: PlanSubscriptions,
    private readonly history: PlanHistory,
  ) {}

  /** @throws NotFound, ValidationFailed */
  async create(organizationId: string, path: ChargePath, raw: RawInput): Promise<ChargeFilter> {
    const draft = draftFilter(raw);
    const now = new Date(await this.clock.now(organizationId));
    return this.database.tenant(organizationId, async (transaction) => {
      const { plan, charge } = await chargeAt(transaction, path, 'update');
      const metric = await namedMetric(transaction, charge.billable_metric_id);
      const scope = { transaction, now };
      const filter = await this.write(scope, { plan, charge }, raw, () => addFilter(scope, { charge, metric }, draft));
      return presentFilter(filter, charge.code);
    });
  }

  /** @throws NotFound */
  async list(organizationId: string, path: ChargePath, page: Page): Promise<{ filters: ChargeFilter[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { charge } = await chargeAt(transaction, path);
      const { rows, meta } = await listFilters(transaction, charge.id, page);
      return { filters: rows.map((filter) => presentFilter(filter, charge.code)), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, path: ChargePath, id: string): Promise<ChargeFilter> {
    return this.database.tenant(organizationId, async (transaction) => {
      const { charge } = await chargeAt(transaction, path);
      return presentFilter(await existingFilter(transaction, charge.id, id), charge.code);
    });
  }

  /** @throws NotFound, ValidationFailed */
  async update(organizationId: string, path: ChargePath, id: string, raw: RawInput): Promise<ChargeFilter> {
    const draft = draftFilterChange(raw);
    const now = new Date(await this.clock.now(organizationId));
    return this.database.tenant(organizationId, async (transaction) => {
      const { plan, charge } = await chargeAt(transaction, path, 'update');
      const filter = await existingFilter(transaction, charge.id, id);
      const metric = await namedMetric(transaction, charge.billable_metric_id);
      const scope = { transaction, now };
      const changed = await this.write(scope, { plan, charge }, raw, () =>
        changeFilter(scope, { charge, metric }, filter, draft),
      );
      return presentFilter(changed, charge.code);
    });
  }

  /** @throws NotFound */
  async remove(organizationId: string, path: ChargePath, id: string, raw: RawInput): Promise<ChargeFilter> {
    const now = new Date(await this.clock.now(organizationId));
    return this.database.tenant(organizationId, async (transaction) => {
      const { plan, charge } = await chargeAt(transaction, path, 'update');
      const filter = await existingFilter(transaction, charge.id, id);
      const scope = { transaction, now };
      await this.write(scope, { plan, charge }, raw, () => deleteFilters(transaction, [filter.id], now));
      return presentFilter(filter, charge.code);
    });
  }

  private async write<T>(
    scope: Scope,
    { plan, charge }: { plan: PlanRow; charge: ChargeRow },
    raw: RawInput,
    change: () => Promise<T>,
  ): Promise<T> {
    return this.history.follow(scope, plan, () => this.withCascade(scope, charge, raw, change));
  }

  /** Changes filters of a charge, and those of its copies if the request says so. */
  private async withCascade<T>(scope: Scope, charge: ChargeRow, raw: RawInput, change: () => Promise<T>): Promise<T> {
    await publishChargesChanged(scope, charge.plan_id);
    if (!cascades(raw)) return change();
    const filters = async () => (await filtersOfCharges(scope.transaction, [charge.id])).get(charge.id) ?? [];
    const before = await filters();
    const changed = await change();
    const copies = await childPlanOverrides(scope.transaction, this.subscriptions, charge.plan_id);
    await cascadeFilters(scope, await followingCharges(scope, [charge.id], copies), before, await filters());
    return changed;
  }
}

async function chargeAt(transaction: TenantTransaction, { planCode, chargeCode }: ChargePath, lock?: 'update') {
  const plan = await existingPlan(transaction, planCode, lock);
  return { plan, charge: await existingCharge(transaction, plan.id, chargeCode) };
}
