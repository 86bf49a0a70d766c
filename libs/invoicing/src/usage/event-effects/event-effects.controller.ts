import { Controller, Param } from '@nestjs/common';
import { eventEffectsRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { EventEffectsService } from './event-effects.service.js';

@Controller()
export class EventEffectsController {
  constructor(private readonly effects: EventEffectsService) {}

  @Call(routes.read)
  async read(
    @CurrentTenant() tenant: Tenant,
    @Param('transaction_id') transactionId: string,
    @Query() { external_subscription_id: externalId }: QueryOf<typeof routes.read>,
  ): Promise<AnswerOf<typeof routes.read>> {
    return { event_effects: await this.effects.read(tenant.organizationId, transactionId, externalId) };
  }
}
