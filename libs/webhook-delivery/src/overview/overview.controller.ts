import { Controller } from '@nestjs/common';
import { monthCloseRoutes, monthToDateRoutes, overviewRoutes } from '@tollgate/contracts';
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
import { MonthCloseService } from './month-close.service.js';
import { MonthToDateService } from './month-to-date.service.js';
import { OverviewService } from './overview.service.js';

@Controller()
export class OverviewController {
  constructor(
    private readonly overviews: OverviewService,
    private readonly months: MonthToDateService,
    private readonly closes: MonthCloseService,
  ) {}

  @Call(overviewRoutes.read)
  async read(@CurrentTenant() tenant: Tenant, @CallerMay() may: Rights): Promise<AnswerOf<typeof overviewRoutes.read>> {
    return { overview: await this.overviews.read(tenant.organizationId, may) };
  }

  @Call(monthToDateRoutes.read)
  async readMonth(@CurrentTenant() tenant: Tenant): Promise<AnswerOf<typeof monthToDateRoutes.read>> {
    return { month_to_date: await this.months.read(tenant.organizationId) };
  }

  @Call(monthCloseRoutes.read)
  async readClose(
    @CurrentTenant() tenant: Tenant,
    @Query() query: QueryOf<typeof monthCloseRoutes.read>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof monthCloseRoutes.read>> {
    return { month_close: await this.closes.read(tenant.organizationId, query, may) };
  }
}
