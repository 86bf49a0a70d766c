import { Controller, Param } from '@nestjs/common';
import { billableMetricRoutes as routes } from '@tollgate/contracts';
import {
  Call,
  CurrentTenant,
  Input,
  Query,
  type AnswerOf,
  type InputOf,
  type QueryOf,
  type Tenant,
} from '@tollgate/platform';
import { BillableMetricsService } from './billable-metrics.service.js';
import { ExpressionTrialsService } from './expression-trials.service.js';

@Controller()
export class BillableMetricsController {
  constructor(
    private readonly metrics: BillableMetricsService,
    private readonly trials: ExpressionTrialsService,
  ) {}

  @Call(routes.create)
  async create(
    @CurrentTenant() tenant: Tenant,
    @Input() raw: InputOf<typeof routes.create>,
  ): Promise<AnswerOf<typeof routes.create>> {
    return { billable_metric: await this.metrics.create(tenant.organizationId, raw) };
  }

  @Call(routes.evaluateExpression)
  async evaluateExpression(
    @CurrentTenant() tenant: Tenant,
    @Input() trial: InputOf<typeof routes.evaluateExpression>,
  ): Promise<AnswerOf<typeof routes.evaluateExpression>> {
    return { expression_result: { value: await this.trials.evaluate(tenant.organizationId, trial) } };
  }

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() page: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
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
    @Input() raw: InputOf<typeof routes.update>,
  ): Promise<AnswerOf<typeof routes.update>> {
    return { billable_metric: await this.metrics.update(tenant.organizationId, code, raw) };
  }

  @Call(routes.remove)
  async remove(@CurrentTenant() tenant: Tenant, @Param('code') code: string): Promise<AnswerOf<typeof routes.remove>> {
    return { billable_metric: await this.metrics.remove(tenant.organizationId, code) };
  }
}
