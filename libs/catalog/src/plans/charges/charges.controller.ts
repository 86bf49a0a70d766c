import { Controller, Param } from '@nestjs/common';
import { chargeRoutes as routes } from '@tollgate/contracts';
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
import { ChargesService } from './charges.service.js';

@Controller()
export class ChargesController {
  constructor(private readonly charges: ChargesService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Param('code') planCode: string,
    @Input() raw: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { charge: await this.charges.create(tenant.organizationId, planCode, raw) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Param('code') planCode: string,
    @Query() page: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.charges.list(tenant.organizationId, planCode, page);
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('code') planCode: string,
    @Param('charge_code') code: string,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { charge: await this.charges.read(tenant.organizationId, planCode, code) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('code') planCode: string,
    @Param('charge_code') code: string,
    @Input() raw: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { charge: await this.charges.update(tenant.organizationId, planCode, code, raw) };
  }

  @Call(routes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('code') planCode: string,
    @Param('charge_code') code: string,
    @Input() raw: InputOf<typeof routes.remove>,
  ): Promise<AnswerOf<typeof routes.remove>> {
    return { charge: await this.charges.remove(tenant.organizationId, planCode, code, raw) };
  }
}
