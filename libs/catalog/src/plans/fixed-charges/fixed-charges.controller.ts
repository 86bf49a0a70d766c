import { Controller, Param } from '@nestjs/common';
import { fixedChargeRoutes as routes } from '@tollgate/contracts';
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
import { FixedChargesService } from './fixed-charges.service.js';

@Controller()
export class FixedChargesController {
  constructor(private readonly fixedCharges: FixedChargesService) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Param('code') planCode: string,
    @Input() raw: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { fixed_charge: await this.fixedCharges.create(tenant.organizationId, planCode, raw) };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Param('code') planCode: string,
    @Query() page: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.fixedCharges.list(tenant.organizationId, planCode, page);
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('code') planCode: string,
    @Param('fixed_charge_code') code: string,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { fixed_charge: await this.fixedCharges.read(tenant.organizationId, planCode, code) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('code') planCode: string,
    @Param('fixed_charge_code') code: string,
    @Input() raw: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { fixed_charge: await this.fixedCharges.update(tenant.organizationId, planCode, code, raw) };
  }

  @Call(routes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('code') planCode: string,
    @Param('fixed_charge_code') code: string,
    @Input() raw: InputOf<typeof routes.remove>,
  ): Promise<AnswerOf<typeof routes.remove>> {
    return { fixed_charge: await this.fixedCharges.remove(tenant.organizationId, planCode, code, raw) };
  }
}
