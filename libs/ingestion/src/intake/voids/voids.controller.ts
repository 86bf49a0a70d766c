import { Controller, Param } from '@nestjs/common';
import { eventRoutes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { VoidsService } from './voids.service.js';

@Controller()
export class VoidsController {
  constructor(private readonly voids: VoidsService) {}

  @Call(eventRoutes.void)
  async void(
    @CurrentTenant() tenant: Tenant,
    @Param('transaction_id') transactionId: string,
    @Query() choice: QueryOf<typeof eventRoutes.void>,
  ): Promise<AnswerOf<typeof eventRoutes.void>> {
    return { event: await this.voids.void(tenant, transactionId, choice) };
  }
}
