import { Controller, Param } from '@nestjs/common';
import { customerUsageRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { answerable } from '../../model/errors/failure.rules.js';
import { CurrentUsageService } from './current-usage.service.js';
import { PastUsageService } from './past-usage.service.js';

@Controller()
export class CustomerUsageController {
  constructor(
    private readonly usage: CurrentUsageService,
    private readonly pastUsage: PastUsageService,
  ) {}

  @Call(customerUsageRoutes.current)
  async current(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Query() filters: QueryOf<typeof customerUsageRoutes.current>,
  ): Promise<AnswerOf<typeof customerUsageRoutes.current>> {
    return { customer_usage: await answerable(this.usage.read(tenant.organizationId, externalCustomerId, filters)) };
  }

  @Call(customerUsageRoutes.projected)
  async projected(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Query() filters: QueryOf<typeof customerUsageRoutes.projected>,
  ): Promise<AnswerOf<typeof customerUsageRoutes.projected>> {
    return {
      customer_projected_usage: await answerable(
        this.usage.project(tenant.organizationId, externalCustomerId, filters),
      ),
    };
  }

  @Call(customerUsageRoutes.past)
  async past(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Query() filters: QueryOf<typeof customerUsageRoutes.past>,
  ): Promise<AnswerOf<typeof customerUsageRoutes.past>> {
    return this.pastUsage.list(tenant.organizationId, externalCustomerId, filters);
  }
}
