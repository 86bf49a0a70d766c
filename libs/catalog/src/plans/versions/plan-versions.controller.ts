import { Controller, Param } from '@nestjs/common';
import { planVersionRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { PlanVersionsService } from './plan-versions.service.js';

@Controller()
export class PlanVersionsController {
  constructor(private readonly versions: PlanVersionsService) {}

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Query() page: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.versions.list(tenant.organizationId, code, page);
  }

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Param('number') number: string,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { plan_version: await this.versions.read(tenant.organizationId, code, number) };
  }

  @Call(routes.restore)
  async restore(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Param('number') number: string,
  ): Promise<AnswerOf<typeof routes.restore>> {
    return { plan: await this.versions.restore(tenant.organizationId, code, number) };
  }
}
