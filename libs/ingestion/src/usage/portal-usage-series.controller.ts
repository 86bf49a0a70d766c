import { Controller } from '@nestjs/common';
import { usageSeriesRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentCustomer, Query, type AnswerOf, type CallingCustomer, type QueryOf } from '@tollgate/platform';
import { UsageSeriesService } from './usage-series.service.js';

/** The usage over time that customers see in the portal (customers, section 3.6). */
@Controller()
export class PortalUsageSeriesController {
  constructor(private readonly series: UsageSeriesService) {}

  @Call(routes.listOfCaller)
  async list(
    @CurrentCustomer() { organizationId, customerId }: CallingCustomer,
    @Query() filters: QueryOf<typeof routes.listOfCaller>,
  ): Promise<AnswerOf<typeof routes.listOfCaller>> {
    return this.series.listOfCaller(organizationId, customerId, filters);
  }
}
