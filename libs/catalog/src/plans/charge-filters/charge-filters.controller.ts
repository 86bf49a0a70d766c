import { Controller, Param } from '@nestjs/common';
import { chargeFilterRoutes as routes } from '@tollgate/contracts';
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
import { ChargeFiltersService } from './charge-filters.service.js';

@Controller()
export class ChargeFiltersController {
  constructor(private readonly filters: ChargeFiltersService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Param('code') planCode: string,
    @Param('charge_code') chargeCode: string,
    @Input() raw: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { filter: await this.filters.create(tenant.organizationId, { planCode, chargeCode }, raw) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Param('code') planCode: string,
    @Param('charge_code') chargeCode: string,
    @Query() page: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.filters.list(tenant.organizationId, { planCode, chargeCode }, page);
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('code') planCode: string,
    @Param('charge_code') chargeCode: string,
    @Param('filter_id') id: string,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { filter: await this.filters.read(tenant.organizationId, { planCode, chargeCode }, id) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('code') planCode: string,
    @Param('charge_code') chargeCode: string,
    @Param('filter_id') id: string,
    @Input() raw: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { filter: await this.filters.update(tenant.organizationId, { planCode, chargeCode }, id, raw) };
  }

  @Call(routes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('code') planCode: string,
    @Param('charge_code') chargeCode: string,
    @Param('filter_id') id: string,
    @Input() raw: InputOf<typeof routes.remove>,
  ): Promise<AnswerOf<typeof routes.remove>> {
    return { filter: await this.filters.remove(tenant.organizationId, { planCode, chargeCode }, id, raw) };
  }
}
