import { Controller, Param } from '@nestjs/common';
import { metricTrialRoutes as routes } from '@tollgate/contracts';
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
import { MetricPreviewService } from './metric-preview.service.js';
import { MetricValuesService } from './metric-values.service.js';

@Controller()
export class MetricTrialsController {
  constructor(
    private readonly values: MetricValuesService,
    private readonly previews: MetricPreviewService,
  ) {}

  @Call(routes.values)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Query() query: QueryOf<typeof routes.values>,
  ): Promise<AnswerOf<typeof routes.values>> {
    const { values, examined, isTruncated } = await this.values.list(tenant.organizationId, code, query);
    return { billable_metric_values: values, examined_count: examined, truncated: isTruncated };
  }

  @Call(routes.preview)
  async preview(
    @CurrentTenant() tenant: Tenant,
    @Input() input: InputOf<typeof routes.preview>,
  ): Promise<AnswerOf<typeof routes.preview>> {
    return { billable_metric_preview: await this.previews.preview(tenant.organizationId, input) };
  }
}
