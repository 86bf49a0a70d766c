import { Controller, Param } from '@nestjs/common';
import { subscriptionChargeFilterRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  Input,
  Query,
  type AnswerOf,
  type InputOf,
  type QueryOf,
  type Tenant,
} from '@tollgate/platform';
import { pathOf } from '../../lifecycle/subscription-path.js';
import { SubscriptionChargesService } from './subscription-charges.service.js';

@Controller()
export class SubscriptionChargeFiltersController {
  constructor(private readonly charges: SubscriptionChargesService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Param('charge_code') code: string,
    @Query() status: QueryOf<typeof routes.create>,
    @Input() raw: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return {
      filter: await this.charges.changeFilters(tenant.organizationId, pathOf(externalId, status), code, {
        kind: 'filter_added',
        given: raw,
      }),
    };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Param('charge_code') code: string,
    @Query() page: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.charges.listFilters(tenant.organizationId, pathOf(externalId, page), code, page);
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Param('charge_code') code: string,
    @Param('filter_id') id: string,
    @Query() status: QueryOf<typeof routes.read>,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { filter: await this.charges.readFilter(tenant.organizationId, pathOf(externalId, status), code, id) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Param('charge_code') code: string,
    @Param('filter_id') id: string,
    @Query() status: QueryOf<typeof routes.update>,
    @Input() raw: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    const change = { kind: 'filter_changed' as const, filter_id: id, given: raw };
    return {
      filter: await this.charges.changeFilters(tenant.organizationId, pathOf(externalId, status), code, change),
    };
  }

  @Call(routes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
    @Param('charge_code') code: string,
    @Param('filter_id') id: string,
    @Query() status: QueryOf<typeof routes.remove>,
  ): Promise<AnswerOf<typeof routes.remove>> {
    const change = { kind: 'filter_removed' as const, filter_id: id };
    return {
      filter: await this.charges.changeFilters(tenant.organizationId, pathOf(externalId, status), code, change),
    };
  }
}
