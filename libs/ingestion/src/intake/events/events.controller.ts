import { Controller, Param } from '@nestjs/common';
import { eventRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { EventsService } from './events.service.js';

@Controller()
export class EventsController {
  constructor(private readonly events: EventsService) {}

  @Call(eventRoutes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof eventRoutes.list>,
  ): Promise<AnswerOf<typeof eventRoutes.list>> {
    return this.events.list(tenant.organizationId, filters);
  }

  @Call(eventRoutes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('transaction_id') transactionId: string,
  ): Promise<AnswerOf<typeof eventRoutes.read>> {
    return { event: await this.events.read(tenant.organizationId, transactionId) };
  }
}
