import { Controller, Param } from '@nestjs/common';
import { metricTrialRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Input, type AnswerOf, type InputOf, type Tenant } from '@tollgate/platform';
import { MetricChangesService } from './metric-changes.service.js';

@Controller()
export class MetricChangesController {
  constructor(private readonly changes: MetricChangesService) {}

  @Call(routes.changeEffects)
  async effects(
    @CurrentTenant() tenant: Tenant,
    @Param('code') code: string,
    @Input() raw: InputOf<typeof routes.changeEffects>,
  ): Promise<AnswerOf<typeof routes.changeEffects>> {
    return { change_effects: await this.changes.effects(tenant.organizationId, code, raw) };
  }
}
