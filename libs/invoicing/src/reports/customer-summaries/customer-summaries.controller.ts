import { Controller, Param } from '@nestjs/common';
import { customerSummaryRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  CallerMay,
  CurrentTenant,
  Query,
  type AnswerOf,
  type QueryOf,
  type Rights,
  type Tenant,
} from '@tollgate/platform';
import { CustomerSummariesService } from './customer-summaries.service.js';

@Controller()
export class CustomerSummariesController {
  constructor(private readonly summaries: CustomerSummariesService) {}

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @CallerMay() may: Rights,
    @Query() { external_ids: externalIds = [] }: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return { customer_summaries: await this.summaries.list(tenant.organizationId, externalIds, may) };
  }

  @Call(routes.overview)
  async overview(
    @CurrentTenant() tenant: Tenant,
    @CallerMay() may: Rights,
    @Param('external_customer_id') externalId: string,
  ): Promise<AnswerOf<typeof routes.overview>> {
    return { customer_overview: await this.summaries.overview(tenant.organizationId, externalId, may) };
  }
}
