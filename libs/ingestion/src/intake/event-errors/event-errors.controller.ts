import { Controller } from '@nestjs/common';
import { eventErrorRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { EventErrorsService } from './event-errors.service.js';

@Controller()
export class EventErrorsController {
  constructor(private readonly eventErrors: EventErrorsService) {}

  @Call(eventErrorRoutes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof eventErrorRoutes.list>,
  ): Promise<AnswerOf<typeof eventErrorRoutes.list>> {
    return this.eventErrors.list(tenant.organizationId, filters);
  }

  @Call(eventErrorRoutes.groups)
  async groups(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof eventErrorRoutes.groups>,
  ): Promise<AnswerOf<typeof eventErrorRoutes.groups>> {
    return { event_error_groups: await this.eventErrors.groups(tenant.organizationId, filters) };
  }
}
