import { Controller } from '@nestjs/common';
import { overviewRoutes } from '@tollgate/contracts';
import { Call, CallerMay, CurrentTenant, type AnswerOf, type Rights, type Tenant } from '@tollgate/platform';
import { OverviewService } from './overview.service.js';

@Controller()
export class OverviewController {
  constructor(private readonly overviews: OverviewService) {}

  @Call(overviewRoutes.read)
  async read(@CurrentTenant() tenant: Tenant, @CallerMay() may: Rights): Promise<AnswerOf<typeof overviewRoutes.read>> {
    return { overview: await this.overviews.read(tenant.organizationId, may) };
  }
}
