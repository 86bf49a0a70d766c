import { Controller } from '@nestjs/common';
import { numberSequenceRoutes as routes } from '@tollgate/contracts';
import { Call, CurrentTenant, Query, type AnswerOf, type QueryOf, type Tenant } from '@tollgate/platform';
import { NumberSequences } from './number-sequences.service.js';

@Controller()
export class NumberSequencesController {
  constructor(private readonly sequences: NumberSequences) {}

  @Call(routes.list)
  async list(
    @CurrentTenant() tenant: Tenant,
    @Query() filters: QueryOf<typeof routes.list>,
  ): Promise<AnswerOf<typeof routes.list>> {
    return this.sequences.list(tenant.organizationId, filters);
  }
}
