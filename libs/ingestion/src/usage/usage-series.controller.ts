import { Controller, Param } from '@nestjs/common';
import { usageSeriesRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { UsageSeriesService } from './usage-series.service.js';

@Controller()
export class UsageSeriesController {
  constructor(private readonly series: UsageSeriesService) {}

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Param('external_customer_id') externalCustomerId: string,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.series.list(tenant.organizationId, externalCustomerId, filters);
  }
}
