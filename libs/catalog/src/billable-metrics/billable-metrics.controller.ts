import { Controller, Param } from '@nestjs/common';
import { billableMetricRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, GivenBody, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { BillableMetricsService } from './billable-metrics.service.js';

@Controller()
export class BillableMetricsController {
  constructor(private readonly metrics: BillableMetricsService) {}

  @Call(routes.create)
  async create(@CurrentTenant() tenant: Tenant, @GivenBody() given: Record<string, unknown>): Promise<AnswerOf<typeof routes.create>> {
    return { billable_metric: await this.metrics.create(tenant.organizationId, given) };
  }

  @Call(routes.list)
  async list(@CurrentTenant() tenant: Tenant, @Query() page: QueryOf<typeof routes.list>): Promise<AnswerOf<typeof routes.list>> {
    return this.metrics.list(tenant.organizationId, page);
  }

  @Call(routes.read)
  async read(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<typeof routes.read>> {
    return { billable_metric: await this.metrics.read(tenant.organizationId, code) };
  }

  @Call(routes.update)
  async update(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @GivenBody() given: Record<string, unknown>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { billable_metric: await this.metrics.update(tenant.organizationId, code, given) };
  }

  @Call(routes.remove)
  async remove(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<typeof routes.remove>> {
    return { billable_metric: await this.metrics.remove(tenant.organizationId, code) };
  }
}
