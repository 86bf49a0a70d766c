import { Controller, Param } from '@nestjs/common';
import { customerRoutes } from '@tollgate/contracts';
import {
  Call,
  CallerMay,
  CurrentTenant,
  Input,
  Query,
  type AnswerOf,
  type InputOf,
  type QueryOf,
  type Rights,
  type Tenant,
} from '@tollgate/platform';
import { CustomersService } from './customers.service.js';

@Controller()
export class CustomersController {
  constructor(private readonly customers: CustomersService) {}

  @Call(customerRoutes.upsert)
  async upsert(
    @CurrentTenant() tenant: Tenant,
    @Input() raw: InputOf<typeof customerRoutes.upsert>,
  ): Promise<AnswerOf<typeof customerRoutes.upsert>> {
    return { customer: await this.customers.upsert(tenant.organizationId, raw) };
  }

  @Call(customerRoutes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof customerRoutes.list>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof customerRoutes.list>> {
    return this.customers.list(tenant.organizationId, filters, may);
  }

  @Call(customerRoutes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
  ): Promise<AnswerOf<typeof customerRoutes.read>> {
    return { customer: await this.customers.read(tenant.organizationId, externalId) };
  }

  @Call(customerRoutes.remove)
  async remove(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
  ): Promise<AnswerOf<typeof customerRoutes.remove>> {
    return { customer: await this.customers.remove(tenant.organizationId, externalId) };
  }
}
