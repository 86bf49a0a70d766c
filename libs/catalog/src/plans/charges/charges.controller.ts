import { Controller, Param } from '@nestjs/common';
import { chargeRoutes as routes, type RawInput } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  RawBody,
  OptionalRawBody,
  Query,
  type AnswerOf,
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
    @RawBody() raw: RawInput,
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
    @RawBody() raw: RawInput,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { charge: await this.charges.update(tenant.organizationId, planCode, code, raw) };
  }

  @Call(routes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('code') planCode: string,
    @Param('charge_code') code: string,
    @OptionalRawBody() raw: RawInput,
  ): Promise<AnswerOf<typeof routes.remove>> {
    return { charge: await this.charges.remove(tenant.organizationId, planCode, code, raw) };
  }
}
