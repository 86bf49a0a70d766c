import { Controller, Param } from '@nestjs/common';
import { forecastRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, type AnswerOf, type Tenant } from '@tollgate/platform';
import { answerable } from '../../model/errors/failure.rules.js';
import { ForecastsService } from './forecasts.service.js';

@Controller()
export class ForecastsController {
  constructor(private readonly forecasts: ForecastsService) {}

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('external_id') externalId: string,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { forecast: await answerable(this.forecasts.read(tenant.organizationId, externalId)) };
  }
}
