import { Injectable } from '@nestjs/common';
import type { ChargeFilter, Meta } from '@tollgate/contracts';
import { Clock, isId, NotFound, type Page, type Transaction } from '@tollgate/platform';
import { CatalogDatabase } from '../catalog.database.js';
import { existingCharge } from '../charges/charges.repository.js';
import { namedMetric } from '../charges/charge-writes.js';
import { existingPlan } from '../plans/plans.repository.js';
import { presentFilter } from './charge-filter.resource.js';
import { deleteFilters, findFilter, listFilters, type ChargeFilterRow } from './charge-filters.repository.js';
import { addFilter, changeFilter } from './filter-writes.js';

/** Where filters are: a charge of a plan, by their codes. */
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
  ) {}

  /** @throws NotFound, ValidationFailed */
  async create(organizationId: string, path: ChargePath, given: Record<string, unknown>): Promise<ChargeFilter> {
    const now = new Date(await this.clock.now(organizationId));
    return this.database.tenant(organizationId, async (transaction) => {
      const charge = await chargeAt(transaction, organizationId, path, 'update');
      const metric = await namedMetric(transaction, organizationId, charge.billable_metric_id);
      return presentFilter(await addFilter({ transaction, organizationId, now }, { charge, metric }, given), charge.code);
    });
  }

  /** @throws NotFound */
  async list(organizationId: string, path: ChargePath, page: Page): Promise<{ filters: ChargeFilter[]; meta: Meta }> {
    return this.database.tenant(organizationId, async (transaction) => {
      const charge = await chargeAt(transaction, organizationId, path);
      const { rows, meta } = await listFilters(transaction, charge.id, page);
      return { filters: rows.map((filter) => presentFilter(filter, charge.code)), meta };
    });
  }

  /** @throws NotFound */
  async read(organizationId: string, path: ChargePath, id: string): Promise<ChargeFilter> {
    return this.database.tenant(organizationId, async (transaction) => {
      const charge = await chargeAt(transaction, organizationId, path);
      return presentFilter(await existing(transaction, charge.id, id), charge.code);
    });
  }

  /** @throws NotFound, ValidationFailed */
  async update(organizationId: string, path: ChargePath, id: string, given: Record<string, unknown>): Promise<ChargeFilter> {
    const now = new Date(await this.clock.now(organizationId));
    return this.database.tenant(organizationId, async (transaction) => {
      const charge = await chargeAt(transaction, organizationId, path, 'update');
      const filter = await existing(transaction, charge.id, id);
      const metric = await namedMetric(transaction, organizationId, charge.billable_metric_id);
      return presentFilter(await changeFilter({ transaction, organizationId, now }, { charge, metric }, filter, given), charge.code);
    });
  }

  /** @throws NotFound */
  async remove(organizationId: string, path: ChargePath, id: string): Promise<ChargeFilter> {
    const now = new Date(await this.clock.now(organizationId));
    return this.database.tenant(organizationId, async (transaction) => {
      const charge = await chargeAt(transaction, organizationId, path, 'update');
      const filter = await existing(transaction, charge.id, id);
      await deleteFilters(transaction, [filter.id], now);
      return presentFilter(filter, charge.code);
    });
  }
}

async function chargeAt(transaction: Transaction, organizationId: string, { planCode, chargeCode }: ChargePath, lock?: 'update') {
  const plan = await existingPlan(transaction, organizationId, planCode, lock);
  return existingCharge(transaction, plan.id, chargeCode);
}

async function existing(transaction: Transaction, chargeId: string, id: string): Promise<ChargeFilterRow> {
  const filter = isId(id) ? await findFilter(transaction, chargeId, id) : undefined;
  if (!filter) throw new NotFound('charge_filter');
  return filter;
}
