import { Controller } from '@nestjs/common';
import { analyticRoutes as routes, customerAnalyticRoutes } from '@tollgate/contracts';
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
import { AnalyticsService } from './analytics.service.js';
import { CustomerAnalytics } from './customer-analytics.service.js';
import { DailyUsageAnalytics } from './daily-usage-analytics.service.js';
import { MrrMovements } from './mrr-movements.service.js';

@Controller()
export class AnalyticsController {
  constructor(
    private readonly analytics: AnalyticsService,
    private readonly customers: CustomerAnalytics,
    private readonly dailyUsage: DailyUsageAnalytics,
    private readonly movements: MrrMovements,
  ) {}

  @Call(routes.grossRevenue)
  async grossRevenue(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.grossRevenue>,
  ): Promise<AnswerOf<typeof routes.grossRevenue>> {
    return { gross_revenues: await this.analytics.grossRevenue(tenant.organizationId, filters) };
  }

  @Call(routes.invoiceCollection)
  async invoiceCollection(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.invoiceCollection>,
  ): Promise<AnswerOf<typeof routes.invoiceCollection>> {
    return { invoice_collections: await this.analytics.invoiceCollection(tenant.organizationId, filters) };
  }

  @Call(routes.invoicedUsage)
  async invoicedUsage(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.invoicedUsage>,
  ): Promise<AnswerOf<typeof routes.invoicedUsage>> {
    return { invoiced_usages: await this.analytics.invoicedUsage(tenant.organizationId, filters) };
  }

  @Call(routes.mrr)
  async mrr(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.mrr>,
  ): Promise<AnswerOf<typeof routes.mrr>> {
    return { mrrs: await this.analytics.mrr(tenant.organizationId, filters) };
  }

  @Call(routes.mrrMovements)
  async mrrMovements(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.mrrMovements>,
  ): Promise<AnswerOf<typeof routes.mrrMovements>> {
    return this.movements.report(tenant.organizationId, filters);
  }

  @Call(routes.overdueBalance)
  async overdueBalance(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.overdueBalance>,
  ): Promise<AnswerOf<typeof routes.overdueBalance>> {
    return { overdue_balances: await this.analytics.overdueBalance(tenant.organizationId, filters) };
  }

  @Call(routes.usage)
  async usage(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.usage>,
  ): Promise<AnswerOf<typeof routes.usage>> {
    return this.dailyUsage.usage(tenant.organizationId, filters);
  }

  @Call(customerAnalyticRoutes.ageing)
  async ageing(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof customerAnalyticRoutes.ageing>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof customerAnalyticRoutes.ageing>> {
    return this.customers.ageing(tenant.organizationId, filters, may);
  }

  @Call(customerAnalyticRoutes.mrr)
  async customerMrr(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof customerAnalyticRoutes.mrr>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof customerAnalyticRoutes.mrr>> {
    return this.customers.mrr(tenant.organizationId, filters, may);
  }

  @Call(customerAnalyticRoutes.deferredRevenue)
  async deferredRevenue(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof customerAnalyticRoutes.deferredRevenue>,
    @CallerMay() may: Rights,
  ): Promise<AnswerOf<typeof customerAnalyticRoutes.deferredRevenue>> {
    return this.customers.deferred(tenant.organizationId, filters, may);
  }
}
