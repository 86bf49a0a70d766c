import { Controller, Param } from '@nestjs/common';
import { customerUsageRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { CurrentUsageService } from './current-usage.service.js';

@Controller()
export class CustomerUsageController {
  constructor(private readonly usage: CurrentUsageService) {}

  @Call(customerUsageRoutes.current)
  async current(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Query() filters: QueryOf<typeof customerUsageRoutes.current>,
  ): Promise<AnswerOf<typeof customerUsageRoutes.current>> {
    return { customer_usage: await this.usage.read(tenant.organizationId, externalCustomerId, filters) };
  }
}
